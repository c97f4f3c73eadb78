import GazetteerIndex
import Testing

/// Records come in pieces that overlap, and each id is there once, sorted.
@Suite struct FilteredPoolTests {
  static func location(_ id: String, _ updated: Int64, owner: String = "a", place: String = "Boston") -> Location {
    Location(
      id: id, owner: Untrusted(owner), place: Untrusted(place), url: Untrusted("https://example.org/\(id)"),
      coordinate: Coordinate(latitude: 42.36, longitude: -71.06), created: updated, updated: updated)
  }

  private func pool(_ locations: [Location] = []) -> FilteredPool<Location> {
    var pool = FilteredPool<Location>(order: Location.precedes)
    _ = pool.merge(locations)
    return pool
  }

  @Test func overlappingPiecesHaveNoRepeats() {
    var pool = pool([Self.location("c", 3), Self.location("b", 2)])
    let change = pool.merge([Self.location("b", 2), Self.location("a", 1), Self.location("d", 4)])
    #expect(change == .init(added: 2))
    #expect(pool.records.map(\.id) == ["d", "c", "b", "a"])
    #expect(pool.merge(pool.records).isNothing)
  }

  @Test func anIDThatIsTwiceInAPieceCountsOnce() {
    var pool = pool()
    #expect(pool.merge([Self.location("a", 1), Self.location("a", 2)]) == .init(added: 1))
    #expect(pool.records == [Self.location("a", 2)])
  }

  @Test func aChangedRecordMovesToItsNewPlace() {
    var pool = pool((1...4).map { Self.location("\($0)", $0) })
    #expect(pool.merge([Self.location("2", 9, place: "Paris")]) == .init(replaced: 1))
    #expect(pool.records.map(\.id) == ["2", "4", "3", "1"])
    #expect(pool.records[0].place.text == "Paris")
  }

  @Test func equalTimesAreSortedByID() {
    let ids = ["b", "a", "c"]
    #expect(pool(ids.map { Self.location($0, 5) }).records.map(\.id) == ["c", "b", "a"])
  }

  @Test func recordsAreRemovedAndSelectedByGroup() {
    var pool = pool([
      Self.location("a", 1, owner: "x"), Self.location("b", 2, owner: "y"), Self.location("c", 3, owner: "x"),
    ])
    #expect(pool.records(of: Untrusted("x")).map(\.id) == ["c", "a"])
    #expect(pool.remove(["c", "nothing"]) == .init(removed: 1))
    #expect(pool.records.map(\.id) == ["b", "a"] && !pool.contains("c"))
  }

  @Test func aGroupIsReplacedAndTheOthersStay() {
    var pool = pool([
      Self.location("a", 1, owner: "x"), Self.location("b", 2, owner: "y"), Self.location("c", 3, owner: "x"),
    ])
    pool.replace(Untrusted("x"), with: [Self.location("c", 4, owner: "x"), Self.location("d", 0, owner: "x")])
    #expect(pool.records.map(\.id) == ["c", "b", "d"] && !pool.contains("a"))
    pool.replace(Untrusted("y"), with: [])
    #expect(pool.records.map(\.id) == ["c", "d"])
  }

  private static func place(_ id: String, _ name: String, _ arrival: Int, _ ranks: [PlacesRequest: Int])
    -> ProvidedPlace
  {
    ProvidedPlace(
      Place(id: PlaceID(dataset: "yelp", id: .text(id)), name: Untrusted(name)), arrival: arrival, ranks: ranks)
  }

  /// A place may be in several groups, with another position in each.
  @Test func aGroupHasItsOwnOrder() {
    let (north, south) = (PlacesRequest(geocoding: Untrusted("north")), PlacesRequest(geocoding: Untrusted("south")))
    var pool = FilteredPool<ProvidedPlace>(order: ProvidedPlace.precedes)
    _ = pool.merge([Self.place("a", "A", 0, [north: 0]), Self.place("b", "B", 1, [north: 1])])
    _ = pool.merge([Self.place("b", "New", 2, [south: 0]), Self.place("a", "A", 3, [south: 1])])
    #expect(pool.records.map(\.place.name.text) == ["A", "New"])
    #expect(pool.records(of: north).map(\.id) == [.text("a"), .text("b")])
    #expect(pool.records(of: south).map(\.id) == [.text("b"), .text("a")])
    pool.replace(north, with: [Self.place("b", "Newer", 4, [north: 0])])
    #expect(pool.records(of: north).map(\.place.name.text) == ["Newer"])
    #expect(pool.records(of: south).map(\.place.name.text) == ["Newer", "A"])
    #expect(pool.records.count == 2 && pool.contains(.text("a")))
  }

  // MARK: any pieces

  /// The same operations, each by looking at every record.
  private struct Reference<Record: Pooled> {
    var all: [Record] = []
    let precedes: FilteredPool<Record>.Order

    mutating func merge(_ new: [Record]) {
      for record in new {
        if let row = all.firstIndex(where: { $0.id == record.id }) {
          all[row] = record.replacing(all[row])
        } else {
          all.append(record)
        }
      }
    }

    var records: [Record] { all.sorted(by: precedes) }

    func records(of group: Record.Group) -> [Record] {
      let inGroup = records.filter { $0.rank(in: group) != nil }
      let ranks = Set(inGroup.compactMap { $0.rank(in: group) }).sorted()
      return ranks.flatMap { rank in inGroup.filter { $0.rank(in: group) == rank } }
    }

    mutating func replace(_ group: Record.Group, with new: [Record]) {
      all = all.compactMap { $0.rank(in: group) == nil ? $0 : $0.leaving(group) }
      merge(new)
    }
  }

  /// Random pieces that overlap, removals and replaced groups give the same as the reference after each step.
  ///
  /// - Parameter piece: records of a group, with some of `ids`.
  private func check<Record: Pooled>(
    _ groups: [Record.Group], seed: UInt64, order: @escaping FilteredPool<Record>.Order,
    piece: (_ ids: [Int], Record.Group, inout SplitMix) -> [Record]
  ) {
    var random = SplitMix(state: seed)
    var pool = FilteredPool<Record>(order: order)
    var reference = Reference<Record>(precedes: order)
    for _ in 0..<60 {
      let ids = (0..<Int.random(in: 0...20, using: &random)).map { _ in Int.random(in: 0..<60, using: &random) }
      let group = groups[Int.random(in: 0..<groups.count, using: &random)]
      let new = piece(ids, group, &random)
      let before = reference.records
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        let gone = new.prefix(3).map(\.id)
        let change = pool.remove(gone)
        reference.all.removeAll { gone.contains($0.id) }
        #expect(change == .init(removed: before.count - reference.all.count))
      case 1:
        pool.replace(group, with: new)
        reference.replace(group, with: new)
      default:
        let change = pool.merge(new)
        reference.merge(new)
        let changed = before.count { record in !reference.all.contains(record) }
        #expect(change == .init(added: reference.all.count - before.count, replaced: changed))
      }
      #expect(pool.records == reference.records)
      for group in groups { #expect(pool.records(of: group) == reference.records(of: group)) }
      for record in before { #expect(pool.contains(record.id) == reference.all.contains { $0.id == record.id }) }
    }
  }

  private static let orders: [FilteredPool<Location>.Order] = [Location.precedes, { $0.id < $1.id }]

  @Test(arguments: 0..<20, [0, 1]) func anyPiecesOfLocationsEqualTheReference(seed: UInt64, order: Int) {
    check([Untrusted("x"), Untrusted("y")], seed: seed, order: Self.orders[order]) { ids, owner, random in
      ids.map { Self.location("\($0)", Int64.random(in: 0..<15, using: &random), owner: owner.text) }
    }
  }

  @Test(arguments: 0..<20) func anyAnswersOfProvidersEqualTheReference(seed: UInt64) {
    let requests = ["north", "south", "west"].map { PlacesRequest(geocoding: Untrusted($0)) }
    var arrivals = 0
    check(requests, seed: seed, order: ProvidedPlace.precedes) { ids, request, random in
      ids.enumerated().map { row, id in
        arrivals += 1
        let name = "name \(Int.random(in: 0..<3, using: &random))"
        return Self.place("\(id)", name, arrivals, Bool.random(using: &random) ? [request: row] : [:])
      }
    }
  }
}
