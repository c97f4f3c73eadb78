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
    commandsBefore[asking.request] = commands
    return run(
      job, as: .asking(asking.request), interrupted: .placesRefused(asking, .interrupted), inBackground: false,
      for: cause)
  }

  /// Lists what a provider gave, as if the command had waited for it. If other commands have run since, it only says
  /// how to list it: numbers would mean other places than those that the user sees.
  func list(_ answer: ProvidedPlaces, of asking: PlacesAsking, for cause: Cause) -> Outcome {
    let isNext = commandsBefore.removeValue(forKey: asking.request) == commands
    var context = context(for: .typed)
    context.given = .places(answer)
    let words = asking.line + (cause.asksJSON ? ["--json"] : [])
    guard isNext, listsAnswers, session.mode == .commands,
      let reply = try? session.answer(Statement(words: words), in: context), reply.needs == nil, reply.effects.isEmpty
    else { return notice(asking.notice(count: answer.places.count)) }
    var outcome = Outcome(.result(reply.rendered(in: style)))
    for message in reply.notices { outcome.add(notice(message)) }
    for event in reply.events { outcome.add(apply(event, for: cause)) }
    return outcome
  }

  /// Asks a provider for places that a command needs.
  func places(_ asking: PlacesAsking, _ cancellation: Cancellation) throws(Failure) -> ProvidedPlaces {
    let job = Job(asking.title, cancellation: cancellation, work: answer(to: asking))
    return try (wait.result(of: job) ?? .failure(.interrupted)).get()
  }

  private func answer(to asking: PlacesAsking) -> @Sendable (Cancellation) -> Result<ProvidedPlaces, Failure> {
    let providers = environment.providers
    return { cancellation in
      do throws(ProviderError) {
        return .success(
          try providers.answer(to: asking.request, asksAgain: asking.asksAgain, cancellation: cancellation))
      } catch {
        return .failure(error == .cancelled ? .interrupted : Failure(error, of: asking.request))
      }
    }
  }
}

extension PlacesAsking {
  fileprivate var title: Message { "asking \(own: request.provider.rawValue)" }
}

extension Failure {
  fileprivate init(_ error: ProviderError, of request: PlacesRequest) {
    var code = ExitCode.serviceUnavailable
    switch error {
    case .noKey, .badKey: code = .loginRequired
    case .badAddress: code = .usage
    default: break
    }
    self.init(
      "\(own: request.provider.rawValue) gave no places", why: error.reason, try: error.remedy, code: code)
    command = request.isFood ? "restaurants" : "places"
  }
}
