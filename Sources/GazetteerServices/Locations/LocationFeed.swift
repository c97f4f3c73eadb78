import GazetteerIndex

/// The locations of a service that were fetched so far, and which to ask for next.
///
///     newest ─────────── newest mark ·············· oldest mark ─────────── the end
///      changed(since:)                 the pool                 older(than:)
///
/// The user's own locations are asked for separately. They are in the pool, but do not move the marks.
struct LocationFeed: Sendable {
  /// How many locations are requested at a time.
  static let batch = 100
  /// How many requests for newer locations are made before it is better to start again from the newest.
  static let mostBatchesOfNews = 100

  private(set) var pool = FilteredPool<Location>(order: Location.precedes)
  /// The time of the newest change that is known.
  private var newest: Int64?
  /// The oldest location that was fetched in pages.
  private var oldest: LocationMark?
  /// The ids of the fetched records that have the time of `oldest`.
  private var idsAtOldest: Set<String> = []
  /// How many records were fetched in pages, also those that were left out.
  private var paged = 0
  /// The ids of records that were left out. Pages overlap, so they may come more than once.
  private var idsWithoutOwner: Set<String> = []
  var ownerless: Int { idsWithoutOwner.count }
  private(set) var hasOlder = false
  /// Whether the user has more locations than were fetched.
  private(set) var hasMoreOwn = false
  /// The time up to which nothing is missing. The user's own locations in the pool may be older.
  var reached: Int64 { oldest?.updated ?? .min }
  /// Whether the last request for older locations brought nothing. Then none is made until a refresh.
  private(set) var hasStopped = false
  /// Whether no more older locations are fetched, so that the memory is bounded.
  /// A faulty service could name older and older times for what is known, so all rows count.
  var isFull: Bool { max(pool.records.count + ownerless, paged) >= LocationDataset.most }

  /// Whether the newest locations were fetched.
  var isLoaded: Bool { newest != nil || oldest != nil || isEmptyService }
  private var isEmptyService = false

  typealias Change = FilteredPool<Location>.Change

  /// Fetches the newest locations and those of the user, both at the same time: after one round trip, they are here.
  mutating func load(
    from service: any LocationService, as account: Account, _ cancellation: Cancellation
  ) throws(ServiceError) -> Change {
    let (page, own) = try Self.newest(of: service, account, cancellation)
    var fresh = LocationFeed()
    fresh.hasMoreOwn = own.isCut
    fresh.newest = page.newestKnown
    fresh.isEmptyService = fresh.newest == nil
    _ = fresh.add(older: page)
    _ = fresh.pool.merge(own.locations)
    let change = pool.merge(fresh.pool.records)
    self = fresh
    return change
  }

  private static func newest(
    of service: any LocationService, _ account: Account, _ cancellation: Cancellation
  ) throws(ServiceError) -> (page: LocationPage, own: OwnLocations) {
    guard !account.isGuest else { return (try service.newest(limit: batch, cancellation), OwnLocations()) }
    let (page, own) = results(
      of: { Result { () throws(ServiceError) in try service.newest(limit: batch, cancellation) } },
      and: { Result { () throws(ServiceError) in try service.own(account, cancellation) } })
    return (try page.get(), try own.get())
  }

  /// What a refresh has brought.
  struct Refreshed: Sendable {
    var change: Change
    /// How many older locations were fetched because there were no newer ones.
    var older = 0
    /// Whether so much had changed that only the newest are left.
    var hasRestarted = false
  }

  /// Fetches newer locations or, if there are none, the next older ones. What was fetched before stays, unless so much
  /// has changed that it is better to start again from the newest.
  mutating func refresh(
    from service: any LocationService, as account: Account, progress: DatasetProgress = DatasetProgress(),
    _ cancellation: Cancellation
  ) throws(ServiceError) -> Refreshed {
    hasStopped = false
    guard let change = try news(from: service, progress, cancellation) else {
      let known = pool.records
      let change = try load(from: service, as: account, cancellation)
      return Refreshed(change: change, hasRestarted: known.contains { !pool.contains($0.id) })
    }
    guard change.isNothing, hasOlder, !isFull else { return Refreshed(change: change) }
    return Refreshed(change: Change(), older: try fetchOlder(from: service, cancellation).added)
  }

  /// Fetches what changed since the newest known change; nil if that is too much.
  private mutating func news(
    from service: any LocationService, _ progress: DatasetProgress, _ cancellation: Cancellation
  ) throws(ServiceError) -> Change? {
    guard let start = newest else { return nil }
    var change = Change()
    var since = start
    var extra = 0
    for _ in 0..<Self.mostBatchesOfNews {
      // If many have the time at the border, the request must reach beyond them.
      guard let page = try service.changed(since: since, limit: Self.batch + extra, cancellation) else { return nil }
      let reached = max(since, page.newestKnown ?? since)
      idsWithoutOwner.formUnion(page.ownerless.map(\.id))
      change = change + pool.merge(page.locations) + pool.remove(page.removed)
      newest = reached
      isEmptyService = false
      if page.isLast { return change }
      guard !isFull, !cancellation.isCancelled else { break }
      progress.count(change.added + change.replaced)
      extra = reached == since ? extra + Self.batch : page.times.count { $0 == reached }
      since = reached
    }
    // What came is kept, so the next refresh goes on from there.
    if cancellation.isCancelled { throw .cancelled }
    return nil
  }

  /// Fetches older locations, one batch after the other, until so many have come or nothing more does. If a batch does
  /// not come, those before it are kept.
  mutating func fetchOlder(
    _ wanted: Int, from service: any LocationService, progress: DatasetProgress, _ cancellation: Cancellation
  ) -> (change: Change, failure: ServiceError?) {
    var change = Change()
    while change.added < wanted, hasOlder, !hasStopped, !isFull {
      if cancellation.isCancelled { return (change, .cancelled) }
      do throws(ServiceError) {
        change = change + (try fetchOlder(from: service, cancellation))
      } catch {
        return (change, error)
      }
      progress.count(change.added)
    }
    return (change, nil)
  }

  /// Fetches the next batch of older locations.
  mutating func fetchOlder(
    from service: any LocationService, _ cancellation: Cancellation
  ) throws(ServiceError) -> Change {
    guard hasOlder else { return Change() }
    guard let oldest else {
      // Nothing was fetched in pages, so there is nothing to go on from.
      hasStopped = true
      return Change()
    }
    let (known, rows) = (pool.records.count, paged)
    let page = try service.older(than: oldest, limit: Self.batch, cancellation)
    _ = add(older: page)
    hasStopped = paged == rows
    return Change(added: pool.records.count - known)
  }

  /// Adds the newest page, or one that follows the oldest mark.
  private mutating func add(older page: LocationPage) -> Change {
    idsWithoutOwner.formUnion(page.ownerless.map(\.id))
    hasOlder = !page.isLast
    let rows = page.rows.filter { isNew($0.id, $0.updated) }
    let change = pool.merge(page.locations.filter { isNew($0.id, $0.updated) })
    paged += rows.count
    guard let last = rows.min(by: { ($0.updated, $0.id) < ($1.updated, $1.id) }) else { return change }
    let atLast = rows.filter { $0.updated == last.updated }.map(\.id)
    idsAtOldest = oldest?.updated == last.updated ? idsAtOldest.union(atLast) : Set(atLast)
    oldest = LocationMark(updated: last.updated, id: last.id, ties: idsAtOldest.count, rank: paged)
    return change
  }

  /// Whether a record comes after the oldest mark.
  private func isNew(_ id: String, _ updated: Int64) -> Bool {
    guard let oldest else { return true }
    return updated < oldest.updated || updated == oldest.updated && !idsAtOldest.contains(id)
  }

  /// Records the result of a change by the user.
  mutating func put(_ location: Location) -> Change { pool.merge([location]) }
  mutating func remove(_ id: String) -> Change { pool.remove([id]) }
}

extension LocationPage {
  /// The records with a time, also those that were left out: a page may have nothing else, and the next one follows it.
  fileprivate var rows: [(id: String, updated: Int64)] {
    locations.map { ($0.id, $0.updated) }
      + ownerless.compactMap { record in record.updated.map { (record.id, $0) } }
  }

  fileprivate var times: [Int64] { rows.map(\.updated) }

  /// The time of the newest change in it.
  fileprivate var newestKnown: Int64? { [newest, times.max()].compactMap(\.self).max() }
}
