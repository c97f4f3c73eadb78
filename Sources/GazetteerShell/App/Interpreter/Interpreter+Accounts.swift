import GazetteerIndex
import GazetteerServices
import GazetteerSession
import Glibc
import Synchronization

/// Locations and their links.
extension Interpreter {
  /// Fetches locations; at the prompt, in the background if that takes long. Lists them if that was asked for.
  func fetch(_ request: LocationsRequest, for cause: Cause) -> Outcome {
    if request.kind == .checked { return sendChecked(request, for: cause) }
    let (data, name) = (data, request.service.name)
    // The rows of a longer list are shown as they come.
    let wanted = min(request.rows, LocationsRequest.part)
    let progress = DatasetProgress()
    let count: @Sendable () -> JobProgress = { JobProgress(progress.sample, after: request.shown) }
    let job = Job<Event>(request.title, progress: count) { cancellation in
      do throws(ServiceError) {
        guard wanted > 0 else {
          return .fetched(
            request,
            try data.fetch(
              request.kind.fetch, from: name, sending: request.sendsChanges ? request.released : nil,
              progress: progress, cancellation))
        }
        let (news, failure) = try data.fetchOlder(wanted, from: name, progress: progress, cancellation)
        guard let failure else { return .fetched(request, news) }
        return .fetchFailed(request, Failure(fetching: failure, from: name), news: news)
      } catch {
        return .fetchFailed(
          request, Failure(fetching: error, from: name), notices: data.takeNotices(unless: cancellation))
      }
    }
    if request.lists {
      commandsBefore[.fetching(name)] = commandsBefore.removeValue(forKey: .loggingIn(name)) ?? commands
    }
    return run(job, as: .fetching(name), interrupted: .fetchFailed(request, Failure.interrupted), for: cause)
  }

  /// Checks the links of changes that wait, and sends those that can be sent; at the prompt, in the background if that
  /// takes long.
  private func sendChecked(_ request: LocationsRequest, for cause: Cause) -> Outcome {
    let (data, name) = (data, request.service.name)
    let checking = CheckedLink(request.link)
    let job = Job<Event>(.checking(request.link), progress: checking.progress) { cancellation in
      do throws(ServiceError) {
        return .fetched(request, try data.sendChecked(to: name, cancellation, checking: checking.begin))
      } catch {
        return .fetchFailed(
          request, Failure(fetching: error, from: name), notices: data.takeNotices(unless: cancellation))
      }
    }
    return run(job, as: request.job, interrupted: .fetchFailed(request, .interrupted), for: cause)
  }

  /// Lists locations that have come, as `goOn` does: if other commands have run since, it only says that they are there.
  func list(_ request: LocationsRequest, otherwise message: Message, for cause: Cause) -> Outcome {
    let name = request.service.name
    let isNext = commandsBefore.removeValue(forKey: .fetching(name)) == commands
    guard isNext, listsAnswers, session.mode == .commands else { return notice(message) }
    let statement = statement(["locations", Word(Untrusted(name))], for: cause)
    // A map comes with the list: beside it, or below it in the other half of the window.
    let hasMapBelow = desk.browse != nil && style.split == nil && format(for: cause) == .table
    let height = rows
    if hasMapBelow { rows = height.map { $0 / 2 } }
    defer { rows = height }
    guard printsAbove else {
      var outcome = run(
        statement, from: cause.origin, in: fitting(statement, for: cause, in: context(for: cause.origin)))
      if hasMapBelow, !session.filtered.isEmpty { outcome.add(run(Self.mapStatement, from: cause.origin)) }
      return outcome
    }
    guard
      var outcome = answerAbove(
        statement, for: cause, in: fitting(statement, for: cause, in: context(for: .typed)))
    else { return notice(message) }
    if hasMapBelow, !session.filtered.isEmpty,
      let map = answerAbove(Self.mapStatement, for: cause, in: context(for: .typed))
    {
      outcome.add(map)
    }
    return outcome
  }

  private static let mapStatement = Statement(words: [Word(Untrusted("map"))])

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
    let limit = request.rows == .max ? "all" : String(request.rows)
    let statement = statement(["more", "--limit", Word(Untrusted(limit))], for: cause)
    var context = context(for: .typed)
    context.asksInBackground = true
    guard printsAbove else { return answer(statement, for: cause, in: context) }
    return answerAbove(statement, for: cause, in: context) ?? Outcome()
  }

  /// Changes a location at a service; at the prompt, in the background if that takes long. If the user interrupts that, the
  /// change is taken out, unless the service may have stored it.
  func post(_ request: PostRequest, for cause: Cause) -> Outcome {
    let (data, name) = (data, request.service.name)
    let stage = CheckedLink(request.checksLink ? request.change.draft?.url : nil)
    let call = ChangeCall()
    let job = Job<Event>("sending a location to \(own: name)", progress: stage.progress) { cancellation in
      do throws(ServiceError) {
        return .posted(
          request,
          try data.perform(
            request.change, at: name, checksLink: request.checksLink, as: call, cancellation,
            linkAnswered: stage.end))
      } catch {
        return .postFailed(
          request, Failure(posting: error, request), notices: data.takeNotices(unless: cancellation))
      }
    }
    return run(
      job, as: .posting(name), started: { changeCalls[$0] = (name, call) },
      interrupted: .postFailed(request, .interruptedPost(isTakenOut: isWithdrawn([call]))), for: cause)
  }

  /// Checks a link, then opens it in the browser if there is one.
  func visit(_ request: VisitRequest, for cause: Cause) -> Outcome {
    let data = data
    let openLink = cause.origin == .typed ? desk.openLink : nil
    let job = Job<Event>("asking for \(request.url.beginning)") { cancellation in
      do throws(LinkError) {
        try data.check(link: request.url, cancellation)
        let isStopped = cancellation.isCancelled
        return .visited(request, isOpened: !isStopped && openLink?(request.url.text) ?? false)
      } catch {
        return .visitFailed(request, Failure(visiting: error).of("visit"))
      }
    }
    return run(
      job, as: .visiting(request.url), interrupted: .visitFailed(request, .interrupted.of("visit")), for: cause)
  }
}

/// The link that a job checks now, for the row that shows what it does.
private final class CheckedLink: Sendable {
  private let link: Mutex<Untrusted?>

  /// - Parameter first: the link that is checked first; nil: none.
  init(_ first: Untrusted?) { link = Mutex(first) }

  func begin(_ next: Untrusted) { link.withLock { $0 = next } }
  func end() { link.withLock { $0 = nil } }

  @Sendable func progress() -> JobProgress {
    var progress = JobProgress()
    guard let link = link.withLock(\.self) else { return progress }
    progress.isCheckingLink = true
    progress.title = .checking(link)
    return progress
  }
}

extension Message {
  /// `checking https://example.org`.
  fileprivate static func checking(_ link: Untrusted?) -> Message {
    link.map { "checking \($0.beginning)" } ?? "checking links"
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
    case .older, .checked: .older
    }
  }
}
