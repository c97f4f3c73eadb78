import GazetteerIndex
import Synchronization

/// Asks providers for places, and keeps copies of their answers: for the next time, and for times without a network.
package final class PlaceProviders: Sendable {
  /// The most copies of a provider that are kept.
  package static let mostCopies = 200
  /// The most bytes of copies that are read into a pool.
  private static let mostBytes = 64 << 20

  private let client: WebClient
  private let sites: [ProviderSite]
  /// The folder with a folder of copies for each provider; nil: none are kept.
  private let folder: String?
  private let now: @Sendable () -> Int64
  private let pace: RequestPace
  private let pools = Mutex<[PlacesRequest.Provider: Pool]>([:])

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

  /// The answer to a request: copies that are fresh, otherwise the provider's, otherwise older copies. Blocks the thread.
  ///
  /// - Parameter asksAgain: whether to ask the provider even if there are fresh copies.
  package func answer(
    to request: PlacesRequest, asksAgain: Bool, cancellation: Cancellation
  ) throws(ProviderError) -> ProvidedPlaces {
    guard let site = sites.first(where: { $0.provider == request.provider }) else { throw .web(.offline) }
    let questions = try site.questions(for: request)
    let known = copies(of: questions, request.provider)
    if let known, !asksAgain, PlacesRequest.isFresh(known.time, at: now()) {
      return try provided(known.answers, to: request, from: site, at: known.time, cancellation)
    }
    do throws(ProviderError) {
      var sent: [(question: WebRequest, bytes: [UInt8])] = []
      var answers: [ProviderAnswer] = []
      for question in questions {
        let bytes = try self.sent(for: question, of: site, cancellation)
        let secrets = question.headers.flatMap(\.secrets)
        answers.append(
          try ProviderAnswer(bytes, of: request.provider, host: question.address.host, hiding: secrets))
        sent.append((question, bytes))
      }
      // Without the copies, the next answer only takes longer.
      for (question, bytes) in sent {
        try? copies(of: request.provider)?.save(SourceCopies.Copy(time: now(), content: bytes), of: question.address)
      }
      copies(of: request.provider)?.removeOldest(keeping: Self.mostCopies)
      return try provided(answers, to: request, from: site, at: now(), cancellation)
    } catch {
      guard error != .cancelled, let known else { throw error }
      var provided = try provided(known.answers, to: request, from: site, at: known.time, cancellation)
      provided.excuse = error.reason
      return provided
    }
  }

  /// The copies of the answers to all questions, with the time of the oldest; nil if one is missing.
  private func copies(
    of questions: [WebRequest], _ provider: PlacesRequest.Provider
  ) -> (answers: [ProviderAnswer], time: Int64)? {
    guard let copies = copies(of: provider) else { return nil }
    var known: (answers: [ProviderAnswer], time: Int64) = ([], .max)
    for question in questions {
      guard let copy = copies.copy(of: question.address),
        let answer = try? ProviderAnswer(copy.content, of: provider, host: question.address.host)
      else { return nil }
      known.answers.append(answer)
      known.time = min(known.time, copy.time)
    }
    return known
  }

  /// All places of the answers so far, also those of earlier sessions. Reads the copies at the first call.
  package func pool(of provider: PlacesRequest.Provider, cancellation: Cancellation = Cancellation()) throws(Cancelled)
    -> Dataset
  {
    if let pool = pools.withLock({ $0[provider] }) { return pool.dataset(of: provider) }
    // Others are not kept waiting meanwhile. Whoever is first has made the pool.
    var read = Pool()
    let copies = copies(of: provider)
    for name in copies?.newest(Self.mostCopies, bytes: Self.mostBytes).reversed() ?? [] {
      try cancellation.check()
      guard let copy = copies?.copy(named: name),
        let answer = try? ProviderAnswer(copy.content, of: provider, host: Untrusted(""))
      else { continue }
      read.add(answer.places)
    }
    let pool = pools.withLock { [read] pools in
      let pool = pools[provider] ?? read
      pools[provider] = pool
      return pool
    }
    return pool.dataset(of: provider)
  }

  private func provided(
    _ answers: [ProviderAnswer], to request: PlacesRequest, from site: ProviderSite, at time: Int64,
    _ cancellation: Cancellation
  ) throws(ProviderError) -> ProvidedPlaces {
    do throws(Cancelled) { _ = try pool(of: request.provider, cancellation: cancellation) } catch { throw .cancelled }
    let places = answers.flatMap(\.places)
    let pool = pools.withLock { pools in
      pools[request.provider, default: Pool()].add(places)
      return pools[request.provider, default: Pool()].dataset(of: request.provider)
    }
    var seen: Set<PlaceID> = []
    let wanted = places.filter { site.isWanted($0, by: request) && seen.insert($0.id).inserted }
    var provided = ProvidedPlaces(request, wanted.map(\.id), pool: SourceReference(pool), time: time)
    provided.entries = answers.reduce(0) { $0 + $1.entries }
    provided.nameless = answers.reduce(0) { $0 + $1.nameless }
    provided.malformed = answers.reduce(0) { $0 + $1.malformed }
    provided.reach = site.reach(of: request)
    provided.cut = answers.lazy.compactMap { site.cut($0, to: request) }.first
    return provided
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
        .flatMap { ProviderAnswer.complaint(in: $0)?.hiding(request.headers.flatMap(\.secrets)) }
      if reply.status == 401, let variable = site.variableOfKey {
        throw .badKey(variable: variable, host: reply.address.host, complaint)
      }
      if let complaint { throw .said(complaint, host: reply.address.host) }
      throw .web(.refused(host: reply.address.host, status: reply.status))
    }
    return reply.body
  }

  private func copies(of provider: PlacesRequest.Provider) -> SourceCopies? {
    folder.map { SourceCopies(folder: "\($0)/\(provider.rawValue)") }
  }

  /// The places of a provider, each once, the newest version of each.
  private struct Pool {
    private var order: [SourceID] = []
    private var places: [SourceID: Place] = [:]

    mutating func add(_ more: [Place]) {
      for place in more where places.updateValue(place, forKey: place.id.id) == nil { order.append(place.id.id) }
    }

    func dataset(of provider: PlacesRequest.Provider) -> Dataset {
      var about = DatasetAbout(
        source: Untrusted(provider.rawValue), format: provider.rawValue, attribution: provider.attribution)
      about.source = Untrusted(provider.rawValue)
      return Dataset(
        name: provider.rawValue, about: about, places: order.compactMap { id in places[id].map { (id, $0) } })
    }
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
