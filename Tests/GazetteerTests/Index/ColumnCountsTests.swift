import Testing

@testable import GazetteerIndex

/// Counts of values are those of a scan over the places.
@Suite struct ColumnCountsTests {
  private static func dataset(_ places: [Place], named name: String = "made") -> Dataset {
    Dataset(name: name, about: DatasetAbout(format: "made"), places: places.map { ($0.id.id, $0) })
  }

  private static func places(_ count: Int) -> [Place] {
    var random = SplitMix(state: 14)
    return ConditionTests.places(count)
      .map { place in
        var place = place
        let sets: [[String]] = [[], ["cafe"], ["cafe", "bar"], ["bar"]]
        place.categories = (sets.randomElement(using: &random) ?? []).map { Untrusted($0) }
        place.region = Region(country: Untrusted(["DE", "FR", ""].randomElement(using: &random) ?? ""))
        return place
      }
  }

  private static func values(_ column: String, of place: Place) -> [String] {
    switch column {
    case "name": [place.name.text]
    case "country": [place.region.country.text]
    case "category": place.categories.isEmpty ? ["Default"] : place.categories.map(\.text)
    case "population": place.population == 0 ? [] : ["\(place.population)"]
    default: place.attributes.filter { $0.key.text == column }.map(\.value.text)
    }
  }

  /// - Parameter all: a number is written as in the first of these places that has it.
  private static func scan(_ places: [Place], of all: [Place], _ column: String, _ notation: Notation) -> ValueCounts {
    let written = all.flatMap { values(column, of: $0) }
    var rows: [ValueCounts.Row] = []
    var missing = 0
    for place in places {
      let found = values(column, of: place).filter { !$0.isEmpty }
      if found.isEmpty { missing += 1 }
      for value in found {
        let number = notation.number(Untrusted(value))
        let value = number.flatMap { number in written.first { notation.number(Untrusted($0)) == number } } ?? value
        let known = rows.firstIndex { $0.value.text == value }
        if let known {
          rows[known] = .init(rows[known].value, rows[known].count + 1)
        } else {
          rows.append(.init(Untrusted(value), 1))
        }
      }
    }
    rows.sort { left, right in
      if left.count != right.count { return left.count > right.count }
      let numbers = (notation.number(left.value) ?? 0, notation.number(right.value) ?? 0)
      return numbers.0 == numbers.1
        ? left.value.bytes.lexicographicallyPrecedes(right.value.bytes) : numbers.0 < numbers.1
    }
    return ValueCounts(notation: notation, rows: rows, different: rows.count, missing: missing)
  }

  @Test(arguments: [
    ("Rating", Notation.plain), ("Opened", .yearFirst), ("City", .text), ("Mixed", .text), ("population", .plain),
    ("name", .text), ("country", .text), ("category", .text),
  ])
  func equalAScan(_ column: String, _ notation: Notation) throws {
    let places = Self.places(500)
    let catalog = Catalog([Self.dataset(places)])
    for condition in [nil, "Rating>0", "City~new", "population=1"] {
      var query = Query(Untrusted(""))
      query.conditions = [condition.flatMap { Condition(Untrusted($0)) }].compactMap(\.self)
      let found = try catalog.search(query, limit: .max).hits.compactMap { catalog.place($0.place) }
        .sorted { $0.id.id < $1.id.id }
      let counts = try catalog.counts(ofColumn: Untrusted(column), passing: query, most: .max, Cancellation())
      #expect(counts == Self.scan(found, of: places, column, notation), "\(column) where \(condition ?? "")")
      var first = try #require(counts)
      first.rows = Array(first.rows.prefix(2))
      #expect(try catalog.counts(ofColumn: Untrusted(column), passing: query, most: 2, Cancellation()) == first)
    }
  }

  @Test func severalSourcesCountAsOneWould() throws {
    let places = Self.places(500)
    let parts = Catalog([
      Self.dataset(Array(places[..<200]), named: "a"), Self.dataset(Array(places[200...]), named: "b"),
    ])
    for column in ["City", "Mixed", "Rating", "population", "country", "category", "name"] {
      let query = Query(Untrusted(""))
      let one = try Catalog([Self.dataset(places)])
        .counts(ofColumn: Untrusted(column), passing: query, most: 4, Cancellation())
      #expect(try parts.counts(ofColumn: Untrusted(column), passing: query, most: 4, Cancellation()) == one)
    }
  }

  @Test func placesOfASourceWithoutTheColumnHaveNoValue() throws {
    let with = Self.dataset(Self.places(20), named: "with")
    let without = Self.dataset(
      [Place(id: PlaceID(dataset: "without", id: .number(1)), name: Untrusted("a"))], named: "without")
    let query = Query(Untrusted(""))
    let alone = try #require(
      try Catalog([with]).counts(ofColumn: Untrusted("City"), passing: query, most: .max, Cancellation()))
    let both = try Catalog([with, without]).counts(
      ofColumn: Untrusted("City"), passing: query, most: .max, Cancellation())
    #expect(both?.missing == alone.missing + 1)
    #expect(both?.rows == alone.rows)
    #expect(try Catalog([without]).counts(ofColumn: Untrusted("City"), passing: query, most: 1, Cancellation()) == nil)
  }

  @Test func wordsInColumnsAreFoundAsAScanFindsThem() throws {
    let places = Self.places(500)
    let dataset = Self.dataset(places)
    for words in ["newark", "ZURICH 4", "place 1 new", "cafe", "2023 10", "本", "nowhere", "place nowhere", "!!"] {
      let wanted = Fold.fold(words).split(separator: " ")
      let expected =
        wanted.isEmpty
        ? []
        : places.indices.filter { row in
          let values = ["name", "category", "country", "Rating", "Opened", "City", "Mixed"]
            .flatMap { Self.values($0, of: places[row]) }.map(Fold.fold)
          return wanted.allSatisfy { word in values.contains { $0.contains(word) } }
        }
      #expect(try dataset.rows(having: Untrusted(words), Cancellation()).numbers == expected, "\(words)")
    }
  }

  @Test func columnsAreSummedUp() throws {
    let places = Self.places(500)
    let columns = try Catalog([Self.dataset(places)]).columns(Cancellation())
    for column in columns where !["id", "region", "latitude", "longitude"].contains(column.name.text) {
      let values = places.map { Self.values(column.name.text, of: $0).filter { !$0.isEmpty } }
      #expect(column.filled == values.count { !$0.isEmpty }, "\(column.name.text)")
      let different = values.compactMap(\.first).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
      #expect(column.examples.map(\.text) == Array(different.prefix(3)), "\(column.name.text)")
    }
    #expect(Set(columns.map(\.name.text)).isSuperset(of: ["name", "Rating", "Opened", "City", "Mixed"]))
    #expect(!columns.contains { $0.name.text == "timezone" }, "no place has a time zone")
  }
}
