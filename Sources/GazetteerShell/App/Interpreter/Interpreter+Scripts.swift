import GazetteerIndex
import GazetteerServices
import GazetteerSession
import Glibc

extension Interpreter {
  /// How many scripts can run inside one another. Each one uses its part of the stack.
  private static let mostNestedScripts = 32

  /// Runs the commands in a file.
  func source(_ path: Untrusted, for cause: Cause) -> Outcome {
    let place = environment.path(path).text
    let script = RunningScript(path, at: place)
    guard !scripts.contains(where: script.isSameFile) else { return error(.sourcesItself(path), for: cause) }
    guard scripts.count < Self.mostNestedScripts else {
      return error(.nestedTooDeeply(path, inside: scripts.map(\.path)), for: cause)
    }
    if scripts.isEmpty, cause.origin == .typed { consent = ScriptConsent() }
    scripts.append(script)
    // Its lines are like those of a script that runs without a prompt: each waits for the one before.
    let opensInBackground = opensInBackground
    self.opensInBackground = false
    defer {
      self.opensInBackground = opensInBackground
      scripts.removeLast()
      if scripts.isEmpty { consent = nil }
    }
    do throws(LineSource.Failure) {
      return run(try LineSource(path: place, waiting: wait.isReadable), named: path)
    } catch {
      return self.error(Failure("\(quoted: path) \(error.reason)", try: "a file of commands"), for: cause)
    }
  }

  /// Runs the lines of a script to its end, or to the first error if errors stop it.
  ///
  /// - Parameter origin: makes the origin of a line from its location.
  func run(
    _ lines: LineSource, named file: Untrusted, as origin: (SourceLocation) -> Origin = Origin.script
  ) -> Outcome {
    let startsAtTopLevel = session.mode == .commands
    var location = SourceLocation(file: file, line: 1)
    var outcome = Outcome()
    var isComplete = false
    while !ends(outcome, origin(location)) {
      do throws(LineSource.Failure) {
        guard let line = try lines.next() else {
          isComplete = true
          break
        }
        location = SourceLocation(file: file, line: line.number)
        let text = Untrusted(bytes: line.bytes)
        if flags.echoes { output.tell("> \(text.neutralised)\n") }
        outcome.add(run(text, from: origin(location)))
      } catch {
        if let line = error.line { location = SourceLocation(file: file, line: line) }
        let failure = error == .interrupted ? Failure.interrupted : Failure("\(error.reason)")
        outcome.add(complain(failure, for: Cause(origin(location))))
        guard error.line != nil else { break }
      }
    }
    if startsAtTopLevel {
      let farewell = leaveNestedPrompt(after: outcome, from: origin(location))
      if farewell.code != nil { isComplete = false }
      outcome.add(farewell)
    }
    if scripts.count <= 1 { tellMissingPowers(of: file) }
    guard !isComplete, outcome.code != nil, outcome.code != .interrupted else { return outcome }
    return Outcome(code: .scriptStopped, quits: outcome.quits)
  }

  /// Leaves a nested prompt at the end of its script or of the command line. If this loses an edit, that is an error,
  /// unless an earlier error ended the script.
  func leaveNestedPrompt(after outcome: Outcome, from origin: Origin) -> Outcome {
    guard outcome.code == nil, let lostEdit = session.lostEdit else {
      return receive([.draftAbandoned], for: Cause(origin))
    }
    _ = receive([.draftDiscarded], for: Cause(origin))
    return complain(lostEdit, for: Cause(origin))
  }

  /// Lists the powers that a script would need, after a dry run.
  func tellMissingPowers(of file: Untrusted) {
    guard !missingPowers.isEmpty else { return }
    warn("\(file) would need --allow=\(own: missingPowers.union(flags.allowed).list)")
    missingPowers = []
  }

  /// Asks the user whether the script that they started at the prompt may use powers that it lacks: once for each
  /// power.
  func isAllowedByUser(_ powers: Set<Power>, for cause: Cause) throws(Failure) -> Bool {
    guard !powers.isEmpty, !flags.isDryRun, case .script(let location) = cause.origin, let script = scripts.first,
      let asker = desk.asker, !flags.takesNoInput, let unanswered = consent?.unanswered(of: powers)
    else { return false }
    guard !unanswered.isEmpty else { return true }
    let title = cause.statement?.title ?? Untrusted("")
    let question = ScriptConsent.question(
      unanswered, for: script.path, line: "\(location.file):\(location.line): \(cut: title)")
    let (answer, wasInterrupted) = whileAsking(question) { asker.answer(to: question) }
    if wasInterrupted { throw .interrupted }
    consent?.add(unanswered, isAllowed: answer == .yes)
    return answer == .yes
  }
}

/// The tasks of the command line, and the startup script.
extension Interpreter {
  /// Runs the tasks of the command line up to the first error, or all of them if errors do not stop.
  ///
  /// - Parameter canPrint: whether anybody still reads the results.
  func run(_ tasks: [Flags.Task], while canPrint: () -> Bool) -> Outcome {
    var outcome = Outcome()
    for task in tasks {
      outcome.add(run(task))
      if ends(outcome, .commandLine) || !canPrint() { break }
    }
    return outcome
  }

  private func run(_ task: Flags.Task) -> Outcome {
    switch task {
    case .command(let lines):
      return run(lines: lines)
    case .open(let path, let options):
      let words = [Word(Untrusted("open")), Word(path, isQuoted: true)] + options.map { Word($0) }
      return run(Statement(words: words), from: .commandLine)
    case .words(let words): return run(words: words, from: .commandLine)
    case .script(let path) where path == Untrusted("-"):
      readsStandardInput = true
      defer { readsStandardInput = purpose != .batch }
      let lines = LineSource(descriptor: STDIN_FILENO, waiting: wait.isReadable)
      return run(lines, named: Untrusted("stdin"))
    case .script(let path):
      let outcome = say(source(path, for: .commandLine))
      return outcome.code == .failed ? Outcome(code: .scriptStopped, quits: outcome.quits) : outcome
    }
  }

  /// Runs a command of the command line, which may have several lines.
  private func run(lines: Untrusted) -> Outcome {
    var outcome = Outcome()
    for line in lines.bytes.split(separator: 0x0A) {
      outcome.add(run(Untrusted(bytes: line), from: .commandLine))
      if ends(outcome, .commandLine) { break }
    }
    return outcome
  }

  /// Runs the user's own commands at the start of a prompt. Their errors are reported and do not change the exit code.
  /// Settings given by flags override theirs.
  func runStartupScript() -> Outcome {
    let usual = flags.startsPlain ? nil : UserFiles(in: environment).startupScript.map { Untrusted($0) }
    guard let path = flags.startupScript ?? usual else { return Outcome() }
    do throws(LineSource.Failure) {
      let outcome = run(try LineSource(path: path.text, waiting: wait.isReadable), named: path, as: Origin.startup)
      _ = receive([.preferencesGiven(flags.withFlags(preferences))], for: .commandLine)
      return Outcome(quits: outcome.quits)
    } catch {
      // Most users have no startup script.
      if error != .cannotOpen(ENOENT) { tell("\(quoted: path) \(error.reason)") }
      return Outcome()
    }
  }
}

extension Failure {
  fileprivate static func sourcesItself(_ path: Untrusted) -> Failure {
    Failure(
      "\(quoted: path) is already running", why: "a script that runs itself never ends",
      try: "remove this line from the script")
  }

  fileprivate static func nestedTooDeeply(_ path: Untrusted, inside scripts: [Untrusted]) -> Failure {
    let chain = scripts.dropFirst().reduce("\(cut: scripts.first ?? path)" as Message) { "\($0) > \(cut: $1)" }
    return Failure(
      "\(quoted: path) was not run; scripts can be nested at most \(scripts.count) deep",
      why: "these are running: \(chain)",
      try: "nest fewer scripts")
  }
}
