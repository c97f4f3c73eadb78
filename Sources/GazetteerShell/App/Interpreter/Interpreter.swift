import GazetteerIndex
import GazetteerServices
import GazetteerSession

/// Runs lines in a session: answers commands, applies their events and performs their effects. Owned by one thread.
///
///     line ─► statements ─► Session.answer ─► reply ─┬─► view ─► Output
///                 ▲ in a job                         └─► events ─► Session.receive ─┐
///                 └────────────────────── jobs, scripts, keeper, desk ◄── effects ──┘
final class Interpreter {
  /// Who the commands come from.
  enum Purpose {
    /// Somebody at the prompt.
    case prompt
    /// The command line, scripts named there, the standard input.
    case batch
    /// A transcript or a script that is replayed.
    case replay
  }

  private(set) var session: Session
  let environment: Environment
  let flags: Flags
  let purpose: Purpose
  let output: Output
  let jobs: Jobs
  /// Saves what must outlive the session.
  let keeper: Keeper
  /// Connects the interpreter with the user.
  let desk: Desk
  /// The accounts of the user at location services, and what was fetched from these.
  private(set) lazy var services = locationServices()
  var data: DataManager { services.data }
  /// Cells of a line where results are printed; nil: no limit.
  var width: Int?
  /// Lines of the window where results are printed; nil: there is none.
  var rows: Int?
  /// Whether `open` continues in the background without `--background`; only at the prompt.
  var opensInBackground = false
  /// Whether no other command of the same line follows.
  var isLastOfLine = false
  /// How long the prompt waits for a dataset before it continues without it, in milliseconds; 0: not at all.
  var openingPatience: Int32 = 200
  /// Whether the commands come from the standard input.
  var readsStandardInput: Bool
  /// The scripts that are running, the innermost last.
  var scripts: [RunningScript] = []
  /// What the user allowed the scripts that are running; nil if the user did not start them at the prompt.
  var consent: ScriptConsent?
  /// The powers that the commands of a dry run lack.
  var missingPowers: Set<Power> = []
  /// Whether a line of the history is running.
  var isRerunning = false
  /// The changes of locations that jobs are making in the background, by the numbers of the jobs.
  var changeCalls: [Int: (service: String, call: ChangeCall)] = [:]
  /// The logins that may keep a password, and whose it is, by the names of the services.
  var keepings: [String: (PasswordKeeping, user: Untrusted)] = [:]
  /// The user name of the last login at each service, as it was typed: passwords are kept under it. The service may have
  /// another spelling.
  var typedUsers: [String: Untrusted] = [:]
  /// How many commands have run, without those that only wait.
  private(set) var commands = 0
  /// How many commands had run when a job was asked for whose result is listed.
  var commandsBefore: [JobID: Int] = [:]
  /// Whether an answer of a provider may be listed now.
  var listsAnswers = true
  /// Whether a list goes on with rows that have come, so that nothing waits for the next ones.
  var extendsList = false
  /// Whether a command waits for all jobs, also for those that follow from them.
  var isWaiting = false
  /// Whether results of jobs are being printed. Nobody has asked for them at this moment, so the pager is not opened.
  var printsResultsOfJobs = false
  /// Whether results are printed above the line that the user is typing.
  var printsAbove = false
  /// Whether some list was empty.
  private(set) var hasShownNothing = false
  /// The previous reply on the same line.
  var previous: Reply?

  init(
    _ flags: Flags, in environment: Environment, to output: Output, for purpose: Purpose = .batch,
    keeper: Keeper = Keeper(), jobs: Jobs = Jobs(), desk: Desk = Desk()
  ) {
    self.flags = flags
    self.environment = environment
    self.output = output
    self.purpose = purpose
    self.keeper = keeper
    self.jobs = jobs
    self.desk = desk
    session = Session(world: environment.world(Session.world), preferences: flags.preferences)
    width = environment.width
    rows = flags.outputPath == nil ? environment.rows : nil
    readsStandardInput = purpose != .batch
  }

  /// Where passwords are looked up and kept.
  private(set) lazy var secrets = SecretKeeping(
    in: environment, services: services.facts, hasFaults: !services.warnings.isEmpty,
    commands: services.passwordCommands)

  private func locationServices() -> LocationServices {
    let named = LocationServices(in: environment)
    for warning in named.warnings { tell(warning) }
    return named
  }

  var preferences: Preferences { session.preferences }
  var wait: Wait { desk.wait }

  /// What can be shown where results are printed.
  var style: Style {
    let isFile = keeper.resultFile != nil || flags.outputPath != nil
    var style = Style(
      width: keeper.resultFile == nil ? width : nil, rows: keeper.resultFile == nil ? rows : nil,
      isColored: !printsAbove && preferences.isColored(in: environment, intoFile: isFile),
      isASCII: preferences.drawsASCII(in: environment, intoFile: isFile))
    style.isLandscape = isLandscape(columns: style.width)
    style.isRaw = purpose != .replay && !printsOnTerminal  // Transcripts may be shown on a terminal.
    return style
  }

  /// What can be shown around the line, on a screen of so many columns and rows.
  func screenStyle(columns: Int, rows: Int? = nil) -> Style {
    var style = Style(
      width: columns, rows: rows, isColored: preferences.isColored(in: environment, intoFile: false),
      isASCII: preferences.drawsASCII(in: environment, intoFile: false))
    style.isLandscape = isLandscape(columns: columns)
    return style
  }

  /// From this many columns on, lists and maps are side by side at the prompt.
  private static let landscapeColumns = 100

  private func isLandscape(columns: Int?) -> Bool {
    switch preferences.layout {
    case .portrait: false
    case .landscape: true
    case .auto: desk.browse != nil && columns.map { $0 >= Interpreter.landscapeColumns } ?? false
    }
  }

  /// Runs one statement and everything it asks for, in the usual context if there is no other.
  func run(
    _ statement: Statement, from origin: Origin, in context: Context? = nil, timed timing: CommandTiming? = nil
  ) -> Outcome {
    defer { if let timing { output.tell(timing.text + "\n") } }
    if !statement.isWait { commands += 1 }
    var context = context ?? self.context(for: origin)
    context.stopwatch = timing?.stopwatch
    var outcome = answer(statement, for: Cause(origin, statement), in: context)
    outcome.add(say(endCommand(statement.title)))
    return outcome
  }

  /// Answers a statement. If it needs data first, gets them and answers again. Then carries out the reply.
  func answer(_ statement: Statement, for cause: Cause, in context: Context) -> Outcome {
    var context = context
    var outcome = Outcome()
    var problem = mayShowFavorites(statement) ? readFavorites(patience: .brief, context.cancellation) : nil
    guard problem != .cancelled else { return complain(.interrupted, for: cause) }
    if problem != nil { context.favorites = .old }
    do throws(Failure) {
      var (reply, text) = try self.reply(to: statement, for: cause, in: &context)
      while let need = reply.needs {
        if need == .favorites {
          problem = readFavorites(patience: .full, context.cancellation)
          context.favorites = problem.map { FavoritesAccess.unreadable(.unreadFavorites($0)) } ?? .latest
          if problem == .cancelled { throw .interrupted }
          // An edit would wait just as long for the same lock.
          if problem == .busy { throw .unreadFavorites(.busy) }
        } else if case .changes(let isSubject) = need {
          context.waiting = try waitingChanges(isSubject: isSubject, context.cancellation)
        } else {
          context.given = try data(for: need, in: context, for: cause)
        }
        (reply, text) = try self.reply(to: statement, for: cause, in: &context)
      }
      missingPowers.formUnion(reply.missingPowers)
      outcome.add(say(remark(on: problem, for: cause)))
      for message in reply.remarks { tell(message) }
      // The text can be complete before the events are applied, because a view is a value.
      if !text.isEmpty, !paints(reply, for: cause), !keeps(reply, text, for: cause) { show(text) }
      previous = reply
      if reply.view?.isEmptyList == true { hasShownNothing = true }
      outcome.add(carryOut(reply, for: cause.answered(by: reply)))
    } catch {
      if context.isDryRun { missingPowers.formUnion(error.missingPowers) }
      if case .unreadable(let failure) = context.favorites, failure.message == error.message {
        keeper.lastReadError = problem
      } else if error != .interrupted {
        outcome.add(say(remark(on: problem, for: cause)))
      }
      outcome.add(complain(error, for: cause))
    }
    return outcome
  }

  /// The reply of the session, after asking the user for the powers that a script lacks.
  private func reply(
    to statement: Statement, for cause: Cause, in context: inout Context
  ) throws(Failure) -> (Reply, text: String) {
    while true {
      do throws(Failure) {
        return try reply(to: statement, in: context)
      } catch {
        if let choice = error.choice, let word = try word(for: choice, asking: cause) {
          context.chosen[choice.name] = word
          continue
        }
        let missing = error.missingPowers.subtracting(context.allowed)
        guard try isAllowedByUser(missing, for: cause) else { throw error }
        context.allowed.formUnion(missing)
      }
    }
  }

  private func reply(to statement: Statement, in context: Context) throws(Failure) -> (Reply, text: String) {
    let (session, style, previous) = (session, style, previous)
    let job = Job("\(statement.title)", cancellation: context.cancellation) { _ in
      Result { () throws(Failure) in
        let reply = try session.answer(statement, in: context)
        context.stopwatch?.enter(.render)
        defer { context.stopwatch?.enter(nil) }
        do throws(Cancelled) {
          return (reply, text: try reply.rendered(in: style, after: previous, context.cancellation))
        } catch {
          throw .interrupted
        }
      }
    }
    return try (wait.result(of: job) ?? .failure(.interrupted)).get()
  }

  /// What a command needs before it can answer.
  private func data(for need: Need, in context: Context, for cause: Cause) throws(Failure) -> Given? {
    let cancellation = context.cancellation
    return switch need {
    case .favorites, .changes: nil
    case .edits(let wanted): .edits(try edits(wanted, cancellation))
    case .file(let request): .file(try file(request, cancellation))
    case .places(let asking): .places(context.answers + [try places(asking, for: cause, cancellation)])
    case .locations(let request): .locations(try older(request, for: cause, cancellation))
    case .code(let text): .code(try code(of: text, cancellation))
    case .telling(let parts): .telling(try telling(parts, cancellation))
    }
  }

  func context(for origin: Origin) -> Context {
    var context = Context(now: environment.now(), localTime: environment.localTime)
    if purpose != .replay { context.language = environment.language }
    context.allowed = origin.powers(allowed: flags.allowed.union(consent?.allowed ?? []))
    context.isSameSource = { [environment] in environment.isSameSource($0, $1) }
    context.newFavoriteID = environment.newFavoriteID
    (context.author, context.mayLeaveOutCommand) = (keeper.author, origin.mayLeaveOutCommand)
    // A program that runs a few commands and ends has no edits of its own to undo.
    context.undoesAnyEdit = purpose == .batch
    (context.isDryRun, context.isInWindow) = (flags.isDryRun, style.rows != nil)
    context.mapSize = style.mapSize
    // A window that becomes wide gets the map beside the last answer.
    context.showsMap = style.split != nil || (desk.keepAnswer != nil && preferences.layout == .auto)
    context.asksInBackground = opensInBackground && origin == .typed
    context.services = services.facts
    context.isOffline = environment.web.isOffline
    if origin == .typed { context.history = desk.pastLines?.lines() ?? [] }
    context.program = { [environment] in environment.program }
    context.mapTemplate = environment.mapTemplate
    context.zipCode = environment.zipCode
    context.world = { [world = environment.world] in world(Session.world) }
    context.hasPicker = desk.pick != nil && origin == .typed
    // How far jobs have come depends on the speed of the machine.
    if !learnsOnlyByWaiting { context.jobs = jobs.statuses(at: environment.stopwatch()) }
    return context
  }
}

/// Talking to the user.
extension Interpreter {
  /// Prints the notes of an outcome.
  func say(_ outcome: Outcome) -> Outcome {
    for note in outcome.notes {
      switch note {
      case .notice(let text): output.tell(text)
      case .error(let text, let code): output.complain(text, code)
      case .result(let text): show(text)
      }
    }
    return outcome.withoutNotes
  }

  /// A notice, which the user may have asked not to see.
  func notice(_ message: Message) -> Outcome {
    preferences.isQuiet ? Outcome() : Outcome(.notice(text(of: message)))
  }

  /// The same about a command; with `--json`, it may be its result.
  func notice(_ message: Message, for cause: Cause) -> Outcome {
    cause.saying?.object(message).map { Outcome(.result($0)) } ?? notice(message)
  }

  /// What a command has done.
  func done(_ deed: Deed, for cause: Cause) -> Outcome {
    if let object = cause.saying?.object(deed) { return Outcome(.result(object)) }
    return deed.lines.reduce(into: Outcome()) { $0.add(notice($1)) }
  }

  /// The same in one sentence; the data are only made for `--json`.
  func done(_ line: Message, _ deed: @autoclosure () -> Deed, for cause: Cause) -> Outcome {
    cause.saying?.isObject == true ? done(deed(), for: cause) : notice(line)
  }

  /// An error.
  func error(_ failure: Failure, for cause: Cause) -> Outcome {
    var failure = failure
    failure.command = failure.command ?? cause.saying?.command
    failure.givenPowers = flags.allowed
    let asJSON = cause.asksJSON || preferences.format.isObject
    let text = cause.origin.text(of: failure, asJSON: asJSON)
    return Outcome(.error(asJSON ? text : text.wrapped(to: wordWidth), failure.code))
  }

  /// Prints an error.
  func complain(_ failure: Failure, for cause: Cause) -> Outcome { say(error(failure, for: cause)) }

  /// Prints a notice, unless the user asked for silence.
  func tell(_ message: Message) { _ = say(notice(message)) }

  /// Prints what the user must know, also if notices are off.
  func warn(_ message: Message) { output.tell(text(of: message)) }

  private func text(of message: Message) -> String { message.neutralised.wrapped(to: wordWidth) + "\n" }

  /// Whether an answer with places stays on the screen as a part of the prompt, which is drawn again when the size of the
  /// window changes.
  private func keeps(_ reply: Reply, _ text: String, for cause: Cause) -> Bool {
    guard let keep = desk.keepAnswer, cause.origin == .typed, isLastOfLine, !preferences.times, reply.map != nil,
      reply.format == .table, keeper.resultFile == nil, flags.outputPath == nil
    else { return false }
    return keep(text) { [self] in reply.rendered(in: screenStyle(columns: $0, rows: $1)) }
  }

  /// Prints results, or adds them to the result file.
  func show(_ text: String) {
    if let file = keeper.resultFile { file.append(text) } else { output.show(text) }
  }

  /// Where notices and errors are wrapped: at the prompt, to fit the terminal.
  private var wordWidth: Int? { purpose == .prompt ? width : nil }
}

/// Changing the session.
extension Interpreter {
  /// Says the notices of a reply, applies its events, then performs its effects.
  func carryOut(_ reply: Reply, for cause: Cause) -> Outcome {
    for message in reply.notices { _ = say(notice(message, for: cause)) }
    var outcome = receive(reply.events, for: cause)
    outcome.add(performAndSay(reply.effects, for: cause))
    return outcome
  }

  /// Applies events and performs the effects that follow. Each effect's notes are printed before the next one.
  func receive(_ events: [Event], for cause: Cause) -> Outcome {
    events.reduce(into: Outcome()) { outcome, event in
      outcome.add(performAndSay(session.receive(event), for: cause))
    }
  }

  /// Applies an event like `receive`. If the user is typing, it leaves the notes to the caller.
  func apply(_ event: Event, for cause: Cause) -> Outcome {
    guard printsAbove else { return receive([event], for: cause) }
    return session.receive(event).reduce(into: Outcome()) { outcome, effect in outcome.add(perform(effect, for: cause))
    }
  }

  /// Performs effects in order and prints their notes. If an edit is not saved, the effects after it are not performed:
  /// they may depend on the edit.
  private func performAndSay(_ effects: [Effect], for cause: Cause) -> Outcome {
    var outcome = Outcome()
    for effect in effects {
      let performed = say(perform(effect, for: cause))
      outcome.add(performed)
      if case .keepFavorites = effect, performed.code != nil { break }
    }
    return outcome
  }

  /// Lets the session know that a question is being answered, so that the line is not completed as a command.
  func whileAsking<Result>(_ question: Question, _ work: () -> Result) -> Result {
    _ = session.receive(.asked(question))
    defer { _ = session.receive(.answered(.no)) }
    return work()
  }

  /// Ends a command: its changes become one step of `undo` and are saved for the next prompt.
  func endCommand(_ title: Untrusted) -> Outcome {
    var outcome = apply(.commandEnded(title), for: .typed)
    if let warning = saveSession() { outcome.add(notice(warning)) }
    return outcome
  }
}
