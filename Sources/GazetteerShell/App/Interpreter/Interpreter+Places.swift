import GazetteerIndex
import GazetteerServices
import GazetteerSession

extension Interpreter {
  /// Asks a provider for places in the background.
  func ask(_ asking: PlacesAsking, for cause: Cause) {
    let answer = answer(to: asking)
    let job = Job<Event>(asking.title) { cancellation in
      switch answer(cancellation) {
      case .success(let places): return .placesProvided(places)
      case .failure(let failure): return .placesRefused(asking, failure)
      }
    }
    jobs.start(job, as: .asking(asking.request), for: cause, at: environment.stopwatch())
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
    if case .noKey = error { code = .loginRequired }
    self.init(
      "\(own: request.provider.rawValue) gave no places", why: error.reason, try: error.remedy, code: code)
    command = request.isFood ? "restaurants" : "places"
  }
}
