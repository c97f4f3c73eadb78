import GazetteerIndex
import GazetteerSession
import Synchronization

/// A search that follows a line while it is typed: one at a time, on a thread of its own, the newest question only.
///
///     ask ─► cancels the search before ─► thread ─► answer ─► mailbox ─► take, unless a newer one is asked
package final class LiveSearch: Sendable {
  package typealias Search = @Sendable (Cancellation) -> Preview?

  private struct Question {
    let generation: Int
    let cancellation: Cancellation
    let search: Search
  }

  private struct Answer: Sendable {
    let generation: Int
    let preview: Preview?
  }

  private struct State {
    var generation = 0
    var cancellation: Cancellation?
    var next: Question?
    var isWorking = false
  }

  private let state = Mutex(State())
  private let answers = Mailbox<Answer>()

  package init() {}

  /// Readable when an answer has come.
  package var descriptor: Int32 { answers.descriptor }

  /// Starts `search` as soon as the one before it has given up, which it is told to.
  package func ask(_ search: @escaping Search) {
    let mustStart = state.withLock { state in
      state.cancellation?.cancel()
      state.generation += 1
      let question = Question(generation: state.generation, cancellation: Cancellation(), search: search)
      state.cancellation = question.cancellation
      state.next = question
      defer { state.isWorking = true }
      return !state.isWorking
    }
    if mustStart { Worker.run { [self] in work() } }
  }

  /// Gives up: what was asked is wanted no more.
  package func cancel() {
    state.withLock { state in
      state.cancellation?.cancel()
      state.cancellation = nil
      state.generation += 1
      state.next = nil
    }
  }

  /// The answer to the newest question, once: the search's own, which may be nil; nil where there is none yet.
  package func take() -> Preview?? {
    let generation = state.withLock(\.generation)
    return answers.drain().last { $0.generation == generation }.map(\.preview)
  }

  private func work() {
    while let question = next() {
      let preview = question.search(question.cancellation)
      if !question.cancellation.isCancelled {
        answers.post(Answer(generation: question.generation, preview: preview))
      }
    }
  }

  private func next() -> Question? {
    state.withLock { state in
      defer { state.next = nil }
      state.isWorking = state.next != nil
      return state.next
    }
  }
}
