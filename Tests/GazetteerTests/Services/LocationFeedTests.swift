import Foundation
import GazetteerIndex
import Synchronization
import Testing

@testable import GazetteerServices

/// A service whose locations a test chooses, also with equal times, which returns them in any order.
final class ScriptedLocations: LocationService {
  private let state: Mutex<(locations: [Location], requests: Int, removed: [(id: String, time: Int64)])>
  /// Whether a page includes what is at its border. Without that, equal times are lost.
  let isInclusive: Bool

  init(_ locations: [Location], isInclusive: Bool = true) {
    state = Mutex((locations, 0, []))
    self.isInclusive = isInclusive
  }

  var requests: Int { state.withLock { $0.requests } }
  func add(_ locations: [Location]) { state.withLock { $0.locations += locations } }
  func remove(_ id: String, at time: Int64) {
    state.withLock { state in
      state.locations.removeAll { $0.id == id }
      state.removed.append((id, time))
    }
  }

  private func page(
    _ limit: Int, ascending: Bool = false, _ isWanted: (Int64) -> Bool, removed: Bool = false
  ) -> LocationPage {
    state.withLock { state in
      state.requests += 1
      // Equal times are in the order of storing, not of ids.
      let sorted = state.locations.enumerated().filter { isWanted($1.updated) }.sorted { left, right in
        if left.element.updated == right.element.updated { return left.offset < right.offset }
        return (left.element.updated < right.element.updated) == ascending
      }
      // A page ends at a time; what was removed later comes with a later page.
      let end = sorted.count < limit ? Int64.max : sorted.prefix(limit).last?.element.updated ?? .max
      let gone = removed ? state.removed.filter { isWanted($0.time) && $0.time <= end } : []
      return LocationPage(
        sorted.prefix(limit).map(\.element), removed: gone.map(\.id), isLast: sorted.count < limit,
        newest: gone.map(\.time).max())
    }
  }

  func newest(limit: Int, _: Cancellation) -> LocationPage { page(limit) { _ in true } }

  func changed(since time: Int64, limit: Int, _: Cancellation) -> LocationPage? {
    page(limit, ascending: true, { self.isInclusive ? $0 >= time : $0 > time }, removed: true)
  }

  func older(than mark: LocationMark, limit: Int, _: Cancellation) -> LocationPage {
    isInclusive
      ? page(limit + mark.ties) { $0 <= mark.updated } : page(limit) { $0 < mark.updated }
  }

  func own(_ account: Account, _: Cancellation) -> OwnLocations {
    OwnLocations(state.withLock { $0.locations.filter { $0.owner == account.key } })
  }

  func create(
    _: LocationDraft, clientID: String, after _: EarlierRequests?, by: Account, _: Cancellation
  ) throws(ServiceError) -> Location {
    throw .notYours
  }
  func update(_: Location, to: LocationDraft, by: Account, _: Cancellation) throws(ServiceError) -> Location {
    throw .notYours
  }
  func delete(_: Location, by: Account, _: Cancellation) throws(ServiceError) { throw .notYours }
}

/// Locations are fetched in batches of 100, and only those that are not known yet.
@Suite struct LocationFeedTests {
  private let guest = Account.guest(of: "test")
  private let ada = Account(service: "test", key: Untrusted("ada"), user: Untrusted("ada"))

  private static func location(_ number: Int, _ updated: Int64, owner: String = "x") -> Location {
    FilteredPoolTests.location("n\(number)", updated, owner: owner)
  }

  /// Fetches everything, in pages.
  private func everything(
    of service: ScriptedLocations, as account: Account? = nil
  ) throws(ServiceError) -> LocationFeed {
    var feed = LocationFeed()
    _ = try feed.load(from: service, as: account ?? guest, Cancellation())
    while feed.hasOlder, !feed.hasStopped { _ = try feed.fetchOlder(from: service, Cancellation()) }
    return feed
  }

  @Test(arguments: [0, 1, 99, 100, 101, 250]) func thePagesTogetherHaveEveryLocationOnce(count: Int) throws {
    let all = (0..<count).map { Self.location($0, Int64($0)) }
    let feed = try everything(of: ScriptedLocations(all))
    #expect(feed.pool.records == all.reversed())
    #expect(!feed.hasOlder)
  }

  /// Up to 250 locations have the same time, before, at and after the border of a page.
  @Test(arguments: [1, 2, 50, 99, 100, 101, 150, 250], [0, 60, 99, 100])
  func equalTimesAtABorderLoseNothing(equal: Int, newer: Int) throws {
    let times =
      (0..<newer).map { Int64(1000 + $0) } + [Int64](repeating: 500, count: equal) + (0..<130).map { Int64($0) }
    let all = times.enumerated().map { Self.location($0, $1) }
    let feed = try everything(of: ScriptedLocations(all))
    #expect(feed.pool.records.count == all.count)
    #expect(Set(feed.pool.records.map(\.id)) == Set(all.map(\.id)))
  }

  /// The control: if pages leave out what is at their border, locations are lost.
  @Test func withoutTheBorderEqualTimesAreLost() throws {
    let all = (0..<150).map { Self.location($0, $0 < 90 ? Int64(1000 + $0) : 500) }
    let feed = try everything(of: ScriptedLocations(all, isInclusive: false))
    #expect(feed.pool.records.count == 100)
  }

  /// Holds back the answers to the two requests of a load until both have come. Gives up after a while.
  private final class MeetingLocations: LocationService {
    private let some: ScriptedLocations
    private let patience: Double
    private let arrived = Mutex(0)
    private let met = Mutex(true)

    init(_ some: ScriptedLocations, patience: Double) {
      self.some = some
      self.patience = patience
    }

    var haveMet: Bool { met.withLock { $0 } && arrived.withLock { $0 } == 2 }

    private func meet() {
      arrived.withLock { $0 += 1 }
      let end = Date(timeIntervalSinceNow: patience)
      while arrived.withLock({ $0 < 2 }) {
        if Date() >= end { return met.withLock { $0 = false } }
        usleep(1000)
      }
    }

    func newest(limit: Int, _ cancellation: Cancellation) -> LocationPage {
      meet()
      return some.newest(limit: limit, cancellation)
    }
    func own(_ account: Account, _ cancellation: Cancellation) -> OwnLocations {
      meet()
      return some.own(account, cancellation)
    }
    func changed(since time: Int64, limit: Int, _ cancellation: Cancellation) -> LocationPage? {
      some.changed(since: time, limit: limit, cancellation)
    }
    func older(than mark: LocationMark, limit: Int, _ cancellation: Cancellation) -> LocationPage {
      some.older(than: mark, limit: limit, cancellation)
    }
    func create(
      _: LocationDraft, clientID: String, after _: EarlierRequests?, by: Account, _: Cancellation
    ) throws(ServiceError) -> Location {
      throw .notYours
    }
    func update(_: Location, to: LocationDraft, by: Account, _: Cancellation) throws(ServiceError) -> Location {
      throw .notYours
    }
    func delete(_: Location, by: Account, _: Cancellation) throws(ServiceError) { throw .notYours }
  }

  /// The user's own locations are asked for at the same time as the newest, so both are here after one round trip.
  @Test func theFirstLocationsComeAfterOneRoundTrip() throws {
    let all = (0..<300).map { Self.location($0, Int64($0), owner: $0 == 0 ? "ada" : "x") }
    let service = MeetingLocations(ScriptedLocations(all), patience: SafetyLimit.seconds)
    var feed = LocationFeed()
    _ = try feed.load(from: service, as: ada, Cancellation())
    #expect(service.haveMet && feed.pool.records.count == 101 && feed.pool.records.last?.owner == ada.key)
    // The control: one after the other, they never meet.
    let other = MeetingLocations(ScriptedLocations(all), patience: 0.05)
    _ = other.newest(limit: 100, Cancellation())
    _ = other.own(ada, Cancellation())
    #expect(!other.haveMet)
  }

  @Test func aRefreshAsksOnlyForNewerOnes() throws {
    let service = ScriptedLocations((0..<1000).map { Self.location($0, Int64($0)) })
    var feed = LocationFeed()
    #expect(try feed.load(from: service, as: guest, Cancellation()).added == 100)
    #expect(service.requests == 1)
    service.add((1000..<1003).map { Self.location($0, Int64($0)) })
    let news = try feed.refresh(from: service, as: guest, Cancellation())
    #expect(news.change == .init(added: 3) && news.older == 0)
    #expect(service.requests == 2)
    #expect(feed.pool.records.map(\.updated) == (900..<1003).reversed().map { Int64($0) })
  }

  @Test(arguments: [1, 99, 100, 101, 450]) func manyNewerOnesComeInBatches(count: Int) throws {
    let service = ScriptedLocations([Self.location(0, 5)])
    var feed = LocationFeed()
    _ = try feed.load(from: service, as: guest, Cancellation())
    // All at the same time, which is also that of the newest known one.
    service.add((1...count).map { Self.location($0, 5) })
    #expect(try feed.refresh(from: service, as: guest, Cancellation()).change.added == count)
    #expect(feed.pool.records.count == count + 1)
  }

  /// After thousands of changes by others, what was fetched before is still there, and what was deleted is not.
  @Test func aRefreshKeepsWhatWasFetched() throws {
    let service = ScriptedLocations((0..<2000).map { Self.location($0, Int64($0)) })
    var feed = try everything(of: service)
    service.add((2000..<5000).map { Self.location($0, Int64($0)) })
    for number in 0..<100 { service.remove("n\(number)", at: 5000) }
    let news = try feed.refresh(from: service, as: guest, Cancellation())
    #expect(news.change == .init(added: 3000, removed: 100) && !news.hasRestarted)
    #expect(feed.pool.records.map(\.updated) == (100..<5000).reversed().map { Int64($0) })
  }

  /// A refresh that is stopped goes on later where it was.
  @Test func aStoppedRefreshGoesOnLater() throws {
    let service = ScriptedLocations((0..<50).map { Self.location($0, Int64($0)) })
    var feed = try everything(of: service)
    service.add((50..<1050).map { Self.location($0, Int64($0)) })
    let cancellation = Cancellation()
    cancellation.cancel()
    #expect(throws: ServiceError.cancelled) { _ = try feed.refresh(from: service, as: guest, cancellation) }
    #expect(feed.pool.records.count == 149)
    #expect(try feed.refresh(from: service, as: guest, Cancellation()).change.added == 901)
    #expect(feed.pool.records.count == 1050)
  }

  /// If there is too much news, it is better to start again from the newest. The user learns that.
  @Test func afterALongTimeOnlyTheNewestAreFetched() throws {
    let service = ScriptedLocations((0..<150).map { Self.location($0, Int64($0)) })
    var feed = try everything(of: service)
    let most = 100 * LocationFeed.mostBatchesOfNews
    service.add((150..<(most + 300)).map { Self.location($0, Int64($0)) })
    #expect(try feed.refresh(from: service, as: guest, Cancellation()).hasRestarted)
    #expect(feed.pool.records.map(\.updated) == ((most + 200)..<(most + 300)).reversed().map { Int64($0) })
    #expect(feed.hasOlder && service.requests <= LocationFeed.mostBatchesOfNews + 4)
  }

  @Test(arguments: [1, 100, 101, 350, 10_000]) func olderOnesAreFetchedUntilThereAreEnough(wanted: Int) throws {
    let service = ScriptedLocations((0..<1000).map { Self.location($0, Int64($0)) })
    var feed = LocationFeed()
    _ = try feed.load(from: service, as: guest, Cancellation())
    let progress = DatasetProgress()
    let (change, failure) = feed.fetchOlder(wanted, from: service, progress: progress, Cancellation())
    let added = min(900, (wanted + 99) / 100 * 100)
    #expect(change == .init(added: added) && failure == nil)
    #expect(feed.pool.records.count == 100 + added && progress.sample.records == added)
    #expect(service.requests == 1 + added / 100 + (wanted > 900 ? 1 : 0))
  }

  @Test func withoutNewsARefreshFetchesOlderOnes() throws {
    let service = ScriptedLocations((0..<250).map { Self.location($0, Int64($0)) })
    var feed = LocationFeed()
    _ = try feed.load(from: service, as: guest, Cancellation())
    let older = try (1...3).map { _ in try feed.refresh(from: service, as: guest, Cancellation()).older }
    #expect(older == [100, 50, 0])
  }

  @Test func deletionsAreNoticed() throws {
    let service = ScriptedLocations((0..<10).map { Self.location($0, Int64($0)) })
    var feed = LocationFeed()
    _ = try feed.load(from: service, as: guest, Cancellation())
    service.remove("n3", at: 20)
    #expect(try feed.refresh(from: service, as: guest, Cancellation()).change == .init(removed: 1))
    #expect(!feed.pool.contains("n3"))
    #expect(try feed.refresh(from: service, as: guest, Cancellation()).change.isNothing)
  }

  @Test func onesOwnAreThereEvenIfTheyAreOld() throws {
    let old = Self.location(9999, 1, owner: "ada")
    let service = ScriptedLocations((0..<300).map { Self.location($0, Int64(100 + $0)) } + [old])
    var feed = LocationFeed()
    _ = try feed.load(from: service, as: ada, Cancellation())
    #expect(feed.pool.records.count == 101 && feed.pool.records.last == old)
    // The next page continues after the hundredth, not after the old one.
    _ = try feed.fetchOlder(from: service, Cancellation())
    #expect(feed.pool.records.count == 201)
    // The control: a guest does not see it.
    #expect(try everything(of: service).pool.records.count == 301)
    var other = LocationFeed()
    _ = try other.load(from: service, as: guest, Cancellation())
    #expect(!other.pool.contains("n9999"))
  }

  @Test func aPageWithNothingNewStopsUntilARefresh() throws {
    let service = ScriptedLocations((0..<150).map { Self.location($0, Int64($0)) })
    var feed = LocationFeed()
    _ = try feed.load(from: service, as: guest, Cancellation())
    for number in 0..<100 where number < 50 { service.remove("n\(number)", at: 999) }
    #expect(try feed.fetchOlder(from: service, Cancellation()).added == 0)
    #expect(feed.hasStopped || !feed.hasOlder)
    _ = try feed.refresh(from: service, as: guest, Cancellation())
    #expect(!feed.hasStopped)
  }

  /// A service that names a next page after an empty one, while the user has locations. There is nothing to go on from.
  @Test(.mustEnd) func anEmptyNewestPageWithANextOneEnds() throws {
    let own = Self.location(1, 1, owner: "ada")
    let service = EndlessLocations(newest: LocationPage(), own: [own])
    var feed = LocationFeed()
    _ = try feed.load(from: service, as: ada, Cancellation())
    #expect(feed.hasOlder && !feed.hasStopped && feed.pool.records == [own], "or this proves nothing")
    let (change, failure) = feed.fetchOlder(300, from: service, progress: DatasetProgress(), Cancellation())
    #expect(change.isNothing && failure == nil && feed.hasStopped && service.requests == 0)
  }

  /// A service that tells older and older times of the same records.
  @Test(.mustEnd) func theSameRecordsWithOlderTimesEnd() throws {
    let page = LocationPage((0..<100).map { Self.location($0, 1_000_000) })
    let service = EndlessLocations(newest: page, own: [])
    var feed = LocationFeed()
    _ = try feed.load(from: service, as: guest, Cancellation())
    _ = feed.fetchOlder(300, from: service, progress: DatasetProgress(), Cancellation())
    #expect(feed.isFull && feed.pool.records.count == 100)
    #expect(service.requests == LocationDataset.most / 100 - 1)
  }

  /// One request for the first rows of 20,000, and one more for each further batch.
  @Test func aLargeServiceIsReadPageByPage() throws {
    let service = ScriptedLocations((0..<20_000).map { Self.location($0, Int64($0 / 7)) })
    var feed = LocationFeed()
    _ = try feed.load(from: service, as: guest, Cancellation())
    #expect(service.requests == 1 && feed.pool.records.count == 100)
    for _ in 0..<20 { _ = try feed.fetchOlder(from: service, Cancellation()) }
    #expect(service.requests == 21)
    #expect((2000...2120).contains(feed.pool.records.count))
    #expect(feed.pool.records.map(\.updated) == feed.pool.records.map(\.updated).sorted(by: >))
  }
}

/// A service that always names a next page, with the same records as before and older times.
private final class EndlessLocations: LocationService {
  private let page: LocationPage
  private let mine: [Location]
  private let count = Mutex(0)
  /// How many older pages were asked for.
  var requests: Int { count.withLock { $0 } }

  init(newest page: LocationPage, own: [Location]) { (self.page, mine) = (page, own) }

  func newest(limit: Int, _ cancellation: Cancellation) -> LocationPage { page }
  func changed(since time: Int64, limit: Int, _ cancellation: Cancellation) -> LocationPage? { nil }
  func own(_ account: Account, _ cancellation: Cancellation) -> OwnLocations { OwnLocations(mine) }

  func older(than mark: LocationMark, limit: Int, _ cancellation: Cancellation) -> LocationPage {
    count.withLock { $0 += 1 }
    return LocationPage(
      page.locations.map { known in
        Location(
          id: known.id, owner: known.owner, firstName: known.firstName, lastName: known.lastName, place: known.place,
          url: known.url, coordinate: known.coordinate, created: known.created, updated: mark.updated - 1)
      })
  }

  func create(
    _ draft: LocationDraft, clientID: String, after earlier: EarlierRequests?, by account: Account,
    _ cancellation: Cancellation
  ) throws(ServiceError) -> Location { throw .gone }
  func update(
    _ known: Location, to draft: LocationDraft, by account: Account, _ cancellation: Cancellation
  ) throws(ServiceError) -> Location { throw .gone }
  func delete(_ known: Location, by account: Account, _ cancellation: Cancellation) throws(ServiceError) { throw .gone }
}
