import GazetteerIndex

/// Runs one job at a time and keeps only the newest: starting a job cancels the one before it and drops its result.
///
///     start ─► cancels the job before ─► worker ─► result ─► mailbox ─► takeResult, unless there is a newer job
///
/// The worker waits for the next job, as long as this exists: a new thread for each key would have cold caches.
package final class LatestJob<Result: Sendable>: Sendable {
  package typealias Work = @Sendable (Cancellation) -> Result

  private struct Request: Sendable {
    let generation: Int
    let cancellation = Cancellation()
    let work: Work
  }

  private struct State: Sendable {
    var generation = 0
    var cancellation: Cancellation?
    var next: Request?
    var hasWorker = false
  }

  private let state = Monitor(State())
  private let results = Mailbox<(generation: Int, result: Result)>()
  /// Ends the worker.
  private let end = Cancellation()

  package init() {}

  deinit {
    cancel()
    end.cancel()
  }

  /// Readable when a result has come.
  package var descriptor: Int32 { results.descriptor }

  /// Cancels the running job, and starts `work` as soon as that has returned.
  package func start(_ work: @escaping Work) {
    let needsWorker = state.change { state in
      state.cancellation?.cancel()
      state.generation += 1
      let request = Request(generation: state.generation, work: work)
      state.cancellation = request.cancellation
      state.next = request
      defer { state.hasWorker = true }
      return !state.hasWorker
    }
    guard needsWorker, !Worker.start({ [state, results, end] in Self.work(on: state, results, until: end) }) else {
      return
    }
    // Without a thread, the job runs here.
    let request = state.change { state in
      state.hasWorker = false
      return state.next.take()
    }
    request.map { Self.run($0, results) }
  }

  /// Cancels the running job and drops its result.
  package func cancel() {
    state.change { state in
      state.cancellation?.cancel()
      state.cancellation = nil
      state.generation += 1
      state.next = nil
    }
  }

  /// The result of the newest job, once; nil if there is none yet.
  package func takeResult() -> Result? {
    // No key path: in a generic type, it would be made at each call.
    let generation = state.read { $0.generation }
    return results.drain().last { $0.generation == generation }?.result
  }

  /// Captures no `LatestJob`, so that it ends with it.
  private static func work(
    on state: Monitor<State>, _ results: Mailbox<(generation: Int, result: Result)>, until end: Cancellation
  ) {
    while let request = try? state.wait(end, until: { $0.next.take() }) { run(request, results) }
  }

  private static func run(_ request: Request, _ results: Mailbox<(generation: Int, result: Result)>) {
    let result = request.work(request.cancellation)
    if !request.cancellation.isCancelled { results.post((request.generation, result)) }
  }
}
