import GazetteerIndex
import GazetteerServices
import GazetteerSession
import Glibc

/// One run of the program over its tasks, the prompt and what comes in.
struct Run {
  private let settings: Settings
  private let environment: Environment
  private let output: DescriptorWriter
  private let errors: DescriptorWriter
  /// The results on their way into a file; nil where they are printed at once.
  private let collected: Collected?

  private final class Collected {
    var text = ""
  }

  /// Where the user's settings are kept; nil for nowhere.
  private let settingsFile: SettingsFile?
  /// What is wrong with that file.
  private let warnings: [Message]

  init(_ settings: Settings, in environment: Environment, output: DescriptorWriter, errors: DescriptorWriter) {
    var settings = settings
    settingsFile = settings.startsPlain ? nil : UserFiles(in: environment).settings.map(SettingsFile.init)
    let kept = settingsFile?.load()
    settings.start(with: kept?.changes ?? [])
    warnings = kept?.warnings ?? []
    self.settings = settings
    self.environment = environment.keepingData(in: settings.dataFolder)
    self.output = output
    self.errors = errors
    collected = settings.outputPath == nil ? nil : Collected()
  }

  /// The exit code, when all is done.
  func code() -> Int32 {
    if let missing = missingStartupScript { return fail(missing) }
    if hasPrompt {
      guard let shell = Shell(settings, in: environment, output: output, show: show, errors: errors) else {
        return fail("the prompt cannot be made: out of memory or descriptors")
      }
      prepare(shell.interpreter)
      shell.interpreter.sessionFile = UserFiles(in: environment).session.map { SessionFile(path: $0) }
      return end(shell.run(), of: shell.interpreter, signal: shell.endingSignal)
    }
    Interruption.becomesAnExitCode()
    let words = Output(show: show, tell: { errors.write($0) }, complain: { text, _ in errors.write(text) })
    let interpreter = Interpreter(settings, in: environment, to: words)
    prepare(interpreter)
    interpreter.author = environment.newFavoriteID().text
    interpreter.undoesAnyEdit = true
    interpreter.asker = environment.terminalPath.map { QuestionTerminal(path: $0).asker }
    let outcome = TaskRunner(interpreter, output: output).run(settings.tasks + implied)
    interpreter.leaveNestedPrompt()
    return end(outcome, of: interpreter)
  }

  private func prepare(_ interpreter: Interpreter) {
    interpreter.settingsFile = settingsFile
    interpreter.favorites = FavoritesStore(
      path: UserFiles(in: environment).favorites, now: environment.now,
      warning: "there is no home to keep favorites in; they hold for this session; try: --data with a folder")
    if environment.outputIsTerminal, settings.outputPath == nil, !environment.isTerminalDumb {
      // Home, then erase to the end: what was printed before stays above.
      interpreter.clearScreen = { [output] in output.write("\u{1b}[H\u{1b}[J") }
    }
    warnings.forEach(interpreter.tell)
  }

  /// Why the startup script that was asked for cannot be run.
  private var missingStartupScript: Message? {
    guard let path = settings.startupScript else { return nil }
    do throws(LineSource.Failure) {
      _ = try LineSource(path: path.text)
      return nil
    } catch {
      return "\(quoted: path) \(error.reason); try: --config with a file of commands, or --no-rc"
    }
  }

  /// Whether somebody is to be asked for commands.
  private var hasPrompt: Bool {
    guard !settings.takesNoInput, environment.inputIsTerminal, environment.outputIsTerminal else { return false }
    return settings.isInteractive || settings.tasks.allSatisfy(\.isOpening)
  }

  /// The commands that come in, where nothing else is asked for.
  private var implied: [Settings.Task] {
    let isImplied = settings.isInteractive || settings.tasks.allSatisfy(\.isOpening)
    return isImplied && !settings.takesNoInput ? [.script(Untrusted("-"))] : []
  }

  private func show(_ text: String) {
    if let collected { collected.text += text } else { output.write(text) }
  }

  /// Puts the results in their file, and says how it ended.
  private func end(_ outcome: Outcome, of interpreter: Interpreter, signal: Int32? = nil) -> Int32 {
    interpreter.jobs.stopAll()
    let isWhole = outcome.code == nil || interpreter.preferences.onError == .continue
    var outcome = outcome
    if let file = interpreter.resultFile {
      outcome.add(isWhole ? interpreter.endOutput(from: .commandLine) : Outcome(code: .failed))
      if !isWhole { _ = fail("nothing is written to \(quoted: file.path)") }
    }
    if let signal { return 128 + signal }
    if let collected, let path = settings.outputPath {
      guard isWhole else {
        _ = fail("nothing is written to \(quoted: path)")
        return (outcome.code ?? .failed).rawValue
      }
      if let reason = Self.replace(path, with: collected.text) {
        return fail("\(quoted: path) cannot be written; \(own: reason); try: another file, or -o - for the output")
      }
    }
    // Who closed the pipe has read enough: that is no error.
    if output.failure != 0, output.failure != EPIPE {
      return fail("the results cannot be written; \(own: String(cString: strerror(output.failure)))")
    }
    if let code = outcome.code { return code.rawValue }
    return interpreter.hasShownNothing && settings.failsWhenEmpty ? ExitCode.failed.rawValue : ExitCode.success.rawValue
  }

  private static func replace(_ path: Untrusted, with text: String) -> String? {
    do throws(SystemError) {
      try FileReplacement.replace(path.text, with: Array(text.utf8))
      return nil
    } catch {
      return error.reason
    }
  }

  /// Says why the run itself failed; the code for that.
  private func fail(_ message: Message) -> Int32 {
    errors.write(Origin.commandLine.text(of: Failure(message), asJSON: settings.preferences.format.isObject))
    return ExitCode.failed.rawValue
  }
}

extension Settings.Task {
  fileprivate var isOpening: Bool { if case .open = self { true } else { false } }
}
