import Testing

@testable import GazetteerIndex

/// Filters, orders and counts by columns give what a plain scan over the places gives.
@Suite struct ColumnQueriesTests {
  private static let columns: [(name: String, notation: Notation)] = [
    ("Rating", .plain), ("Opened", .yearFirst), ("City", .text), ("Mixed", .text), ("population", .plain),
    ("name", .text), ("country", .text), ("category", .text), ("id", .plain),
  ]

  private static func places(_ count: Int) -> [Place] {
    var random = SplitMix(state: 16)
    return ConditionTests.places(count).map { place in
      var place = place
      place.region = Region(country: Untrusted(["DE", "fr", "FR", ""].randomElement(using: &random) ?? ""))
      let sets: [[String]] = [["cafe"], ["cafe", "bar"], ["bar"], ["Café"]]
      place.categories = (sets.randomElement(using: &random) ?? []).map { Untrusted($0) }
      return place
    }
  }

  private static func catalog(_ places: [Place]) -> Catalog {
    Catalog([Dataset(name: "made", about: DatasetAbout(format: "made"), places: places.map { ($0.id.id, $0) })])
  }

  private static func text(_ column: String, of place: Place) -> String {
    switch column {
    case "population": place.population == 0 ? "" : "\(place.population)"
    case "name": place.name.text
    case "country": place.region.country.text
    case "category": place.categories.map(\.text).joined(separator: ", ")
    case "id": place.id.id.number.map { "\($0)" } ?? ""
    default: place.attributes.first { $0.key.text == column }?.value.text ?? ""
    }
  }

  private static func notation(_ column: String) -> Notation { columns.first { $0.name == column }?.notation ?? .text }

  private static func precedes(_ left: String, _ right: String, _ notation: Notation) -> Bool {
    guard notation == .text else {
      return notation.number(Untrusted(left)) ?? .nan < notation.number(Untrusted(right)) ?? .nan
    }
    let folds = (Array(Fold.fold(left).utf8), Array(Fold.fold(right).utf8))
    return folds.0 == folds.1
      ? left.utf8.lexicographicallyPrecedes(right.utf8) : folds.0.lexicographicallyPrecedes(folds.1)
  }

  private static func meets(_ place: Place, _ column: String, _ comparison: Condition.Comparison, _ value: String)
    -> Bool
  {
    let texts = column == "category" ? place.categories.map(\.text) : [text(column, of: place)]
    if !comparison.takesValue { return texts.allSatisfy(\.isEmpty) == (comparison == .isNull) }
    // Of several categories, none may be the value.
    if comparison == .unequal, column == "category" { return !texts.isEmpty && !texts.contains(value) }
    return texts.contains { text in
      guard !text.isEmpty else { return false }
      if comparison == .contains { return Fold.fold(text).contains(Fold.fold(value)) }
      let notation = notation(column)
      let less: Bool
      let equal: Bool
      if notation == .text {
        (less, equal) = (text.utf8.lexicographicallyPrecedes(value.utf8), Array(text.utf8) == Array(value.utf8))
      } else {
        guard let left = notation.number(Untrusted(text)), let right = notation.range(Untrusted(value)) else {
          return false
        }
        (less, equal) = (left < right.lowerBound, right.contains(left))
      }
      return switch comparison {
      case .equal: equal
      case .unequal: !equal
      case .less: less
      case .atMost: less || equal
      case .greater: !less && !equal
      case .atLeast: !less
      case .contains, .isNull, .isNotNull: false
      }
    }
  }

  /// The places in the order of a column; those without a value last, ties by population, name, country and id.
  private static func sorted(_ places: [Place], by column: String, isDescending: Bool) -> [Place] {
    let notation = notation(column)
    return places.sorted { left, right in
      let values = (text(column, of: left), text(column, of: right))
      if values.0.isEmpty != values.1.isEmpty { return values.1.isEmpty }
      if precedes(values.0, values.1, notation) { return !isDescending }
      if precedes(values.1, values.0, notation) { return isDescending }
      if left.population != right.population { return left.population > right.population }
      let keys = [left, right].map { [Fold.bytes($0.name), $0.region.country.bytes] }
      for (first, second) in zip(keys[0], keys[1]) where first != second {
        return first.lexicographicallyPrecedes(second)
      }
      return left.id.id < right.id.id
    }
  }

  private struct Asked {
    var conditions: [Condition] = []
    let column: String
    let isDescending: Bool
    let offset: Int
    let limit: Int

    init(_ places: [Place], _ random: inout SplitMix) throws {
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        let place = try #require(places.randomElement(using: &random))
        let column = try #require(ColumnQueriesTests.columns.randomElement(using: &random)).name
        let comparison = try #require(Condition.Comparison.allCases.randomElement(using: &random))
        let value = column == "category" ? place.categories[0].text : text(column, of: place)
        let end = comparison.takesValue ? value : ""
        if let condition = Condition(Untrusted("\(column) \(comparison.rawValue)\(end)")) {
          conditions.append(condition)
        }
      }
      column = try #require(ColumnQueriesTests.columns.randomElement(using: &random)).name
      isDescending = Bool.random(using: &random)
      offset = Int.random(in: 0...30, using: &random)
      limit = Int.random(in: 1...40, using: &random)
    }

    func passes(_ place: Place) -> Bool {
      conditions.allSatisfy { meets(place, $0.column.text, $0.comparison, $0.value.text) }
    }

    var query: Query {
      var query = Query(Untrusted(""))
      query.conditions = conditions
      query.columnOrder = ColumnOrder(Untrusted(column), isDescending: isDescending)
      return query
    }
  }

  @Test func twoHundredRandomQueriesEqualAScan() throws {
    let places = Self.places(700)
    let catalog = Self.catalog(places)
    var random = SplitMix(state: 17)
    for number in 0..<200 {
      let asked = try Asked(places, &random)
      let passing = places.filter(asked.passes)
      let wanted = Self.sorted(passing, by: asked.column, isDescending: asked.isDescending)
      let found = try catalog.search(asked.query, offset: asked.offset, limit: asked.limit)
      #expect(found.total == passing.count, "query \(number): \(asked)")
      #expect(
        found.hits.map(\.place) == wanted.dropFirst(asked.offset).prefix(asked.limit).map(\.id),
        "query \(number): \(asked)")
      guard asked.column != "category" else { continue }
      let counts = try #require(
        try catalog.counts(ofColumn: Untrusted(asked.column), passing: asked.query, most: .max, Cancellation()))
      var numbers: [String: Int] = [:]
      for place in passing { numbers[Self.value(Self.text(asked.column, of: place), asked.column), default: 0] += 1 }
      #expect(counts.missing == numbers.removeValue(forKey: "") ?? 0, "query \(number): \(asked)")
      let given = Dictionary(
        counts.rows.map { (Self.value($0.value.text, asked.column), $0.count) }, uniquingKeysWith: +)
      #expect(given == numbers && counts.rows.count == numbers.count, "query \(number): \(asked)")
    }
  }

  /// The text or number that a value is, so that equal numbers are one.
  private static func value(_ text: String, _ column: String) -> String {
    notation(column).number(Untrusted(text)).map { "\($0 + 0)" } ?? text
  }

  /// Of many places only the first are sorted.
  @Test func theFirstOfManyAreThoseOfTheWholeList() throws {
    let places = Self.places(5000)
    let catalog = Self.catalog(places)
    for (column, _) in Self.columns {
      for isDescending in [false, true] {
        var query = Query(Untrusted(""))
        query.columnOrder = ColumnOrder(Untrusted(column), isDescending: isDescending)
        query.conditions = [Condition(Untrusted("Mixed!=1"))].compactMap(\.self)
        let all = try catalog.search(query, limit: .max).hits.map(\.place)
        for limit in [1, 20, 100] {
          let first = try catalog.search(query, limit: limit).hits.map(\.place)
          #expect(first == Array(all.prefix(limit)), "\(column), \(limit), descending: \(isDescending)")
        }
      }
    }
  }

  /// The pages of an order are parts of one list, whatever their size is.
  @Test(arguments: [1, 7, 1000]) func pagesJoinToTheWholeList(_ size: Int) throws {
    let places = Self.places(150)
    let catalog = Self.catalog(places)
    for (column, _) in Self.columns {
      var query = Query(Untrusted(""))
      query.columnOrder = ColumnOrder(Untrusted(column), isDescending: true)
      var joined: [PlaceID] = []
      while joined.count < places.count {
        joined += try catalog.search(query, offset: joined.count, limit: size).hits.map(\.place)
      }
      #expect(joined == Self.sorted(places, by: column, isDescending: true).map(\.id), "\(column)")
    }
  }

  /// Two datasets are listed as one with all their places would be, also if a column has another notation in each.
  @Test(arguments: columns.map(\.name), [false, true]) func severalDatasetsAreMerged(
    _ column: String, _ isDescending: Bool
  ) throws {
    let places = Self.places(300)
    let halves = [places.prefix(140), places.dropFirst(140)].enumerated().map { index, part in
      Dataset(
        name: "half\(index)", about: DatasetAbout(format: "made"),
        places: part.map { ($0.id.id, $0) })
    }
    var query = Query(Untrusted(""))
    query.columnOrder = ColumnOrder(Untrusted(column), isDescending: isDescending)
    let found = try Catalog(halves).search(query, offset: 5, limit: 200).hits.map(\.place.id)
    let wanted = Self.sorted(places, by: column, isDescending: isDescending).map(\.id.id)
    #expect(found == Array(wanted.dropFirst(5).prefix(200)))
  }

  /// A column of numbers in one dataset and of texts in another one is compared as texts in both. A dataset in which the
  /// column is empty has no say.
  @Test(arguments: [
    (["1a", "95"], ["10", "1a", "2", "9", "95"], ["95", "9", "2", "1a", "10"]),
    (["95", "1"], ["1", "2", "9", "10", "95"], ["95", "10", "9", "2", "1"]),
    (["", ""], ["2", "9", "10", "", ""], ["10", "9", "2", "", ""]),
  ]) func differentTypesAreComparedAsTexts(others: [String], ascending: [String], descending: [String]) throws {
    func dataset(_ name: String, _ values: [String]) -> Dataset {
      let places = values.enumerated().map { index, value -> (id: SourceID, place: Place) in
        let id = PlaceID(dataset: name, id: .number(Int64(index)))
        let attributes = [Place.Attribute(key: Untrusted("code"), value: Untrusted(value))]
        return (id.id, Place(id: id, name: Untrusted("p"), attributes: attributes))
      }
      return Dataset(name: name, about: DatasetAbout(format: "made"), places: places)
    }
    let catalog = Catalog([dataset("numbers", ["10", "9", "2"]), dataset("others", others)])
    #expect(try catalog.datasets[1].notation(ofColumn: Untrusted("code"), Cancellation()) != nil)
    func values(isDescending: Bool) throws -> [String] {
      var query = Query(Untrusted(""))
      query.columnOrder = ColumnOrder(Untrusted("code"), isDescending: isDescending)
      return try catalog.search(query, limit: 10).hits.compactMap { catalog.place($0.place)?.attributes[0].value.text }
    }
    #expect(try values(isDescending: false) == ascending)
    #expect(try values(isDescending: true) == descending)
  }

  /// Long texts that begin alike are compared to their ends.
  @Test func longTextsAreComparedToTheirEnds() throws {
    let long = String(repeating: "long text ", count: 40)
    let values = [long + "b", long + "A", long + "á", long, String(long.dropLast(12))]
    let places = values.enumerated().map { index, value in
      Place(
        id: PlaceID(dataset: "made", id: .number(Int64(index))), name: Untrusted("p"),
        attributes: [Place.Attribute(key: Untrusted("text"), value: Untrusted(value))])
    }
    var query = Query(Untrusted(""))
    query.columnOrder = ColumnOrder(Untrusted("text"))
    let found = try Self.catalog(places).search(query, limit: 10).hits.map(\.place.id)
    #expect(found == [4, 3, 1, 2, 0].map { .number($0) })
  }

  /// Different whole numbers that are the same number in 64 bits stay different.
  @Test func greatIDsAreNotMerged() throws {
    let ids: [Int64] = [9_007_199_254_740_992, 9_007_199_254_740_993, 9_007_199_254_740_993]
    let places = ids.enumerated().map { index, id in
      Place(
        id: PlaceID(dataset: "made", id: .number(Int64(index) << 60 | id)), name: Untrusted("p"),
        attributes: [Place.Attribute(key: Untrusted("osm"), value: Untrusted("\(id)"))])
    }
    let catalog = Self.catalog(places)
    for (column, different) in [("osm", 2), ("id", 3)] {
      let counts = try catalog.counts(
        ofColumn: Untrusted(column), passing: Query(Untrusted("")), most: .max, Cancellation())
      #expect(counts?.different == different, "\(column)")
    }
  }

  /// An order that is made for the first time can be stopped.
  @Test func anOrderCanBeStopped() {
    let catalog = Self.catalog(Self.places(20))
    let cancellation = Cancellation()
    cancellation.cancel()
    var query = Query(Untrusted(""))
    query.columnOrder = ColumnOrder(Untrusted("City"))
    #expect(throws: Cancelled.self) { try catalog.search(query, limit: 5, cancellation: cancellation) }
  }
}

extension SourceID {
  fileprivate var number: Int64? { if case .number(let number) = self { number } else { nil } }
}
