import GazetteerIndex
import GazetteerSession
import Glibc

/// The prompt: asks for lines and runs them until the user quits.
final class Shell {
  let interpreter: Interpreter
  private let flags: Flags
  private let environment: Environment
  private let output: DescriptorWriter
  private let errors: DescriptorWriter
  private let signals: Signals
  private let history: History
  private let terminal: Terminal
  private let paged: PagedOutput
  private let desk: Desk
  private let kept: KeptAnswer

  private var title: WindowTitle { terminal.title }

  /// nil if the process is out of memory or descriptors. Made before any thread is started.
  init?(
    _ flags: Flags, in environment: Environment, keeper: Keeper, clearScreen: @escaping () -> Void,
    output: DescriptorWriter, show: @escaping (String) -> Void, errors: DescriptorWriter
  ) {
    let path = UserFiles(in: environment).history
    guard let terminal = Terminal(type: environment.variable("TERM")), let signals = Signals(),
      let history = History(path: path)
    else { return nil }
    self.flags = flags
    self.environment = environment
    self.output = output
    self.errors = errors
    self.signals = signals
    self.history = history
    self.terminal = terminal
    let paged = PagedOutput(pager: Pager(environment), terminal: terminal, signals: signals, print: show)
    self.paged = paged
    let kept = KeptAnswer { show($0) }
    self.kept = kept
    let words = Output(
      show: {
        kept.print()
        paged.show($0)
      },
      tell: {
        kept.print()
        errors.write($0)
      },
      complain: { text, _ in
        kept.print()
        errors.write(text)
      })
    desk = Desk(clearScreen: clearScreen)
    interpreter = Interpreter(flags, in: environment, to: words, for: .prompt, keeper: keeper, desk: desk)
  }

  /// The signal that ended the program, if one did.
  var endingSignal: Int32? { signals.ending?.rawValue }

  /// Runs the tasks of the command line, then asks for lines. Restores the terminal at the end.
  func run() -> Outcome {
    let mail = interpreter.jobs.mail { [interpreter, title] ended in
      defer { title.name(interpreter.session.inUse) }
      return interpreter.news(of: ended)
    }
    let startupFile = environment.variable("EDITRC") ?? environment.variable("HOME").map { $0 + "/.editrc" }
    let editor = LineEditor(
      on: terminal, startupFile: startupFile, history: history, signals: signals, mail: mail,
      assistant: PromptAssistant(of: interpreter), variable: environment.variable)
    guard let editor else {
      interpreter.tell("the terminal cannot be used for a prompt")
      return Outcome(code: .failed)
    }
    terminal.start()
    defer { terminal.end() }
    if let warning = history.load() { interpreter.tell(warning) }
    connect(editor)
    greet()
    desk.wait = wait(for: editor, mail)
    output.listen(to: signals)
    if let message = interpreter.restoreSession() { interpreter.tell(message) }
    interpreter.lookForWaitingChanges()
    desk.pastLines = PastLines(lines: { [history] in history.lines }, add: { [unowned self] in remember($0) })
    guard !interpreter.runStartupScript().quits else { return Outcome() }
    let outcome = runTasks()
    return outcome.quits ? outcome : ask(editor)
  }

  /// Connects the editor, the terminal, the signals and the desk with each other.
  private func connect(_ editor: LineEditor) {
    let (signals, terminal, interpreter) = (signals, terminal, interpreter)
    signals.stops = { terminal.stop(isWholeGroup: false) }
    signals.continues = { terminal.resume() }
    signals.interrupts = { [weak editor] in editor?.dropTypedAhead() }
    editor.suspend = { terminal.stop(isWholeGroup: true) }
    desk.asker = Asker(
      columns: Environment.terminalWidth, tell: { [errors] in errors.write($0) },
      read: { [weak editor] in editor?.readAnswer(prompt: $0) })
    let secrets = SecretInput(path: environment.terminalPath ?? "/dev/tty")
    desk.dropTypedAhead = { [weak editor] in editor?.dropWaiting() ?? false }
    desk.readSecret = { prompt in terminal.lend { secrets.read(after: prompt) } }
    let hasScreen = ["DISPLAY", "WAYLAND_DISPLAY"].contains { environment.variable($0).map { !$0.isEmpty } ?? false }
    if hasScreen, environment.finds(program: "xdg-open") {
      desk.openLink = { BrowserStart.opens($0) }
    }
    let external = ExternalEditor(environment)
    desk.editText = { text throws(Failure) in
      do throws(ExternalEditor.Failure) {
        return try external.edit(text, on: terminal, signals: signals)
      } catch {
        throw Failure(error.message)
      }
    }
    editor.editExternally = { text in
      do throws(ExternalEditor.Failure) {
        return try external.edit(line: text, on: terminal, signals: signals)
      } catch {
        interpreter.tell(error.message)
        return nil
      }
    }
  }

  private func wait(for editor: LineEditor, _ mail: Mail) -> Wait {
    let (terminal, interpreter, environment) = (terminal, interpreter, environment)
    var wait = Wait(signals: signals, mail: mail) { [errors] in errors.write($0.neutralised + "\n") }
    wait.wasInterruptedBefore = { [weak editor] in editor?.removeLeadingInterrupt() ?? false }
    wait.animation = { title, since in
      terminal.spinner(
        title: title, since: since, isASCII: interpreter.style.isASCII, stopwatch: environment.stopwatch)?.animation
    }
    return wait
  }

  /// Says what there is, and one thing to type: at the first start a search, later what lists the rest.
  private func greet() {
    let world = interpreter.session.open.first
    let isFirst = world != nil && history.lines.isEmpty && flags.tasks.isEmpty
    let places: Message =
      world.map { "\(own: Numeral.grouped($0.size.count)) places" }
      ?? "without the built-in dataset (Scripts/setup makes it)"
    interpreter.tell("gaz \(own: Environment.version): \(places); try: \(isFirst ? "paris tx" : "help")")
  }

  /// Opens files in the background; commands and scripts run before the first prompt.
  private func runTasks() -> Outcome {
    flags.tasks.reduce(into: Outcome()) { outcome, task in
      guard !outcome.quits else { return }
      if case .open = task { interpreter.opensInBackground = true }
      outcome.add(interpreter.run([task]) { output.failure == 0 })
      interpreter.opensInBackground = false
    }
  }

  private func remember(_ line: String) {
    if let warning = history.add(line) { interpreter.tell(warning) }
  }

  private func ask(_ editor: LineEditor) -> Outcome {
    interpreter.opensInBackground = true
    paged.isWanted = { [interpreter] in
      interpreter.scripts.isEmpty && !interpreter.printsResultsOfJobs && editor.hasScreen
    }
    if editor.hasScreen {
      desk.keepAnswer = { [kept, terminal] text, render in
        kept.print()
        // Each of its lines fits the window.
        let height = text.utf8.count { $0 == UInt8(ascii: "\n") }
        guard height < ScreenSize(of: STDOUT_FILENO).rows, !TypeAhead.waits(on: terminal.modes.descriptor) else {
          return false
        }
        kept.keep(text, render)
        return true
      }
      let painter = MapPainter(editor) { [interpreter] in interpreter.tell($0) }
      desk.paintMap = { [kept, paged] subject, graphics, style throws(Failure) in
        var style = style
        style.isLandscape = false
        guard let text = try painter.text(of: subject, as: graphics, in: style) else { return false }
        kept.print()
        paged.showAtOnce(text)
        return true
      }
      desk.browse = { [interpreter] in
        editor.browse($0, isASCII: interpreter.style.isASCII, isColored: interpreter.style.isColored, ask: $1)
      }
      desk.pick = { [interpreter] in editor.pick($0, isASCII: interpreter.style.isASCII, newer: $1) }
    }
    let usualMode = editor.mode
    while true {
      adapt(editor, usualMode: usualMode)
      title.name(interpreter.session.inUse)
      editor.answer = kept.take()
      switch editor.readLine(prompt: interpreter.session.promptName + "> ") {
      case .interrupted:
        // A line with text is dropped first.
        if !editor.hasDroppedText { interpreter.interruptBackground() }
      case .endOfFile:
        guard signals.ending == nil else { return Outcome() }
        // Ctrl-D leaves a nested prompt first. If the terminal itself has ended, the next line ends in the same way.
        guard interpreter.session.mode != .commands else {
          // `quit` says what is not over yet.
          return Outcome(quits: interpreter.run(Untrusted("quit"), from: .typed).quits)
        }
        if interpreter.carryOut(interpreter.session.leaving(quits: false), for: .typed).quits { return Outcome() }
      case .line(let line):
        guard let line = expanded(line), !interpreter.refusesPassword(Untrusted(line)) else { continue }
        remember(line)
        if flags.outputPath == nil {
          interpreter.width = Environment.terminalWidth()
          interpreter.rows = Environment.terminalRows()
        }
        let outcome = interpreter.runTyped(Untrusted(line))
        if outcome.quits {
          kept.print()
          return Outcome()
        }
      }
    }
  }

  /// Applies the settings to everything around the line.
  private func adapt(_ editor: LineEditor, usualMode: String) {
    let preferences = interpreter.preferences
    paged.pager.isOn = preferences.pages
    title.isOn = preferences.titles
    editor.showsHints = preferences.hints
    let mode = preferences.keys == .auto ? usualMode : preferences.keys.rawValue
    if editor.mode != mode { editor.useMode(mode) }
  }

  /// Replaces `!` at the start of the line and shows the result; nil if no line of the history matches.
  private func expanded(_ line: String) -> String? {
    guard let recall = Recall(line) else { return line }
    do throws(Failure) {
      let line = try recall.line(in: history.lines)
      errors.write(Untrusted(line).neutralised.wrapped(to: Environment.terminalWidth()) + "\n")
      return line
    } catch {
      _ = interpreter.complain(error, for: .typed)
      return nil
    }
  }
}
