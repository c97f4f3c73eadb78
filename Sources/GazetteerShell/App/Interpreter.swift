import GazetteerIndex
import GazetteerServices
import GazetteerSession

/// A session, and what carries out its effects: lines go in, words come out. Owned by one thread.
///
///     line ─► statements ─► Session.answer ─► reply ─┬─► view ─► Output
///                 ▲ Waiting                          └─► events ─► Session.receive ─► effects ─┐
///                 └──────────────── EffectRunner, scripts ◄────────────────────────────────────┘
final class Interpreter {
  private(set) var session: Session
  let environment: Environment
  let settings: Settings
  private(set) var output: Output
  let jobs = Jobs()
  var wait = Wait.onThisThread
  /// Cells of a line where results are printed; nil: as many as it takes.
  var width: Int?
  /// Whether datasets are opened in the background although nobody said so: at the prompt.
  var opensInBackground = false
  /// Whether what ends in the background is taken in at `wait` alone, lest it matter how fast the machine is.
  var learnsOnlyByWaiting = false
  /// Whether notices and errors are broken at words to fit the terminal: at the prompt.
  var wrapsWords = false
  /// The statement whose reply is being carried out.
  private(set) var statement: Statement?
  /// The reply before, on the same line.
  private var previous: Reply?
  /// Whether the commands come from the standard input.
  var readsStandardInput = false
  /// Lets the user tick things on the screen; nil where that cannot be shown.
  var pick: ((Picker, _ newer: @escaping () -> Picker?) -> Picker?)?
  /// Who answers questions; nil where nobody does.
  var asker: Asker?
  /// Lets the user edit a text in an editor; nil where there is none.
  var editText: (([UInt8]) throws(Failure) -> [UInt8])?
  /// Whether some list had no rows.
  private(set) var hasShownNothing = false
  /// How long the prompt waits for a dataset before it goes on without, in milliseconds.
  private static let patience: Int32 = 200
  /// The scripts that are being run, the innermost last.
  var scripts: [FileIdentity] = []
  /// The file that takes the results instead of the output, while `output` says so.
  var resultFile: ResultFile?
  /// Where the user's settings are kept; nil for nowhere.
  var settingsFile: SettingsFile?
  /// What was typed at the prompt; nil where there is none.
  var pastLines: PastLines?
  /// What the user keeps.
  var favorites = FavoritesStore(path: nil)
  /// Why they could not be read the last time.
  var whyUnread: StoreError?
  /// What edits of this session are known by.
  var author = ""
  /// Whether `undo` may take back what another session kept: where this one begins and ends with a few commands.
  var undoesAnyEdit = false
  /// Where the session is kept for the next prompt; nil for nowhere.
  var sessionFile: SessionFile?
  /// What that file holds of this session, if anything.
  var keptRecord: SessionRecord?
  /// Whether a line of the history is running.
  var isRerunning = false
  /// Clears the screen where there is one.
  var clearScreen: () -> Void = {}

  init(_ settings: Settings, in environment: Environment, to output: Output) {
    self.settings = settings
    self.environment = environment
    self.output = output
    session = Session(world: environment.world(Session.world), preferences: settings.preferences)
    width = environment.width
  }

  var preferences: Preferences { session.preferences }

  /// What the place of printing can show.
  var style: Style {
    let isFile = resultFile != nil || settings.outputPath != nil
    return Style(
      width: resultFile == nil ? width : nil, isColored: preferences.isColored(in: environment, intoFile: isFile),
      isASCII: preferences.drawsASCII(in: environment, intoFile: isFile))
  }

  /// Runs the statements of a line.
  func run(_ line: Untrusted, from origin: Origin) -> Outcome {
    var outcome = learnsOnlyByWaiting ? Outcome() : receive(jobs.ended())
    if ends(outcome, origin) { return outcome }
    do throws(Failure) {
      var timing = newTiming
      timing?.stopwatch.enter(.parse)
      let statements = try Statement.statements(of: line)
      previous = nil
      let opensInBackground = opensInBackground
      defer { self.opensInBackground = opensInBackground }
      for (index, statement) in statements.enumerated() {
        // What follows on the line is meant for the dataset that is opened in it.
        self.opensInBackground = opensInBackground && index == statements.count - 1
        outcome.add(run(statement, from: origin, timed: timing ?? newTiming))
        timing = nil
        if ends(outcome, origin) { break }
      }
    } catch {
      outcome.add(complain(error, from: origin))
    }
    return outcome
  }

  /// Runs one statement and all that it asks for.
  func run(_ statement: Statement, from origin: Origin, timed timing: CommandTiming? = nil) -> Outcome {
    defer { if let timing { output.tell(timing.text + "\n") } }
    var context = context(for: origin)
    context.stopwatch = timing?.stopwatch
    let outcome = run(statement, from: origin, in: context)
    endCommand(statement.title)
    return outcome
  }

  func run(_ statement: Statement, from origin: Origin, in context: Context) -> Outcome {
    var outcome = readFavorites(for: origin, asJSON: statement.asksJSON)
    outcome.add(answer(statement, from: origin, in: context))
    return outcome
  }

  private func answer(_ statement: Statement, from origin: Origin, in context: Context) -> Outcome {
    let (session, style, previous) = (session, style, previous)
    let job = Job("\(statement.title)", cancellation: context.cancellation) { _ in
      Result { () throws(Failure) in
        let reply = try session.answer(statement, in: context)
        context.stopwatch?.enter(.render)
        defer { context.stopwatch?.enter(nil) }
        return (reply, reply.rendered(in: style, after: previous))
      }
    }
    let asJSON = statement.asksJSON
    switch wait.result(of: job) ?? .failure(.interrupted) {
    case .failure(let failure):
      return complain(failure, from: origin, asJSON: asJSON)
    case .success((let reply, _)) where reply.editsWanted != nil && context.edits == nil:
      return run(statement, knowing: reply.editsWanted ?? .all, from: origin, in: context)
    case .success((let reply, let text)):
      if !text.isEmpty { show(text) }
      self.previous = reply
      if reply.view?.isEmptyList == true { hasShownNothing = true }
      reply.notices.forEach(tell)
      self.statement = statement
      return receive(reply.events, from: origin, asJSON: asJSON)
    }
  }

  /// Runs a statement that wants to know kept edits first.
  private func run(
    _ statement: Statement, knowing wanted: EditsWanted, from origin: Origin, in context: Context
  ) -> Outcome {
    var context = context
    do throws(StoreError) {
      context.edits = try favorites.edits(wanted)
    } catch {
      return complain(
        Failure(error, what: "what was done to favorites cannot be read", code: .dataNotLoaded), from: origin,
        asJSON: statement.asksJSON)
    }
    return run(statement, from: origin, in: context)
  }

  func context(for origin: Origin) -> Context {
    var context = Context(now: environment.now(), localTime: environment.localTime)
    context.allowed = origin.powers(allowed: settings.allowed)
    context.newFavoriteID = environment.newFavoriteID
    context.author = author
    context.undoesAnyEdit = undoesAnyEdit
    context.isDryRun = settings.isDryRun
    if origin == .typed { context.history = pastLines?.lines() ?? [] }
    context.program = environment.program
    context.mapTemplate = environment.mapTemplate
    context.hasPicker = pick != nil && origin == .typed
    // How far they have come depends on how fast the machine is.
    if !learnsOnlyByWaiting { context.jobs = jobs.statuses(at: environment.stopwatch()) }
    return context
  }

  private var newTiming: CommandTiming? {
    preferences.times ? CommandTiming(clock: environment.stopwatch) : nil
  }

  /// Whether nothing that comes from `origin` is to follow.
  func ends(_ outcome: Outcome, _ origin: Origin) -> Bool {
    if outcome.quits || outcome.code == .interrupted { return true }
    guard outcome.code != nil else { return false }
    switch preferences.onError {
    case .stop: return true
    case .continue: return false
    case .auto: return !origin.survivesErrors
    }
  }

  /// Reports an error.
  func complain(_ failure: Failure, from origin: Origin, asJSON: Bool = false) -> Outcome {
    let asJSON = asJSON || preferences.format.isObject
    let text = origin.text(of: failure, asJSON: asJSON)
    output.complain(asJSON ? text : text.wrapped(to: wordWidth), failure.code)
    return Outcome(code: failure.code)
  }

  /// Prints results, or puts them where the user wants them.
  private func show(_ text: String) {
    if let resultFile { resultFile.append(text) } else { output.show(text) }
  }

  /// Tells the user, who may have asked for silence.
  func tell(_ message: Message) {
    if !preferences.isQuiet { warn(message) }
  }

  /// Says what the user must know, also where notices are not wanted.
  func warn(_ message: Message) { output.tell(message.neutralised.wrapped(to: wordWidth) + "\n") }

  private var wordWidth: Int? { wrapsWords ? width : nil }
}

extension Interpreter {
  /// Lets events change the session, and does what it asks for then.
  func receive(_ events: [Event], from origin: Origin, asJSON: Bool = false) -> Outcome {
    var outcome = Outcome()
    for event in events {
      for effect in session.receive(event) { outcome.add(perform(effect, from: origin, asJSON: asJSON)) }
    }
    return outcome
  }

  /// Lets the user select categories, and shows their places.
  private func pickCategories(from origin: Origin, asJSON: Bool) -> Outcome {
    let job = Job("edit-categories") { [session] _ in Picker(categoriesOf: session) }
    guard let pick else { return Outcome() }
    guard let picker = wait.result(of: job) else { return complain(.interrupted, from: origin, asJSON: asJSON) }
    guard let picked = pick(picker, newerCategories()) else { return Outcome() }
    var outcome = receive([.categoriesSelected(picked.categories(keeping: session.selectedCategories))], from: origin)
    endCommand(Untrusted("edit-categories"))
    let words = ["list"] + (asJSON ? ["--json"] : [])
    outcome.add(run(Statement(words: words.map { Word(Untrusted($0)) }), from: origin))
    return outcome
  }

  /// Gives the categories again each time that datasets were opened or closed since the last call.
  private func newerCategories() -> () -> Picker? {
    var known = session.open.map { ObjectIdentifier($0) }
    return { [self] in
      let open = session.open.map { ObjectIdentifier($0) }
      guard open != known else { return nil }
      known = open
      return Picker(categoriesOf: session)
    }
  }

  /// Drops the draft of a nested prompt in which the commands came to their end.
  func leaveNestedPrompt() { _ = receive([.draftAbandoned], from: .commandLine) }

  private func perform(_ effect: Effect, from origin: Origin, asJSON: Bool) -> Outcome {
    switch effect {
    case .keepFavorites(let edit, let message): return keep(edit, saying: message, from: origin, asJSON: asJSON)
    case .write(let file): return write(file, from: origin, asJSON: asJSON)
    case .ask(let question): return ask(question, from: origin, asJSON: asJSON)
    case .readImport(let request): return readImport(request, from: origin, asJSON: asJSON)
    case .editText(let text): return edit(text, from: origin, asJSON: asJSON)
    case .open(let request): return open(request, from: origin, asJSON: asJSON)
    case .stop(let id): jobs.stop(id)
    case .wait: return waitForJobs(from: origin)
    case .source(let path): return source(path, from: origin, asJSON: asJSON)
    case .pickCategories: return pickCategories(from: origin, asJSON: asJSON)
    case .quit: return Outcome(quits: true)
    case .notice(let message): tell(message)
    case .keep(let change): keep(change, from: origin)
    case .startOutput(let path): return startOutput(path, from: origin, asJSON: asJSON)
    case .endOutput: return endOutput(from: origin, asJSON: asJSON)
    case .run(let line): return rerun(line, from: origin, asJSON: asJSON)
    case .pause(let pause): return self.pause(pause, from: origin, asJSON: asJSON)
    case .clear: clearScreen()
    case .report(let failure): return complain(failure, from: origin, asJSON: asJSON)
    }
    return Outcome()
  }

  private func open(_ request: OpenRequest, from origin: Origin, asJSON: Bool) -> Outcome {
    if request.isStandardInput, readsStandardInput {
      return receive([.openFailed(request, .opensCommandInput)], from: origin, asJSON: asJSON)
    }
    let opening = Opening(request, in: environment)
    let job = opening.job(preparesTyping: opensInBackground)
    guard !opensInBackground, !request.inBackground else {
      jobs.start(job, as: .opening(request.name), for: Cause(origin, statement), at: environment.stopwatch())
      return request.inBackground ? Outcome() : waitABit(for: request)
    }
    let event = wait.result(of: job) ?? opening.event(.failure(.interrupted))
    return receive(ending: event, from: origin, asJSON: asJSON)
  }

  /// Gives a job a moment: most files are open before anybody could type the next command.
  private func waitABit(for request: OpenRequest) -> Outcome {
    if Readiness.wait(jobs.descriptor, milliseconds: Self.patience)[0] { return receive(jobs.ended()) }
    tell("opening \(request.source) in the background; wait lets it end")
    return Outcome()
  }

  private func receive(ending event: Event, from origin: Origin, asJSON: Bool = false) -> Outcome {
    let outcome = receive([event], from: origin, asJSON: asJSON)
    if preferences.isVerbose, case .opened(let dataset) = event { dataset.about.problems.forEach(tell) }
    return outcome
  }

  /// Applies the results of background jobs.
  private func receive(_ ended: [Jobs.Ended]) -> Outcome {
    ended.reduce(into: Outcome()) { outcome, ended in
      outcome.add(receive(ending: ended.event, from: ended.cause.origin))
      endCommand(ended.id.command)
    }
  }

  /// Applies the results of background jobs while the user types; returns what there is to say.
  func news(of ended: [Jobs.Ended]) -> [Message] {
    var said: [String] = []
    let output = output
    self.output = Output(
      show: { said.append($0) }, tell: { said.append($0) }, complain: { text, _ in said.append(text) })
    defer { self.output = output }
    _ = receive(ended)
    return said.map { Message(own: String($0.dropLast())) }
  }

  /// Waits until no job is running, then applies the results in the order of starting. Ctrl-C ends the wait, not the
  /// jobs.
  private func waitForJobs(from origin: Origin) -> Outcome {
    var ended: [Jobs.Ended] = []
    var interruption = Outcome()
    while !jobs.isIdle {
      guard wait.isReadable(jobs.descriptor) else {
        interruption = complain(.interrupted, from: origin)
        break
      }
      ended += jobs.ended()
    }
    var outcome = receive(ended.sorted { $0.number < $1.number })
    outcome.add(interruption)
    return outcome
  }
}
