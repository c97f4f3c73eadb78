import Testing

@testable import GazetteerIndex

/// A dataset keeps the rows of the last filter. Another filter must never get them.
@Suite struct KeptRowsTests {
  @Test func everyFilterGetsItsOwnRows() throws {
    var places = IndexesAgreeTests.places(300, seed: 7)
    for row in places.indices { places[row].categories = row % 3 == 0 ? ["rail"] : row % 3 == 1 ? ["ferry"] : [] }
    let kept = Dataset(places)
    var random = SplitMix(state: 8)
    for _ in 0..<300 {
      var query = Query(Untrusted(["", "s", "san", "port"].randomElement(using: &random) ?? ""))
      query.country = ["us", "germany", "DE", nil].randomElement(using: &random)?.map { Untrusted($0) }
      query.categories =
        [["rail"], ["ferry"], ["rail", "ferry"], []].randomElement(using: &random)?
        .map { Untrusted($0) } ?? []
      if Bool.random(using: &random) { query.ids = places.prefix(150).map(\.id) }
      if Bool.random(using: &random) { query.dataset = ["other", kept.name].randomElement(using: &random) }
      if Bool.random(using: &random) {
        query.origin = Coordinate(latitude: 0, longitude: 0)
        query.radius = .kilometres(5000)
      }
      // The control keeps nothing: it is made anew.
      let fresh = Dataset(name: kept.name, about: kept.about, places: kept.places, indexes: kept.indexes)
      let found = try Catalog([kept]).search(query, limit: .max)
      #expect(try found == Catalog([fresh]).search(query, limit: .max), "\(query)")
    }
  }
}
