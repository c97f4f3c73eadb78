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

  /// The result equals sorting everything that came, whatever the pieces were.
  @Test(arguments: 0..<20) func anyPiecesGiveTheSameAsSortingAll(seed: UInt64) {
    var random = SplitMix(state: seed)
    var pool = pool()
    var all: [String: Location] = [:]
    for _ in 0..<50 {
      let piece = (0..<Int.random(in: 0...20, using: &random)).map { _ in
        Self.location("\(Int.random(in: 0..<100, using: &random))", Int64.random(in: 0..<30, using: &random))
      }
      for location in piece { all[location.id] = location }
      _ = pool.merge(piece)
      if Bool.random(using: &random) {
        let gone = "\(Int.random(in: 0..<100, using: &random))"
        all[gone] = nil
        _ = pool.remove([gone])
      }
      #expect(pool.records == all.values.sorted(by: Location.precedes))
    }
  }
}
