import GazetteerIndex
import GazetteerServices
import GazetteerSession

extension Interpreter {
  /// Asks a provider for places in the background.
  func ask(_ asking: PlacesAsking, for cause: Cause) -> Outcome {
    let answer = answer(to: asking)
    let job = Job<Event>(asking.title) { cancellation in
      switch answer(cancellation) {
      case .success(let places): return .placesProvided(places)
      case .failure(let failure): return .placesRefused(asking, failure)
      }
    }
    commandsBefore[.asking(asking.request)] = commands
    return run(job, as: .asking(asking.request), interrupted: .placesRefused(asking, .interrupted), for: cause)
  }

  /// Goes on with a command for which a provider was asked, as if it had waited for the answer. If other commands have
  /// run since, it only says how to go on: numbers would mean other places than those that the user sees. Nothing is
  /// asked or sent while the user types another line.
  func goOn(with answer: ProvidedPlaces, of asking: PlacesAsking, for cause: Cause) -> Outcome {
    let isNext = commandsBefore.removeValue(forKey: .asking(asking.request)) == commands
    var context = context(for: .typed)
    context.given = .places([answer])
    let statement = statement(asking.line, for: cause)
    guard isNext, listsAnswers, session.mode == .commands else {
      return notice(asking.notice(count: answer.places.count))
    }
    context = fitting(statement, for: cause, in: context)
    guard printsAbove else { return self.answer(statement, for: cause, in: context) }
    return answerAbove(statement, for: cause, in: context) ?? notice(asking.notice(count: answer.places.count))
  }

  /// Answers a statement above the line that the user is typing; nil if the answer needs more than reading.
  func answerAbove(_ statement: Statement, for cause: Cause, in context: Context) -> Outcome? {
    guard let reply = try? session.answer(statement, in: context), reply.needs == nil, reply.effects.isEmpty,
      !reply.asksUser
    else { return nil }
    let text = reply.rendered(in: style)
    var outcome = text.isEmpty ? Outcome() : Outcome(.result(text))
    let answered = cause.answered(by: reply)
    for message in reply.notices { outcome.add(notice(message, for: answered)) }
    for event in reply.events { outcome.add(apply(event, for: answered)) }
    return outcome
  }

  /// Asks a provider for places that a command needs.
  func places(
    _ asking: PlacesAsking, for cause: Cause, _ cancellation: Cancellation
  ) throws(Failure) -> ProvidedPlaces {
    let job = Job(asking.title, cancellation: cancellation, work: answer(to: asking))
    let places = try (wait.result(of: job) ?? .failure(.interrupted)).get()
    _ = receive([.placesProvided(places)], for: cause)
    return places
  }

  private func answer(to asking: PlacesAsking) -> @Sendable (Cancellation) -> Result<ProvidedPlaces, Failure> {
    let data = data
    return { cancellation in
      do throws(ProviderError) {
        return .success(
          try data.places(for: asking.request, asksAgain: asking.asksAgain, cancellation))
      } catch {
        return .failure(error == .cancelled ? .interrupted : Failure(error, of: asking))
      }
    }
  }
}

extension PlacesAsking {
  fileprivate var title: Message { "asking \(own: request.provider.rawValue)" }
}

extension Reply {
  /// Whether it asks the user something.
  fileprivate var asksUser: Bool {
    events.contains { if case .asked = $0 { true } else { false } }
  }
}

extension Failure {
  fileprivate init(_ error: ProviderError, of asking: PlacesAsking) {
    let provider = asking.request.provider.rawValue
    var code = ExitCode.serviceUnavailable
    switch error {
    case .noKey, .badKey: code = .loginRequired
    case .badAddress: code = .usage
    default: break
    }
    if asking.request.area == nil {
      self.init(
        error.isOfNetwork ? "network unavailable" : "could not find that place",
        why: """
          no open dataset knows \(quoted: asking.request.term), and \(own: provider) gave no answer: \(error.reason)
          """,
        try: "another text, or LAT,LON", code: error == .web(.offline) ? .failed : code)
    } else {
      self.init("\(own: provider) gave no places", why: error.reason, try: error.remedy, code: code)
    }
    command = asking.line.first?.text.text
  }
}
