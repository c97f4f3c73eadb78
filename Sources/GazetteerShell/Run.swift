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

  init(_ settings: Settings, in environment: Environment, output: DescriptorWriter, errors: DescriptorWriter) {
    self.settings = settings
    self.environment = environment
    self.output = output
    self.errors = errors
    collected = settings.outputPath == nil ? nil : Collected()
  }

  /// The exit code, when all is done.
  func code() -> Int32 {
    if hasPrompt {
      guard let shell = Shell(settings, in: environment, output: output, show: show, errors: errors) else {
        return fail("the prompt cannot be made: out of memory or descriptors")
      }
      return end(shell.run(), of: shell.interpreter, signal: shell.endingSignal)
    }
    Interruption.becomesAnExitCode()
    let words = Output(show: show, tell: { errors.write($0) }, complain: { text, _ in errors.write(text) })
    let interpreter = Interpreter(settings, in: environment, to: words)
    let outcome = TaskRunner(interpreter, output: output).run(settings.tasks + implied)
    interpreter.leaveNestedPrompt()
    return end(outcome, of: interpreter)
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
    interpreter.effects.stopAll()
    if let signal { return 128 + signal }
    if let collected, let path = settings.outputPath {
      guard outcome.code == nil || settings.onError == .continue else {
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
    errors.write(Origin.commandLine.text(of: Failure(message), asJSON: settings.format.isObject))
    return ExitCode.failed.rawValue
  }
}

extension Settings.Task {
  fileprivate var isOpening: Bool { if case .open = self { true } else { false } }
}
