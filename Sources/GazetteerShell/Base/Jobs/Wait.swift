import GazetteerIndex

/// How the thread that owns the session waits for a job: at the prompt it watches Ctrl-C, Ctrl-Z and mail meanwhile,
/// and shows that something goes on.
package struct Wait {
  /// nil: the job runs on the caller's thread, and Ctrl-C ends the program.
  private let signals: Signals?
  private let mail: Mail
  /// Shows messages that arrive during the wait.
  private let show: (Message) -> Void
  /// The moving row that is shown during the wait; nil for none. The title says what is waited for; it may be empty.
  /// The work began at `since`, in seconds of the stopwatch; nil: now.
  var animation: (_ title: String, _ since: Double?) -> Animation? = { _, _ in nil }
  /// Shows that a job of this title has the caller's thread, and returns what removes that again.
  var showWork: (_ title: Message, _ since: Double?) -> () -> Void = { _, _ in {} }
  /// A wait that is over so soon does not look at what was typed, in milliseconds: looking takes a key, which may be meant
  /// for the program that runs next.
  private static let quick: Int32 = 200
  /// Whether Ctrl-C was typed before it became a signal; asked when a wait is not over soon.
  var wasInterruptedBefore: () -> Bool = { false }

  /// A row that moves. Times are in milliseconds.
  struct Animation {
    /// The time until it looks different.
    let nextChange: () -> Int32
    let draw: () -> Void
    let erase: () -> Void
  }

  package init(signals: Signals, mail: Mail = .none, show: @escaping (Message) -> Void) {
    (self.signals, self.mail, self.show) = (signals, mail, show)
  }

  private init() { (signals, mail, show) = (nil, .none, { _ in }) }

  /// Where there is no prompt.
  static var onThisThread: Wait { Wait() }

  /// How long an interrupted job may take to return, in milliseconds.
  var patience: Int32 = 150

  /// The result of a job; nil if the user interrupted it.
  ///
  /// - Parameter isNamed: whether the moving row has the title of the job, because the command does not say it.
  func result<Result: Sendable>(of job: Job<Result>, isNamed: Bool = false) -> Result? {
    let end = end(of: job, isNamed: isNamed)
    return end.wasInterrupted ? nil : end.result
  }

  /// Runs a job and waits for its end.
  ///
  /// The first Ctrl-C (or a signal that ends the program, see `Signals.ending`) cancels the job, which should return
  /// soon after. If it does not, there is no result, and the result that comes later is dropped.
  package func end<Result: Sendable>(
    of job: Job<Result>, isNamed: Bool = false
  ) -> (result: Result?, wasInterrupted: Bool) {
    let results = Mailbox<Result>()
    guard signals != nil, results.descriptor >= 0 else {
      let hideWork = showWork(job.title, job.since)
      defer { hideWork() }
      return (job.run(), false)
    }
    job.start { results.post($0) }
    if isReadable(results.descriptor, for: isNamed ? job.title : "", since: job.since) {
      return (results.drain().first, false)
    }
    job.cancellation.cancel()
    // Mail is not watched here, because it could come without end.
    _ = Readiness.wait(results.descriptor, milliseconds: patience)
    return (results.drain().first, true)
  }

  /// Waits until `descriptor` is readable; false if the user interrupts that.
  package func isReadable(_ descriptor: Int32) -> Bool { isReadable(descriptor, for: "", since: nil) }

  private func isReadable(_ descriptor: Int32, for title: Message, since: Double?) -> Bool {
    guard let signals else { return Readiness.wait(descriptor)[0] }
    let animation = animation(title.neutralised, since)
    defer { animation?.erase() }
    var hasLooked = false
    while true {
      var pause = animation?.nextChange() ?? -1
      if !hasLooked { pause = pause < 0 ? Self.quick : min(pause, Self.quick) }
      let ready = Readiness.wait(descriptor, signals.descriptor, mail.descriptor, milliseconds: pause)
      if !hasLooked, !ready.contains(true) {
        hasLooked = true
        if wasInterruptedBefore() { return false }
      }
      if ready[1] {
        animation?.erase()
        if signals.takeInterruption() != nil { return false }
      }
      if ready[0] { return true }
      if ready[2] {
        let messages = mail.open()
        if !messages.isEmpty { animation?.erase() }
        messages.forEach(show)
      }
      animation?.draw()
    }
  }
}
