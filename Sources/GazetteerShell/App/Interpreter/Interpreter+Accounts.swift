import GazetteerIndex
import GazetteerServices
import GazetteerSession
import Glibc
import Synchronization

/// Accounts and locations.
extension Interpreter {
  /// Logs in. Asks for the password if it is not given otherwise.
  func login(_ request: LoginRequest, for cause: Cause) -> Outcome {
    do throws(Failure) {
      let (data, name) = (data, request.service.name)
      try check(request)
      let (secret, place) = try secret(for: request)
      let way = request.login(with: secret)
      let job = Job("logging in to \(own: name)") { cancellation in
        Swift.Result { () throws(ServiceError) in try data.login(to: name, way, cancellation) }
      }
      guard let result = wait.result(of: job) else { throw .interrupted }
      do throws(ServiceError) {
        var account = try result.get()
        if !account.isGuest { account.secret = keep(secret, for: request, in: place) }
        return receive([.loggedIn(account, request.service)], for: cause)
      } catch {
        throw Failure(login: error, to: request, advice: secrets.advice(on: place, for: request))
      }
    } catch {
      return self.error(error.of("login"), for: cause)
    }
  }

  /// Throws if the service cannot be used as it is described, before anybody types a password for it.
  private func check(_ request: LoginRequest) throws(Failure) {
    guard request.service.isRemote else { return }
    let (data, name) = (data, request.service.name)
    let job = Job("logging in to \(own: name)") { _ in
      Swift.Result { () throws(ServiceError) in try data.check(name) }
    }
    guard let result = wait.result(of: job) else { throw .interrupted }
    do throws(ServiceError) { try result.get() } catch { throw Failure(login: error, to: request, advice: nil) }
  }

  /// The password or the token, and where it was: on the standard input if that was asked for, else where passwords are
  /// kept. If it is nowhere, the user is asked.
  private func secret(for request: LoginRequest) throws(Failure) -> (Secret, Account.SecretPlace) {
    if request.way == .guest { return (Secret([UInt8]()), .none) }
    if request.readsInput { return (try secretFromInput(for: request), .memory) }
    let (secrets, name, user) = (secrets, request.service.name, request.user)
    let isNew = request.way != .password
    let job = Job("looking for the password of \(user.beginning)") { cancellation in
      Swift.Result { () throws(Failure) in try secrets.secret(of: user, at: name, isNew: isNew, cancellation) }
    }
    guard let found = wait.result(of: job) else { throw .interrupted }
    if let found = try found.get() { return found }
    let secret = try askForSecret("password of \(cut: user) at \(own: name): ", for: request)
    guard !secret.isEmpty else { throw .noPassword(request) }
    if isNew, try askForSecret("the same again: ", for: request) != secret {
      throw Failure(notLoggedIn: name, why: "the passwords differ", try: "\(request.command), and type it twice")
    }
    return (secret, .memory)
  }

  /// After a login, keeps the password if the user wants that. If it cannot be kept, the login is still valid.
  private func keep(_ secret: Secret, for request: LoginRequest, in place: Account.SecretPlace) -> Account.SecretPlace {
    guard request.keeps else { return place }
    guard place == .memory else {
      if place == .environment || place == .command { tell("the password is not kept, because it was not typed") }
      return place
    }
    do throws(Failure) {
      return try secrets.keep(secret, of: request.user, at: request.service.name)
    } catch {
      tell(error.message)
      return place
    }
  }

  private func askForSecret(_ prompt: Message, for request: LoginRequest) throws(Failure) -> Secret {
    let service = request.service.name
    switch flags.takesNoInput ? nil : desk.readSecret?(prompt.neutralised) {
    case .secret(let secret)?: return secret
    case .interrupted?: throw .interrupted
    case .endOfFile?: throw .noPassword(request)
    case nil:
      throw Failure(
        "nobody can be asked for the password", why: secrets.remark(on: service), try: secrets.advice(for: service),
        code: .loginRequired)
    }
  }

  /// The first line of the standard input.
  private func secretFromInput(for request: LoginRequest) throws(Failure) -> Secret {
    guard !readsStandardInput else {
      throw Failure(
        "no password was read from the standard input", why: "the commands come from there",
        try: "gaz -c 'login --user NAME --token-stdin' < FILE")
    }
    let line = try? LineSource(descriptor: STDIN_FILENO, waiting: wait.isReadable).next()
    guard let line, !line.bytes.isEmpty else { throw .noPassword(request) }
    return Secret(line.bytes)
  }

  func logout(_ service: ServiceFacts, forgetting user: Untrusted?, for cause: Cause) -> Outcome {
    // The service would wait for the end of a request that nobody needs any more.
    jobs.stop(.fetching(service.name))
    let data = data
    let job = Job("logging out from \(own: service.name)") { cancellation in
      Swift.Result { () throws(ServiceError) in try data.logout(from: service.name, cancellation) }
    }
    let result = wait.result(of: job)
    var outcome = receive([.loggedOut(service: service.name)], for: cause)
    switch result {
    case .success?: outcome.add(notice("logged out from \(own: service.name)", for: cause))
    case .failure(let error)?:
      outcome.add(self.error(Failure(loggedOutOnlyHere: service, why: error.reason), for: cause))
    case nil:
      outcome.add(error(Failure(loggedOutOnlyHere: service, why: "it was interrupted", code: .interrupted), for: cause))
    }
    guard let user else { return outcome }
    do throws(Failure) {
      let wasKept = try secrets.forget(user, at: service.name)
      outcome.add(notice(wasKept ? "the password was forgotten" : "no password was kept", for: cause))
    } catch {
      outcome.add(self.error(error.of("logout"), for: cause))
    }
    return outcome
  }

  /// Fetches locations; at the prompt, in the background if that takes long. Lists them if that was asked for.
  func fetch(_ request: LocationsRequest, for cause: Cause) -> Outcome {
    let (data, name) = (data, request.service.name)
    var asked = request
    // A list that may come later is announced instead.
    asked.lists = request.lists && !opensInBackground
    // The rows of a longer list are shown as they come.
    let wanted = min(request.rows, LocationsRequest.part)
    let progress = DatasetProgress()
    let count: @Sendable () -> JobProgress = { JobProgress(progress.sample, after: request.shown) }
    let job = Job<Event>(request.title, progress: count) { [asked] cancellation in
      do throws(ServiceError) {
        guard wanted > 0 else {
          return .fetched(asked, try data.fetch(asked.kind.fetch, from: name, progress: progress, cancellation))
        }
        let (news, failure) = try data.fetchOlder(wanted, from: name, progress: progress, cancellation)
        guard let failure else { return .fetched(asked, news) }
        return .fetchFailed(asked, Failure(fetching: failure, from: name), news: news)
      } catch {
        return .fetchFailed(
          asked, Failure(fetching: error, from: name), notices: data.takeNotices(unless: cancellation))
      }
    }
    let interrupted = Event.fetchFailed(asked, Failure.interrupted)
    let outcome = say(run(job, as: .fetching(name), for: cause, interrupted: interrupted))
    guard request.lists, outcome.code == nil, !session.isFetching(name), session.locations(of: name) != nil else {
      return outcome
    }
    var listed = outcome
    let words = ["locations", name] + (cause.asksJSON ? ["--json"] : [])
    listed.add(run(Statement(words: words.map { Word(Untrusted($0)) }), from: cause.origin))
    return listed
  }

  /// Fetches the older locations that a list needs. Returns why not all of them came; those that did are kept.
  func older(_ request: LocationsRequest, for cause: Cause, _ cancellation: Cancellation) throws(Failure) -> Failure? {
    let (data, name) = (data, request.service.name)
    let progress = DatasetProgress()
    let count: @Sendable () -> JobProgress = { JobProgress(progress.sample, after: request.shown) }
    let job = Job(request.title, cancellation: cancellation, progress: count) { cancellation in
      Swift.Result { () throws(ServiceError) in
        try data.fetchOlder(request.rows, from: name, progress: progress, cancellation)
      }
    }
    let end = wait.end(of: job)
    var problem: ServiceError? = .cancelled
    do throws(ServiceError) {
      if let (news, failure) = try end.result?.get() {
        _ = receive([.fetched(LocationsRequest(request.service, .older), news)], for: cause)
        problem = failure
      }
    } catch {
      problem = error
    }
    if end.wasInterrupted || problem == .cancelled { throw .interrupted }
    return problem.map { Failure(fetching: $0, from: name) }
  }

  /// Shows the next rows of the last list, which have come, and fetches those that are still wanted.
  func extendList(for request: LocationsRequest, for cause: Cause) -> Outcome {
    extendsList = true
    defer { extendsList = false }
    let words = ["more", "--limit", request.rows == .max ? "all" : String(request.rows)]
    let statement = Statement(
      words: (words + (cause.asksJSON ? ["--json"] : [])).map { Word(Untrusted($0)) })
    var context = context(for: .typed)
    context.asksInBackground = true
    guard printsAbove else { return answer(statement, for: cause, in: context) }
    return answerAbove(statement, for: cause, in: context) ?? Outcome()
  }

  /// Changes a location at a service; at the prompt, in the background if that takes long. If the user interrupts that, the
  /// change is taken out, unless the service may have stored it.
  func post(_ request: PostRequest, for cause: Cause) -> Outcome {
    let (data, name) = (data, request.service.name)
    let stage = PostingStage(isChecking: request.checksLink)
    let call = ChangeCall()
    let job = Job<Event>("sending a location to \(own: name)", progress: stage.progress) { cancellation in
      do throws(ServiceError) {
        return .posted(
          request,
          try data.perform(
            request.change, at: name, checksLink: request.checksLink, as: call, cancellation,
            linkAnswered: stage.linkAnswered))
      } catch {
        return .postFailed(
          request, Failure(posting: error, request), notices: data.takeNotices(unless: cancellation))
      }
    }
    return run(
      job, as: .posting(name), for: cause, started: { changeCalls[$0] = (name, call) },
      interrupted: .postFailed(request, .interruptedPost(isTakenOut: isWithdrawn([call]))))
  }

  /// Checks a link, then opens it in the browser, or prints it if there is none.
  func visit(_ request: VisitRequest, for cause: Cause) -> Outcome {
    let data = data
    let job = Job("asking for \(request.url.beginning)") { cancellation in
      Swift.Result { () throws(LinkError) in try data.check(link: request.url, cancellation) }
    }
    do throws(Failure) {
      guard let result = wait.result(of: job) else { throw .interrupted }
      do throws(LinkError) { try result.get() } catch { throw Failure(link: error) }
    } catch {
      return self.error(error.of("visit"), for: cause)
    }
    let isOpened = cause.origin == .typed && desk.openLink?(request.url.text) ?? false
    let deed = request.deed(isOpened: isOpened)
    guard !isOpened else { return done(deed, for: cause) }
    return Outcome(.result(cause.saying?.object(deed) ?? request.url.neutralised + "\n"))
  }

  /// Runs a job whose result is an event. At the prompt it goes on in the background if it is not over soon.
  ///
  /// - Parameter started: called with the number of a job in the background.
  private func run(
    _ job: Job<Event>, as id: JobID, for cause: Cause, started: (Int) -> Void = { _ in },
    interrupted: @autoclosure () -> Event
  ) -> Outcome {
    guard opensInBackground || extendsList else { return apply(wait.result(of: job) ?? interrupted(), for: cause) }
    started(jobs.start(job, as: id, for: cause, at: environment.stopwatch()))
    // While the user types, and between the parts of a list, nothing waits even for a moment.
    if printsAbove || extendsList { return Outcome() }
    if Readiness.wait(jobs.descriptor, milliseconds: openingPatience)[0] { return applied(jobs.ended()) }
    return notice("\(job.progress().title ?? job.title) in the background; to wait for it: wait", for: cause)
  }
}

/// What a job does that changes a location: first it may check its link.
private final class PostingStage: Sendable {
  private let isChecking: Mutex<Bool>

  init(isChecking: Bool) { self.isChecking = Mutex(isChecking) }

  func linkAnswered() { isChecking.withLock { $0 = false } }

  @Sendable func progress() -> JobProgress {
    var progress = JobProgress()
    if isChecking.withLock(\.self) { progress.title = "checking the link" }
    return progress
  }
}

extension LoginRequest {
  /// The command that logs in in this way.
  var command: Message {
    let base: Message = user.isEmpty ? "login \(own: service.name)" : "login \(own: service.name) --user \(cut: user)"
    switch way {
    case .signUp: return "\(base) --new"
    case .token: return "\(base) --token-stdin"
    case .guest: return "\(base) --guest"
    case .password: return base
    }
  }

  fileprivate func login(with secret: Secret) -> DataManager.Login {
    switch way {
    case .guest: .with(.guest)
    case .token: .with(.token(secret))
    case .password: .with(.password(user: user, secret))
    case .signUp(let name): .signUp(user: user, password: secret, name: name)
    }
  }
}

extension LocationsRequest {
  fileprivate var title: Message { "fetching locations from \(own: service.name)" }
}

extension JobProgress {
  /// - Parameter rows: how many rows the list had before.
  fileprivate init(_ sample: DatasetProgress.Sample, after rows: Int) {
    self.init()
    items = sample.records == 0 ? 0 : rows + sample.records
    isCounting = sample.records > 0
  }
}

extension LocationsRequest.Kind {
  fileprivate var fetch: DataManager.Fetch {
    switch self {
    case .newest: .newest
    case .newer: .newer
    case .older: .older
    }
  }
}
