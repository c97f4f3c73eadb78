import GazetteerIndex
import GazetteerSession

/// The jobs that run in the background. Belongs to the thread that owns the session; workers only post to it.
///
///     start ─► worker ─► event ─► mailbox ─► ended(), or mail for the prompt
package final class Jobs {
  private struct Posted: Sendable {
    let number: Int
    let event: Event
  }

  /// A job that has ended.
  struct Ended {
    let id: JobID
    /// Counts the jobs in the order in which they were started.
    let number: Int
    /// The event that reports the result of the job to the session.
    let event: Event
    let cause: Cause
  }

  private struct Running {
    let id: JobID
    let job: Job<Event>
    let cause: Cause
    var meter: JobMeter
  }

  private lazy var mailbox = Mailbox<Posted>()
  private var running: [Int: Running] = [:]
  private var count = 0

  package init() {}

  /// Whether no job is running.
  var isIdle: Bool { running.isEmpty }

  /// Readable when a job has ended.
  var descriptor: Int32 { mailbox.descriptor }

  /// - Parameter seconds: the time by the clock that `statuses(at:)` uses.
  /// - Returns: the number of the job.
  @discardableResult
  func start(_ job: Job<Event>, as id: JobID, for cause: Cause, at seconds: Double = 0) -> Int {
    count += 1
    let (number, mailbox) = (count, mailbox)
    running[number] = Running(id: id, job: job, cause: cause, meter: JobMeter(id, title: job.title, start: seconds))
    job.start { mailbox.post(Posted(number: number, event: $0)) }
    return number
  }

  /// Cancels a job. Its result is dropped, even if another job gets the same id meanwhile.
  func stop(_ id: JobID) {
    for (number, job) in running where job.id == id { stop(number: number) }
  }

  /// The same for the job with a number.
  func stop(number: Int) {
    running.removeValue(forKey: number)?.job.cancellation.cancel()
  }

  /// Cancels all jobs, when the program ends.
  func stopAll() {
    for job in running.values { job.job.cancellation.cancel() }
    running = [:]
  }

  /// How far each running job has come, in the order of starting.
  func statuses(at seconds: Double) -> [JobStatus] {
    running.keys.sorted().compactMap { number in
      guard let progress = running[number]?.job.progress() else { return nil }
      return running[number]?.meter.status(progress, at: seconds)
    }
  }

  /// The jobs that have ended since the last call, in the order of ending.
  func ended() -> [Ended] { isIdle ? [] : ended(mailbox.drain()) }

  /// The same as mail for the prompt; `receive` returns what the user should read.
  func mail(_ receive: @escaping ([Ended]) -> [Message]) -> Mail {
    Mail(mailbox) { [self] in receive(ended($0)) }
  }

  /// Drops the results of jobs that were stopped.
  private func ended(_ posted: [Posted]) -> [Ended] {
    posted.compactMap { posted in
      running.removeValue(forKey: posted.number).map {
        Ended(id: $0.id, number: posted.number, event: posted.event, cause: $0.cause)
      }
    }
  }
}
