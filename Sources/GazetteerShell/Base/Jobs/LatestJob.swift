import GazetteerIndex
import Synchronization

/// Runs one job at a time and keeps only the newest: starting a job cancels the one before it and drops its result.
///
///     start ─► cancels the job before ─► worker ─► result ─► mailbox ─► takeResult, unless there is a newer job
package final class LatestJob<Result: Sendable>: Sendable {
  package typealias Work = @Sendable (Cancellation) -> Result

  private struct Request {
    let generation: Int
    let cancellation = Cancellation()
    let work: Work
  }

  private struct State {
    var generation = 0
    var cancellation: Cancellation?
    var next: Request?
    var isWorking = false
  }

  private let state = Mutex(State())
  private let results = Mailbox<(generation: Int, result: Result)>()

  package init() {}

  /// Readable when a result has come.
  package var descriptor: Int32 { results.descriptor }

  /// Cancels the running job, and starts `work` as soon as that has returned.
  package func start(_ work: @escaping Work) {
    let needsWorker = state.withLock { state in
      state.cancellation?.cancel()
      state.generation += 1
      let request = Request(generation: state.generation, work: work)
      state.cancellation = request.cancellation
      state.next = request
      defer { state.isWorking = true }
      return !state.isWorking
    }
    if needsWorker { Worker.run { [self] in runRequests() } }
  }

  /// Cancels the running job and drops its result.
  package func cancel() {
    state.withLock { state in
      state.cancellation?.cancel()
      state.cancellation = nil
      state.generation += 1
      state.next = nil
    }
  }

  /// The result of the newest job, once; nil if there is none yet.
  package func takeResult() -> Result? {
    let generation = state.withLock(\.generation)
    return results.drain().last { $0.generation == generation }?.result
  }

  private func runRequests() {
    while let request = nextRequest() {
      let result = request.work(request.cancellation)
      if !request.cancellation.isCancelled { results.post((request.generation, result)) }
    }
  }

  private func nextRequest() -> Request? {
    state.withLock { state in
      defer { state.next = nil }
      state.isWorking = state.next != nil
      return state.next
    }
  }
}
