import GazetteerIndex

/// Places that providers give.
extension DataManager {
  /// The answer to a request, with all places of the provider so far: copies that are fresh, otherwise the provider's
  /// answer, otherwise older copies.
  ///
  /// - Parameter asksAgain: whether to ask the provider even if there are fresh copies.
  package func places(
    for request: PlacesRequest, asksAgain: Bool, _ cancellation: Cancellation
  ) throws(ProviderError) -> ProvidedPlaces {
    let known = try providers.answers(to: request, asksAgain: asksAgain, cancellation)
    do throws(Cancelled) { try readCopies(of: request.provider, cancellation) } catch { throw .cancelled }
    let (answer, pool) = use(request.provider) { feed in
      feed.take(known.answers.flatMap(\.places), answering: request) { known.site.isWanted($0, by: request) }
      return (feed.places(answering: request), feed.dataset(of: request.provider))
    }
    return known.provided(request, answer, pool: SourceReference(pool))
  }

  /// All places of a provider so far, also those of earlier sessions.
  package func pool(
    of provider: PlacesRequest.Provider, _ cancellation: Cancellation
  ) throws(Cancelled) -> Dataset {
    try readCopies(of: provider, cancellation)
    return use(provider) { $0.dataset(of: provider) }
  }

  /// Reads the copies at the first call.
  private func readCopies(of provider: PlacesRequest.Provider, _ cancellation: Cancellation) throws(Cancelled) {
    guard feeds.withLock({ $0[provider] }) == nil else { return }
    // Others are not kept waiting meanwhile. Whoever is first has made the pool.
    let feed = PlaceFeed(try providers.copiedPlaces(of: provider, cancellation))
    feeds.withLock { if $0[provider] == nil { $0[provider] = feed } }
  }

  private func use<Value: Sendable>(
    _ provider: PlacesRequest.Provider, _ body: (inout PlaceFeed) -> Value
  ) -> Value {
    feeds.withLock { body(&$0[provider, default: PlaceFeed([])]) }
  }
}

extension PlaceProviders.Known {
  fileprivate func provided(
    _ request: PlacesRequest, _ places: [PlaceID], pool: SourceReference
  ) -> ProvidedPlaces {
    var provided = ProvidedPlaces(request, places, pool: pool, time: time)
    provided.excuse = excuse
    provided.entries = answers.reduce(0) { $0 + $1.entries }
    provided.nameless = answers.reduce(0) { $0 + $1.nameless }
    provided.malformed = answers.reduce(0) { $0 + $1.malformed }
    provided.reach = site.reach(of: request)
    provided.cut = answers.lazy.compactMap { site.cut($0, to: request) }.first
    return provided
  }
}
