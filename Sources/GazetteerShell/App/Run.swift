import GazetteerIndex
import GazetteerServices
import GazetteerSession
import Glibc

/// One run of the program: its tasks, then the prompt or the standard input.
struct Run {
  private let flags: Flags
  private let environment: Environment
  private let output: DescriptorWriter
  private let errors: DescriptorWriter
  /// The results for the file that `-o` names; nil: they are printed at once.
  private let collected: Collected?

  private final class Collected {
    var text = ""
  }

  /// Where the user's settings are saved; nil for nowhere.
  private let settingsFile: SettingsFile?
  /// What is wrong with that file.
  private let warnings: [Message]

  init(_ flags: Flags, in environment: Environment, output: DescriptorWriter, errors: DescriptorWriter) {
    var flags = flags
    settingsFile = flags.startsPlain ? nil : UserFiles(in: environment).settings.map(SettingsFile.init)
    let saved = settingsFile?.load()
    flags.start(with: saved?.changes ?? [])
    warnings = saved?.warnings ?? []
    self.flags = flags
    self.environment = environment.keepingData(in: flags.dataFolder).offline(if: flags.isOffline)
      .uncached(if: flags.isUncached)
    self.output = output
    self.errors = errors
    collected = flags.outputPath == nil ? nil : Collected()
  }

  /// Runs everything; returns the exit code.
  func code() -> Int32 {
    if let missing = missingStartupScript { return fail(missing) }
    return hasPrompt ? runPrompt() : runBatch()
  }

  private func runPrompt() -> Int32 {
    let file = UserFiles(in: environment).session.map { SessionFile(path: $0) }
    let keeper = keeper(session: file, lacksHome: file == nil)
    let shell = Shell(
      flags, in: environment, keeper: keeper, clearScreen: clearScreen, output: output, show: show, errors: errors)
    guard let shell else { return fail("the prompt cannot start: out of memory or file descriptors") }
    for warning in warnings { shell.interpreter.tell(warning) }
    return end(shell.run(), of: shell.interpreter, signal: shell.endingSignal)
  }

  private func runBatch() -> Int32 {
    Interruption.becomesAnExitCode()
    let words = Output(show: show, tell: { errors.write($0) }, complain: { text, _ in errors.write(text) })
    let asker = environment.terminalPath.map { QuestionTerminal(path: $0).asker }
    let desk = Desk(asker: asker, clearScreen: clearScreen)
    desk.readSecret = environment.terminalPath.map { path in { SecretInput(path: path).read(after: $0) } }
    if let row = workRow { desk.wait.showWork = row.show }
    let interpreter = Interpreter(
      flags, in: environment, to: words, for: .batch, keeper: keeper(session: nil), desk: desk)
    for warning in warnings { interpreter.tell(warning) }
    var outcome = interpreter.run(flags.tasks + implied) { output.failure == 0 }
    outcome.add(interpreter.leaveNestedPrompt(after: outcome, from: .commandLine))
    return end(outcome, of: interpreter)
  }

  /// What shows that a job takes time; nil if nobody sees it.
  private var workRow: WorkRow? {
    guard !flags.preferences.isQuiet else { return nil }
    let isASCII = flags.preferences.drawsASCII(in: environment, intoFile: false)
    return WorkRow(
      on: STDERR_FILENO, isDumb: environment.isTerminalDumb, isASCII: isASCII, stopwatch: environment.stopwatch)
  }

  private func keeper(session: SessionFile?, lacksHome: Bool = false) -> Keeper {
    let files = UserFiles(in: environment)
    return Keeper(
      favorites: FavoritesStore(
        path: files.favorites, now: environment.now,
        warning: "there is no home folder to save favorites in; they last for this session; try: --data DIR"),
      contacts: ContactsStore(path: files.contacts, now: environment.now),
      outbox: OutboxStore(path: files.outbox, now: environment.now),
      author: environment.newFavoriteID().text, settings: settingsFile, session: session,
      lacksHome: lacksHome)
  }

  private var clearScreen: () -> Void {
    guard environment.outputIsTerminal, flags.outputPath == nil, !environment.isTerminalDumb else { return {} }
    // Home, then erase to the end: lines that have scrolled away stay.
    return { [output] in output.write("\u{1b}[H\u{1b}[J") }
  }

  /// Why the startup script named by a flag cannot be run.
  private var missingStartupScript: Message? {
    guard let path = flags.startupScript else { return nil }
    do throws(LineSource.Failure) {
      _ = try LineSource(path: path.text)
      return nil
    } catch {
      return "\(quoted: path) \(error.reason); try: --config FILE with a file of commands, or --no-rc"
    }
  }

  /// Whether the user is asked for commands.
  private var hasPrompt: Bool {
    guard !flags.takesNoInput, environment.inputIsTerminal, environment.outputIsTerminal else { return false }
    return flags.isInteractive || flags.tasks.allSatisfy(\.isOpening)
  }

  /// The commands of the standard input, if no others were given.
  private var implied: [Flags.Task] {
    let isImplied = flags.isInteractive || flags.tasks.allSatisfy(\.isOpening)
    return isImplied && !flags.takesNoInput ? [.script(Untrusted("-"))] : []
  }

  private func show(_ text: String) {
    if let collected { collected.text += text } else { output.write(text) }
  }

  /// Writes the result files; returns the exit code.
  private func end(_ outcome: Outcome, of interpreter: Interpreter, signal: Int32? = nil) -> Int32 {
    interpreter.jobs.stopAll()
    let isWhole = outcome.code == nil || interpreter.preferences.onError == .continue
    var outcome = outcome
    if let file = interpreter.keeper.resultFile {
      outcome.add(isWhole ? interpreter.say(interpreter.endOutput(for: .commandLine)) : Outcome(code: .failed))
      if !isWhole { _ = fail("nothing was written to \(quoted: file.path)") }
    }
    if let signal { return 128 + signal }
    if let collected, let path = flags.outputPath {
      guard isWhole else {
        _ = fail("nothing was written to \(quoted: path)")
        return (outcome.code ?? .failed).rawValue
      }
      if let reason = Self.replace(path, with: collected.text) {
        return fail(
          "\(quoted: path) cannot be written; \(own: reason); try: another file, or -o - for the standard output")
      }
    }
    // A reader that closed the pipe has read enough: that is not an error.
    if output.failure != 0, output.failure != EPIPE {
      return fail("the results cannot be written; \(own: String(cString: strerror(output.failure)))")
    }
    if let code = outcome.code { return code.rawValue }
    return interpreter.hasShownNothing && flags.failsWhenEmpty ? ExitCode.failed.rawValue : ExitCode.success.rawValue
  }

  private static func replace(_ path: Untrusted, with text: String) -> String? {
    do throws(SystemError) {
      try FileReplacement.replace(path.text, with: Array(text.utf8))
      return nil
    } catch {
      return error.reason
    }
  }

  /// Prints why the run itself failed; returns the exit code for that.
  private func fail(_ message: Message) -> Int32 {
    errors.write(Origin.commandLine.text(of: Failure(message), asJSON: flags.preferences.format.isObject))
    return ExitCode.failed.rawValue
  }
}

extension Flags.Task {
  fileprivate var isOpening: Bool { if case .open = self { true } else { false } }
}
