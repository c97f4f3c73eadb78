import GazetteerIndex
import Synchronization

/// Asks providers for places, and keeps copies of their answers: for the next time, and for times without a network.
package final class PlaceProviders: Sendable {
  /// Answers that are not older are not asked for again, in seconds.
  package static let freshness: Int64 = 86_400
  /// The most copies of a provider that are read into its pool.
  private static let mostCopies = 200

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

  /// The answer to a request: a copy that is fresh, otherwise the provider's, otherwise an older copy. Blocks the thread.
  ///
  /// - Parameter asksAgain: whether to ask the provider even if there is a fresh copy.
  package func answer(
    to request: PlacesRequest, asksAgain: Bool, cancellation: Cancellation
  ) throws(ProviderError) -> ProvidedPlaces {
    guard let site = sites.first(where: { $0.provider == request.provider }) else { throw .web(.offline) }
    let copies = copies(of: request.provider)
    let web = try site.webRequest(for: request)
    let copy = copies?.copy(of: web.address)
    if let copy, !asksAgain, now() - copy.time < Self.freshness,
      let answer = try? ProviderAnswer(copy.content, of: request.provider, host: web.address.host)
    {
      return provided(answer, for: request, at: copy.time)
    }
    do throws(ProviderError) {
      let bytes = try sent(for: web, cancellation)
      let answer = try ProviderAnswer(bytes, of: request.provider, host: web.address.host)
      // Without the copy, the next answer only takes longer.
      try? copies?.save(SourceCopies.Copy(time: now(), content: bytes), of: web.address)
      return provided(answer, for: request, at: now())
    } catch {
      guard error != .cancelled, let copy,
        let answer = try? ProviderAnswer(copy.content, of: request.provider, host: web.address.host)
      else { throw error }
      var provided = provided(answer, for: request, at: copy.time)
      provided.excuse = error.reason
      return provided
    }
  }

  /// All places of the answers so far, also those of earlier sessions. Reads the copies at the first call.
  package func pool(of provider: PlacesRequest.Provider) -> Dataset {
    pools.withLock { pools in
      if let pool = pools[provider] { return pool.dataset(of: provider) }
      var pool = Pool()
      for copy in copies(of: provider)?.newest(Self.mostCopies).reversed() ?? [] {
        if let answer = try? ProviderAnswer(copy.content, of: provider, host: Untrusted("")) { pool.add(answer.places) }
      }
      pools[provider] = pool
      return pool.dataset(of: provider)
    }
  }

  private func provided(_ answer: ProviderAnswer, for request: PlacesRequest, at time: Int64) -> ProvidedPlaces {
    _ = pool(of: request.provider)
    let pool = pools.withLock { pools in
      pools[request.provider, default: Pool()].add(answer.places)
      return pools[request.provider, default: Pool()].dataset(of: request.provider)
    }
    var provided = ProvidedPlaces(request, answer.places.map(\.id), pool: SourceReference(pool), time: time)
    provided.skipped = answer.skipped
    return provided
  }

  /// The bytes of an answer without an error.
  private func sent(for request: WebRequest, _ cancellation: Cancellation) throws(ProviderError) -> [UInt8] {
    let reply: WebReply
    do throws(WebError) {
      try pace.wait(for: request.address.origin, cancellation)
      reply = try client.answer(to: request, cancellation: cancellation)
    } catch {
      throw error == .cancelled ? .cancelled : .web(error)
    }
    guard reply.status == 200 else {
      let complaint = (try? JSONValue(reply.body)).flatMap { ProviderAnswer.complaint(in: $0) }
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
