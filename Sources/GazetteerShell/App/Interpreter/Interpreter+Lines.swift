import GazetteerIndex
import GazetteerSession

/// Running lines.
extension Interpreter {
  /// Runs the statements of a line.
  ///
  /// - Parameter mayLeaveOutCommand: whether the line is a search if it begins with no command; nil: as its origin says.
  func run(_ line: Untrusted, from origin: Origin, mayLeaveOutCommand: Bool? = nil) -> Outcome {
    run(from: origin, mayLeaveOutCommand: mayLeaveOutCommand) { () throws(Failure) in
      try Statement.statements(of: line)
    }
  }

  /// Runs the words that another shell has split, as one statement.
  func run(words: [Untrusted], from origin: Origin) -> Outcome {
    run(from: origin) { [Statement(words: words.map { Word($0) })] }
  }

  private func run(
    from origin: Origin, mayLeaveOutCommand: Bool? = nil, _ parse: () throws(Failure) -> [Statement]
  ) -> Outcome {
    let read = Result { () throws(Failure) in try parse() }
    // The numbers on this line are those of the list that the user has seen. Whoever waits also wants the list of a job
    // that has ended just before.
    listsAnswers = false
    let isLearnedByWaiting = learnsOnlyByWaiting || (try? read.get())?.first?.isWait == true
    var outcome = isLearnedByWaiting ? Outcome() : say(applied(jobs.ended()))
    listsAnswers = true
    if ends(outcome, origin) { return outcome }
    var parsed: [Statement] = []
    var timing = newTiming
    do throws(Failure) {
      timing?.stopwatch.enter(.parse)
      parsed = try read.get()
      let statements = try session.understood(
        parsed, mayLeaveOutCommand: mayLeaveOutCommand ?? origin.mayLeaveOutCommand)
      previous = nil
      let opensInBackground = opensInBackground
      defer { self.opensInBackground = opensInBackground }
      for (index, statement) in statements.enumerated() {
        // The commands after `open` on the same line need its dataset, so only the last one may open in the background.
        isLastOfLine = index == statements.count - 1
        self.opensInBackground = opensInBackground && isLastOfLine
        outcome.add(run(statement, from: origin, timed: timing ?? newTiming))
        timing = nil
        if ends(outcome, origin) { break }
      }
    } catch {
      outcome.add(complain(error, for: Cause(origin, parsed.first(where: \.asksJSON))))
      timing?.stopwatch.enter(nil)
      if let timing { output.tell(timing.text + "\n") }
    }
    return outcome
  }

  private var newTiming: CommandTiming? {
    preferences.times ? CommandTiming(clock: environment.stopwatch) : nil
  }

  /// Whether no more lines of `origin` are to run.
  func ends(_ outcome: Outcome, _ origin: Origin) -> Bool {
    if outcome.quits || outcome.code == .interrupted { return true }
    guard outcome.code != nil else { return false }
    switch preferences.onError {
    case .stop: return true
    case .continue: return false
    // A dry run goes on, because commands after the error would need powers too.
    case .auto: return !origin.survivesErrors && !flags.isDryRun
    }
  }
}

extension Statement {
  /// Whether it only waits for what goes on in the background.
  var isWait: Bool { words.first?.text.text.lowercased() == "wait" }
}
