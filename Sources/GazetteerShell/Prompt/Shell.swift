import GazetteerIndex
import GazetteerSession
import Glibc

/// The prompt: lines are asked for, run on a worker, answered, until the user has had enough.
final class Shell {
  let interpreter: Interpreter
  private let settings: Settings
  private let environment: Environment
  private let output: DescriptorWriter
  private let errors: DescriptorWriter
  private let signals: Signals
  private let history: History

  /// nil where the process is out of memory or descriptors. Made before any thread is started.
  init?(
    _ settings: Settings, in environment: Environment, output: DescriptorWriter, show: @escaping (String) -> Void,
    errors: DescriptorWriter
  ) {
    guard let signals = Signals(), let history = History(path: UserFiles(in: environment).history) else { return nil }
    self.settings = settings
    self.environment = environment
    self.output = output
    self.errors = errors
    self.signals = signals
    self.history = history
    let words = Output(show: show, tell: { errors.write($0) }, complain: { text, _ in errors.write(text) })
    interpreter = Interpreter(settings, in: environment, to: words)
    interpreter.wrapsWords = true
  }

  /// The signal that ended the program, if one did.
  var endingSignal: Int32? { signals.ending?.rawValue }

  /// Runs the tasks of the command line, then asks until the end.
  func run() -> Outcome {
    if let warning = history.load() { interpreter.tell(warning) }
    let mail = interpreter.effects.mail { [interpreter] in interpreter.news(of: $0) }
    let startupFile = environment.variable("EDITRC") ?? environment.variable("HOME").map { $0 + "/.editrc" }
    let editor = LineEditor(
      startupFile: startupFile, history: history, signals: signals, mail: mail, variable: environment.variable)
    guard let editor else {
      interpreter.tell("the terminal cannot be used for a prompt")
      return Outcome(code: .failed)
    }
    greet()
    interpreter.readsStandardInput = true
    let wait = CommandWait(signals: signals, mail: mail) { [errors] in errors.write($0.neutralised + "\n") }
    interpreter.waiting = .besides(wait)
    output.isInterrupted = { [signals] in signals.take() == .interrupt }
    interpreter.pastLines = PastLines(lines: { [history] in history.lines }, add: { [unowned self] in remember($0) })
    guard !runStartupScript().quits else { return Outcome() }
    let outcome = runTasks()
    return outcome.quits ? outcome : ask(editor)
  }

  private func greet() {
    let world = interpreter.session.open.first
    let places: Message =
      world.map { "\(own: Numeral.grouped($0.count)) places" }
      ?? "without the world (Scripts/setup makes it)"
    interpreter.tell("gaz \(own: Version.text): \(places); try: help")
  }

  /// Files are opened behind the prompt; commands and scripts come before it.
  private func runTasks() -> Outcome {
    let runner = TaskRunner(interpreter, output: output)
    return settings.tasks.reduce(into: Outcome()) { outcome, task in
      guard !outcome.quits else { return }
      if case .open = task { interpreter.opensInBackground = true }
      outcome.add(runner.run([task]))
      interpreter.opensInBackground = false
    }
  }

  private func remember(_ line: String) {
    if let warning = history.add(line) { interpreter.tell(warning) }
  }

  /// Runs the user's own commands. Their errors are told and forgotten; what flags say of settings stands.
  private func runStartupScript() -> Outcome {
    let usual = settings.startsPlain ? nil : UserFiles(in: environment).startupScript.map { Untrusted($0) }
    guard let path = settings.startupScript ?? usual else { return Outcome() }
    do throws(LineSource.Failure) {
      let outcome = interpreter.run(try LineSource(path: path.text), named: path, as: Origin.startup)
      _ = interpreter.receive([.preferencesGiven(settings.withFlags(interpreter.preferences))], from: .commandLine)
      return Outcome(quits: outcome.quits)
    } catch {
      // Most people have none.
      if error != .cannotOpen(ENOENT) { interpreter.tell("\(quoted: path) \(error.reason)") }
      return Outcome()
    }
  }

  private func ask(_ editor: LineEditor) -> Outcome {
    interpreter.opensInBackground = true
    let usualMode = editor.mode
    while true {
      adapt(editor, usualMode: usualMode)
      switch editor.readLine(prompt: "gaz> ") {
      case .interrupted: continue
      case .endOfFile: return Outcome()
      case .line(let line):
        guard let line = expanded(line) else { continue }
        remember(line)
        if settings.outputPath == nil { interpreter.width = Environment.terminalWidth() }
        let outcome = interpreter.run(Untrusted(line), from: .typed)
        if outcome.quits { return Outcome() }
        if outcome.code == .interrupted || output.hasGivenUp { editor.dropKeys() }
      }
    }
  }

  /// Makes the editor as the settings say.
  private func adapt(_ editor: LineEditor, usualMode: String) {
    let preferences = interpreter.preferences
    editor.showsHints = preferences.hints
    let mode = preferences.keys == .auto ? usualMode : preferences.keys.rawValue
    if editor.mode != mode { editor.useMode(mode) }
  }

  /// The line with what `!` at its start stands for, which is shown; nil where that is nothing.
  private func expanded(_ line: String) -> String? {
    guard let recall = Recall(line) else { return line }
    do throws(Failure) {
      let line = try recall.line(in: history.lines)
      errors.write(Untrusted(line).neutralised.wrapped(to: Environment.terminalWidth()) + "\n")
      return line
    } catch {
      _ = interpreter.complain(error, from: .typed)
      return nil
    }
  }
}
