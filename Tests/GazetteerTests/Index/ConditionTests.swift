import Testing

@testable import GazetteerIndex

/// Conditions on columns find what a scan over the places finds.
@Suite struct ConditionTests {
  @Test(arguments: [
    ("rating>=4", "rating", ">=", "4"), (" rating >= 4 ", "rating", ">=", "4"),
    ("City=New York", "City", "=", "New York"),
    ("a!=b=c", "a", "!=", "b=c"), ("a<b", "a", "<", "b"), ("a <= -1", "a", "<=", "-1"), ("a>b", "a", ">", "b"),
    ("a~b>c", "a", "~", "b>c"), ("rating is null", "rating", "is null", ""),
    ("POI Name  IS  Null", "POI Name", "is null", ""),
    ("is is not null", "is", "is not null", ""), ("a=b is null", "a", "=", "b is null"),
    ("is not is null", "is not", "is null", ""),
    ("\"ELEV<10\"=5", "ELEV<10", "=", "5"), ("\"a=b\" is null", "a=b", "is null", ""), ("\"a\" >= 2", "a", ">=", "2"),
    ("\"a=b", "\"a", "=", "b"), ("a=\"b\"", "a", "=", "\"b\""),
  ])
  func isRead(_ text: String, _ column: String, _ comparison: String, _ value: String) throws {
    let condition = try #require(Condition(Untrusted(text)))
    #expect(condition.column == Untrusted(column))
    #expect(condition.comparison.rawValue == comparison)
    #expect(condition.value == Untrusted(value))
    #expect(Condition(condition.word) == condition)
  }

  @Test(arguments: ["", "rating", "=4", "rating=", "rating = ", "!", "is null", " is not null", "ratingis null"])
  func malformedIsRefused(_ text: String) { #expect(Condition(Untrusted(text)) == nil) }

  /// Attributes with numbers, dates, texts, and values that are missing.
  static func places(_ count: Int) -> [Place] {
    var random = SplitMix(state: 13)
    return (0..<count).map { row in
      var place = Place(
        id: PlaceID(dataset: "made", id: .number(Int64(row))), name: Untrusted("place \(row % 7)"),
        population: row % 4 == 0 ? 0 : UInt32(row % 9))
      let values: [(String, [String?])] = [
        ("Rating", ["4", "4.0", "-1.5", "1e1", "10", nil]), ("Opened", ["2024-05-01", "2023-12-31T23:59:59", nil]),
        ("City", ["Newark", "newark", "Zürich", "日本", "", nil]), ("Mixed", ["1", "x", "10", nil]),
      ]
      for (key, values) in values {
        guard let value = values.randomElement(using: &random) ?? nil else { continue }
        place.attributes.append(Place.Attribute(key: Untrusted(key), value: Untrusted(value)))
      }
      return place
    }
  }

  /// What the condition says, read from the value of the place.
  private static func meets(_ condition: Condition, _ place: Place, _ notation: Notation) -> Bool {
    let text =
      condition.column == Untrusted("population")
      ? place.population == 0 ? "" : "\(place.population)"
      : place.attributes.first { $0.key == condition.column }?.value.text ?? ""
    if condition.comparison == .isNull { return text.isEmpty }
    if condition.comparison == .isNotNull { return !text.isEmpty }
    guard !text.isEmpty else { return false }
    func holds(_ isLess: Bool, _ isEqual: Bool) -> Bool {
      switch condition.comparison {
      case .equal: isEqual
      case .unequal: !isEqual
      case .less: isLess
      case .atMost: isLess || isEqual
      case .greater: !isLess && !isEqual
      case .atLeast: !isLess
      case .contains, .isNull, .isNotNull: false
      }
    }
    if condition.comparison == .contains {
      return Fold.fold(text).contains(Fold.fold(condition.value.text))
    }
    // Texts of Swift are compared after normalisation; UTF-8 has the order of the code points.
    if notation == .text {
      let wanted = condition.value.text
      return holds(text.utf8.lexicographicallyPrecedes(wanted.utf8), text.utf8.elementsEqual(wanted.utf8))
    }
    guard let left = notation.number(Untrusted(text)), let right = notation.number(condition.value) else {
      return false
    }
    return holds(left < right, left == right)
  }

  @Test func equalsALinearScan() throws {
    let places = Self.places(500)
    let dataset = Dataset(name: "made", about: DatasetAbout(format: "made"), places: places.map { ($0.id.id, $0) })
    let values = [
      ("Rating", ["4", "0", "10.0", "-1.5"], Notation.plain), ("Opened", ["2024-05-01", "2024-01-01"], .yearFirst),
      ("City", ["Newark", "newark", "ZURICH", "日本"], .text), ("Mixed", ["1", "2", "x"], .text),
      ("population", ["3", "0"], .plain),
    ]
    for (column, values, notation) in values {
      #expect(try dataset.notation(ofColumn: Untrusted(column), Cancellation()) == notation)
      for value in values {
        for comparison in Condition.Comparison.allCases {
          let end = comparison.takesValue ? value : ""
          let condition = try #require(Condition(Untrusted("\(column) \(comparison.rawValue) \(end)")))
          let rows = try dataset.rows(meeting: condition, Cancellation()).numbers
          #expect(rows == places.indices.filter { Self.meets(condition, places[$0], notation) }, "\(condition)")
          var query = Query(Untrusted(""))
          query.conditions = [condition]
          #expect(try Catalog([dataset]).search(query, limit: 0).total == rows.count)
        }
      }
    }
  }

  /// A dataset without the column has no value in it.
  @Test func aColumnOfAnotherDatasetIsMissing() throws {
    let other = Dataset(
      name: "other", about: DatasetAbout(format: "made"),
      places: [(.number(1), Place(id: PlaceID(dataset: "other", id: .number(1)), name: Untrusted("a")))])
    let places = Self.places(40)
    let made = Dataset(name: "made", about: DatasetAbout(format: "made"), places: places.map { ($0.id.id, $0) })
    for (text, expected) in [("City is null", 1), ("City is not null", 0), ("City!=x", 0)] {
      var query = Query(Untrusted(""))
      query.conditions = [try #require(Condition(Untrusted(text)))]
      let ofMade = try Catalog([made]).search(query, limit: 0).total
      #expect(try Catalog([made, other]).search(query, limit: 0).total == ofMade + expected)
    }
  }

  @Test(arguments: [
    ("a=x and b=y", "a=x", "b=y", true), ("a=x or b>2", "a=x", "b>2", false),
    ("a>1 AND b is null", "a>1", "b is null", true),
    ("a=x and b=y and c=z", "a=x", "b=y and c=z", true),
  ])
  func twoConditionsInOneAreSeen(text: String, first: String, second: String, isAnd: Bool) throws {
    let joint = try #require(Condition(Untrusted(text))?.joint)
    #expect(joint.first == Untrusted(first) && joint.second == Untrusted(second) && joint.isAnd == isAnd)
    #expect(Condition(Untrusted("a=rock and roll"))?.joint == nil)
  }

  @Test func columnsAreFoundByTheirNames() throws {
    var place = Place(id: PlaceID(dataset: "made", id: .number(1)), name: Untrusted("a"))
    place.attributes = ["City", "Größe", "C++", "C#", "name", "Type"].map {
      .init(key: Untrusted($0), value: Untrusted("1"))
    }
    let dataset = Dataset(name: "made", about: DatasetAbout(format: "made"), places: [(.number(1), place)])
    let id = { (name: String) in dataset.columnID(Untrusted(name)) }
    #expect(id("City") == .attribute(1))
    #expect(id("CITY") == .attribute(1))
    #expect(id("grosse") == .attribute(2))
    #expect(id("C++") == .attribute(3))
    #expect(id("c") == nil)
    #expect(id("lat") == .field(.latitude))
    for name in ["name", "NAME"] { #expect(id(name) == .field(.name)) }
    #expect(id("none") == nil)
    // What files call a field names it, unless there is such a column.
    #expect(id("State") == .field(.region) && id("LNG") == .field(.longitude) && id("type") == .attribute(6))
  }
}
