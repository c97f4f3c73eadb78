import GazetteerIndex

/// Locations that people have posted.
extension DataManager {
  /// Which locations to fetch.
  package enum Fetch: Sendable {
    /// The newest, and the user's own.
    case newest
    /// Newer ones or, if there are none, the next older ones.
    case newer
    /// The next older ones, unless the last time brought none.
    case older
  }

  /// - Parameters:
  ///   - released: the numbers of changes that are sent only because the user wants it; nil: nothing that waits is sent.
  ///   - progress: counts the locations that have come.
  package func fetch(
    _ fetch: Fetch, from service: String, sending released: Set<Int64>? = [],
    progress: DatasetProgress = DatasetProgress(), _ cancellation: Cancellation
  ) throws(ServiceError) -> LocationNews {
    let managed = try managed(service)
    for number in released ?? [] { try pending.release(number) }
    return try use(managed, cancellation) { accounts, state throws(ServiceError) in
      guard let session = state.session else { throw .loginRequired }
      let facts = managed.entry.facts
      let connection = Connection(accounts: accounts, session: session, isRemote: facts.isRemote)
      let records = connection.records
      // What is waiting is sent first, so that it is in the answer. Links are checked later: that may take long.
      if fetch != .older, released != nil { try sendWaiting(connection, &state, cancellation) }
      let brought: LocationFeed.Refreshed
      switch fetch {
      case .newer where state.feed.isLoaded:
        brought = try state.feed.refresh(from: records, as: session.account, progress: progress, cancellation)
      case .older where state.feed.isLoaded:
        let isOver = state.feed.hasStopped || state.feed.isFull
        brought = LocationFeed.Refreshed(
          change: isOver ? FilteredPool.Change() : try state.feed.fetchOlder(from: records, cancellation))
      case .newest, .newer, .older:
        brought = LocationFeed.Refreshed(
          change: try state.feed.load(from: records, as: session.account, cancellation))
      }
      var news = LocationNews(
        state.feed.dataset(of: facts, for: session.account), brought.change, older: brought.older)
      if fetch != .older, released != nil { news.linkToCheck = linkToCheck(for: session.account, cancellation) }
      tellUntold(in: &news, unless: cancellation)
      if brought.hasRestarted {
        news.notices.append("so much has changed that only the newest were fetched; for older ones: more")
      }
      if fetch != .older, state.feed.hasMoreOwn {
        news.notices.append("only \(OwnLocations.most) of your own locations were fetched, the newest")
      }
      return news
    }
  }

  /// Fetches older locations, one batch after the other, until so many have come or nothing more does.
  ///
  /// - Returns: what has come, also if a batch did not.
  package func fetchOlder(
    _ wanted: Int, from service: String, progress: DatasetProgress, _ cancellation: Cancellation
  ) throws(ServiceError) -> (news: LocationNews, failure: ServiceError?) {
    let managed = try managed(service)
    return try use(managed, cancellation) { accounts, state throws(ServiceError) in
      guard let session = state.session else { throw .loginRequired }
      let records = accounts.locations(for: session)
      if !state.feed.isLoaded { _ = try state.feed.load(from: records, as: session.account, cancellation) }
      let (change, failure) = state.feed.fetchOlder(wanted, from: records, progress: progress, cancellation)
      return (LocationNews(state.feed.dataset(of: managed.entry.facts, for: session.account), change), failure)
    }
  }

  /// Checks a link that somebody has posted.
  package func check(link: Untrusted, _ cancellation: Cancellation) throws(LinkError) {
    try links.check(link, .publicOnly, cancellation)
  }
}

extension LocationFeed {
  func dataset(of service: ServiceFacts, for account: Account) -> LocationDataset {
    LocationDataset(
      service, pool.records, own: account.key, hasOlder: hasOlder, hasStopped: hasStopped || isFull, reached: reached,
      leftOut: ownerless)
  }
}
