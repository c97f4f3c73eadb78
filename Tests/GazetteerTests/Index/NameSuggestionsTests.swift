import CWorld
import Testing

@testable import GazetteerIndex

/// The names that are suggested are those of a linear scan.
@Suite struct NameSuggestionsTests {
  private static let syllables = ["san", "an", "ta", "Bü", "rg", " ", "-", "é", "東", "x", "New ", "o", "'", "ß"]

  private static func places(_ count: Int, seed: UInt64) -> [ScannedPlace] {
    var random = SplitMix(state: seed)
    func name(_ random: inout SplitMix) -> String {
      (0..<Int.random(in: 0...4, using: &random)).map { _ in syllables.randomElement(using: &random) ?? "" }.joined()
    }
    return (0..<count).map { row in
      ScannedPlace(
        id: .number(Int64(row)), name: name(&random), alternates: (0..<row % 3).map { _ in name(&random) },
        population: UInt32.random(in: 0...9, using: &random))
    }
  }

  /// All names that begin so, best first: distinct folds by population, then fold, then id.
  private static func scan(_ places: [ScannedPlace], _ beginning: String) -> [(name: String, id: SourceID, count: Int)]
  {
    let folded = places.map { (place: $0, fold: Array(Fold.fold($0.name).utf8)) }
    let found = folded.filter { $0.fold.starts(with: beginning.utf8) }.sorted { left, right in
      if left.place.population != right.place.population { return left.place.population > right.place.population }
      return left.fold == right.fold
        ? left.place.id < right.place.id : left.fold.lexicographicallyPrecedes(right.fold)
    }
    var counts: [[UInt8]: Int] = [:]
    for (_, fold) in found { counts[fold, default: 0] += 1 }
    return found.compactMap { place, fold in counts.removeValue(forKey: fold).map { (place.name, place.id, $0) } }
  }

  @Test(arguments: [(2, 1), (17, 2), (300, 3), (5000, 4)] as [(Int, UInt64)])
  func namesAreThoseOfALinearScan(count: Int, seed: UInt64) {
    let places = Self.places(count, seed: seed)
    let catalog = Catalog([Dataset(places)])
    for beginning in ["s", "san", "sa", "san ", "bu", "e", "東", "new", "new ", "santa", "x", "o", "ss", "a", "zz"] {
      let expected = Self.scan(places, beginning)
      let found = catalog.names(beginningWith: Array(beginning.utf8), limit: 40, meeting: [.beginning])
      #expect(found.names.map(\.text.text) == expected.prefix(40).map(\.name), "\(beginning)")
      #expect(found.names.map(\.place.id) == expected.prefix(40).map(\.id), "\(beginning)")
      #expect(found.names.map(\.places) == expected.prefix(40).map(\.count), "\(beginning)")
      #expect(found.total == min(1000, expected.count) && found.hasMore == (expected.count > 1000))
      let folds = expected.map { Array(Fold.fold($0.name).unicodeScalars) }
      let shared = folds.first.map { first in
        folds.dropFirst().reduce(first) { shared, fold in zip(shared, fold).prefix { $0 == $1 }.map(\.0) }
      }
      #expect(found.common == Array(String(String.UnicodeScalarView(shared ?? [])).utf8), "\(beginning)")
    }
  }

  @Test func aNameOfManyPlacesIsSuggestedOnce() {
    let places = (0..<5000).map { row in
      ScannedPlace(id: .number(Int64(row)), name: row == 4000 ? "Parkway" : "Park", population: UInt32(row % 100))
    }
    let found = Catalog([Dataset(places)]).names(beginningWith: Array("pa".utf8), limit: 5)
    #expect(found.names.map(\.text.text) == ["Park", "Parkway"])
    #expect(found.names.map(\.places) == [4999, 1])
    #expect(found.total == 2 && !found.hasMore)
  }

  @Test func severalDatasetsSuggestAsOneWould() {
    let places = Self.places(400, seed: 7)
    let whole = Catalog([Dataset(places)])
    let parts = Catalog([Dataset(Array(places[..<150]), named: "a"), Dataset(Array(places[150...]), named: "b")])
    for beginning in ["s", "bu", "e", "new "] {
      let expected = whole.names(beginningWith: Array(beginning.utf8), limit: 400)
      let found = parts.names(beginningWith: Array(beginning.utf8), limit: 400)
      #expect(Set(found.names.map(\.key)) == Set(expected.names.map(\.key)))
      #expect(found.total == expected.total && found.common == expected.common)
    }
  }

  @Test(.enabled(if: gaz_world_size() > 0, "built without the world; try: Scripts/setup"))
  func theWorldSuggestsWhatALinearScanFinds() throws {
    let world = try Snapshot.dataset(
      at: UnsafeRawBufferPointer(start: gaz_world_bytes(), count: gaz_world_size()), named: "world")
    let places = (0..<world.count).map { row in
      let place = world.place(row)
      return ScannedPlace(id: place.id.id, name: place.name.text, population: UInt32(place.population))
    }
    for beginning in ["s", "san", "san ", "new y", "zur", "mu"] {
      let expected = Self.scan(places, beginning)
      let found = Catalog([world]).names(beginningWith: Array(beginning.utf8), limit: 60)
      #expect(found.names.map(\.text.text) == expected.prefix(60).map(\.name), "\(beginning)")
      #expect(found.total == min(1000, expected.count), "\(beginning)")
    }
  }
}
