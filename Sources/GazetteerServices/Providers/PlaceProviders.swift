import GazetteerIndex
import Synchronization

/// Asks providers for places, and keeps copies of their answers: for the next time, and for times without a network.
/// What becomes of the places is not its concern.
package final class PlaceProviders: Sendable {
  /// The most copies of a provider that are kept.
  package static let mostCopies = 200
  /// The most bytes of copies of a provider that are read again.
  private static let mostBytes = 64 << 20

  private let client: WebClient
  private let sites: [ProviderSite]
  /// The folder with a folder of copies for each provider; nil: none are kept.
  private let folder: String?
  private let now: @Sendable () -> Int64
  private let pace: RequestPace

  /// - Parameters:
  ///   - clock: a monotonic clock, in seconds.
  ///   - pause: waits for so many seconds, or until the cancellation.
  package init(
    _ sites: [ProviderSite], through client: WebClient, copiesIn folder: String?, now: @escaping @Sendable () -> Int64,
    clock: @escaping @Sendable () -> Double, pause: @escaping @Sendable (Double, Cancellation) -> Void
  ) {
    self.client = client
    self.sites = sites
    self.folder = folder
    self.now = now
    pace = RequestPace(clock: clock, pause: pause)
  }

  /// Providers that are asked nothing.
  package static let none = PlaceProviders(
    [], through: .offline, copiesIn: nil, now: { 0 }, clock: { 0 }, pause: { _, _ in })

  /// The same providers through a client that may be offline.
  package func through(_ client: WebClient) -> PlaceProviders {
    PlaceProviders(sites, through: client, copiesIn: folder, now: now, clock: pace.clock, pause: pace.pause)
  }

  /// What is known about a request: an answer to each of its questions.
  struct Known {
    let site: ProviderSite
    let answers: [ProviderAnswer]
    /// When the oldest of them was given, in seconds since 1970.
    let time: Int64
    /// Why they are older than was asked for; nil if they are not.
    var excuse: Message?
  }

  /// The answers to a request: copies that are fresh, otherwise the provider's, otherwise older copies. Blocks the
  /// thread.
  ///
  /// - Parameter asksAgain: whether to ask the provider even if there are fresh copies.
  func answers(
    to request: PlacesRequest, asksAgain: Bool, _ cancellation: Cancellation
  ) throws(ProviderError) -> Known {
    guard let site = sites.first(where: { $0.provider == request.provider }) else { throw .web(.offline) }
    let questions = try site.questions(for: request)
    let known = copies(of: questions, for: site)
    if let known, !asksAgain, PlacesRequest.isFresh(known.time, at: now()) { return known }
    do throws(ProviderError) {
      return try ask(questions, of: site, cancellation)
    } catch {
      guard error != .cancelled, var known else { throw error }
      known.excuse = error.reason
      return known
    }
  }

  private func ask(
    _ questions: [WebRequest], of site: ProviderSite, _ cancellation: Cancellation
  ) throws(ProviderError) -> Known {
    var sent: [(question: WebRequest, bytes: [UInt8])] = []
    var answers: [ProviderAnswer] = []
    for question in questions {
      let bytes = try self.sent(for: question, of: site, cancellation)
      answers.append(
        try ProviderAnswer(bytes, of: site.provider, host: question.address.host, hiding: question.secretForms))
      sent.append((question, bytes))
    }
    // Without the copies, the next answer only takes longer.
    let copies = copies(of: site.provider)
    for (question, bytes) in sent {
      try? copies?.save(SourceCopies.Copy(time: now(), content: bytes), of: question.address)
    }
    copies?.removeOldest(keeping: Self.mostCopies)
    return Known(site: site, answers: answers, time: now())
  }

  /// The copies of the answers to all questions; nil if one is missing.
  private func copies(of questions: [WebRequest], for site: ProviderSite) -> Known? {
    guard let copies = copies(of: site.provider) else { return nil }
    var (answers, time): ([ProviderAnswer], Int64) = ([], .max)
    for question in questions {
      guard let copy = copies.copy(of: question.address),
        let answer = try? ProviderAnswer(copy.content, of: site.provider, host: question.address.host)
      else { return nil }
      answers.append(answer)
      time = min(time, copy.time)
    }
    return Known(site: site, answers: answers, time: time)
  }

  /// The places in the copies of a provider's answers, also of earlier sessions: the oldest answer first.
  func copiedPlaces(
    of provider: PlacesRequest.Provider, _ cancellation: Cancellation
  ) throws(Cancelled) -> [Place] {
    var places: [Place] = []
    let copies = copies(of: provider)
    for name in copies?.newest(Self.mostCopies, bytes: Self.mostBytes).reversed() ?? [] {
      try cancellation.check()
      guard let copy = copies?.copy(named: name),
        let answer = try? ProviderAnswer(copy.content, of: provider, host: Untrusted(""))
      else { continue }
      places += answer.places
    }
    return places
  }

  /// The bytes of an answer without an error.
  private func sent(
    for request: WebRequest, of site: ProviderSite, _ cancellation: Cancellation
  ) throws(ProviderError) -> [UInt8] {
    let reply: WebReply
    do throws(WebError) {
      try pace.wait(for: request.address.origin, cancellation)
      reply = try client.answer(to: request, cancellation: cancellation)
    } catch {
      throw error == .cancelled ? .cancelled : .web(error)
    }
    guard reply.status == 200 else {
      let complaint = (try? JSONValue(reply.body, most: ProviderAnswer.mostValues))
        .flatMap { ProviderAnswer.complaint(in: $0)?.hiding(request.secretForms) }
      if reply.status == 401, let variable = site.variableOfKey {
        throw .badKey(variable: variable, host: reply.host, complaint)
      }
      if let complaint { throw .said(complaint, host: reply.host) }
      throw .web(.refused(host: reply.host, status: reply.status))
    }
    return reply.body
  }

  private func copies(of provider: PlacesRequest.Provider) -> SourceCopies? {
    folder.map { SourceCopies(folder: "\($0)/\(provider.rawValue)") }
  }
}

/// Lets a server get at most one request each second.
private final class RequestPace: Sendable {
  let clock: @Sendable () -> Double
  let pause: @Sendable (Double, Cancellation) -> Void
  /// When the next request may be sent.
  private let next = Mutex<[WebAddress.Origin: Double]>([:])

  init(clock: @escaping @Sendable () -> Double, pause: @escaping @Sendable (Double, Cancellation) -> Void) {
    self.clock = clock
    self.pause = pause
  }

  func wait(for origin: WebAddress.Origin, _ cancellation: Cancellation) throws(WebError) {
    let start = clock()
    let turn = next.withLock { next in
      let turn = max(start, next[origin] ?? start)
      next[origin] = turn + 1
      return turn
    }
    if turn > start { pause(turn - start, cancellation) }
    if cancellation.isCancelled { throw .cancelled }
  }
}
