import Testing

@testable import GazetteerIndex

/// Columns of so many rows that two threads look at them.
@Suite struct ManyRowsTests {
  private static let count = 1 << 18 + 77
  private static let dataset: Dataset = {
    var builder = DatasetBuilder()
    for row in 0..<count {
      builder.set(id: .number(Int64(row)))
      "n\(row % 5)".withBytes { builder.set(name: $0) }
      builder.set(latitude: latitude(row) ?? .nan)
      builder.set(longitude: 1)
      for category in categories(row) { category.withBytes { builder.add(category: $0) } }
      for (key, value) in [("visits", visits(row)), ("kind", kind(row)), ("note", note(row))]
      where !value.isEmpty {
        key.withBytes { key in value.withBytes { builder.add(attribute: key, value: $0) } }
      }
      builder.addDraft()
    }
    return Dataset(name: "many", about: DatasetAbout(format: "made"), builder: builder)
  }()

  private static func visits(_ row: Int) -> String { row % 10 == 0 ? "" : "\(row * 7919 % 1000)" }
  private static func kind(_ row: Int) -> String { ["mill", "Hotel", "möbel"][row % 7 % 3] }
  private static func note(_ row: Int) -> String { "x\(row)y" }
  private static func latitude(_ row: Int) -> Double? { row % 11 == 0 ? nil : Double(row % 7 - 3) * 0.5 }
  private static func categories(_ row: Int) -> [String] {
    row % 2 == 0 ? ["even"] : row % 3 == 0 ? ["odd", "third"] : []
  }

  private static func query(_ conditions: String...) -> Query {
    var query = Query(Untrusted(""))
    query.conditions = conditions.compactMap { Condition(Untrusted($0)) }
    return query
  }

  @Test func conditionsHoldInBothHalves() throws {
    let conditions: [(String, (Int) -> Bool)] = [
      ("visits>=500", { Int(Self.visits($0)).map { $0 >= 500 } ?? false }),
      ("visits!=7", { Int(Self.visits($0)).map { $0 != 7 } ?? false }), ("visits<0", { _ in false }),
      ("kind=mill", { Self.kind($0) == "mill" }), ("kind~O", { Self.kind($0) != "mill" }),
      ("name=n3", { $0 % 5 == 3 }), ("category=odd", { $0 % 2 == 1 && $0 % 3 == 0 }),
    ]
    for (condition, holds) in conditions {
      let rows = try Self.dataset.rows(passing: Self.query(condition), cancellation: Cancellation())
      #expect(rows.numbers == (0..<Self.count).filter(holds), "\(condition)")
    }
  }

  /// The first of them makes the index of the rows of each cell.
  @Test func rowsOfAFewCellsAreFoundByAnIndex() throws {
    let conditions: [(String, (Int) -> Bool)] = [
      ("visits~99", { Self.visits($0).contains("99") }), ("visits=7", { Self.visits($0) == "7" }),
      ("visits~1", { Self.visits($0).contains("1") }), ("visits!=7", { Int(Self.visits($0)).map { $0 != 7 } ?? false }),
      ("visits>=998", { Int(Self.visits($0)).map { $0 >= 998 } ?? false }), ("visits<0", { _ in false }),
    ]
    for (condition, holds) in conditions {
      let rows = try Self.dataset.rows(passing: Self.query(condition), cancellation: Cancellation())
      let isSame = rows.numbers == (0..<Self.count).filter(holds)
      #expect(isSame, "\(condition)")
    }
    let visits = try Self.dataset.valueColumns.column(
      try #require(ColumnID(Untrusted("visits"), in: Self.dataset.places)), of: Self.dataset.places, Cancellation())
    #expect(visits.knownRowsOfCells.madeValue != nil)
  }

  /// Two threads look into the names, and into the texts of a column with a megabyte of them. After a rare word, others
  /// are looked for in its rows, and after a very rare one in their names.
  @Test(arguments: [
    "n3", "x26214", "131y", "x131110y", "hotel", "n4 mobel", "77y mill", "y x", "x13 hotel even", "x1311 n1 mill",
    "n2 x262", "x131110y n0", "n1 odd 7", "nothing", "nothing n1",
  ])
  func wordsAreFoundInBothHalves(_ words: String) throws {
    let wanted = words.split(separator: " ").map(String.init)
    let expected = (0..<Self.count).filter { row in
      let categories = Self.categories(row).isEmpty ? ["default"] : Self.categories(row)
      let texts = ["n\(row % 5)", Self.note(row), Fold.fold(Self.kind(row)), Self.visits(row)] + categories
      return wanted.allSatisfy { word in texts.contains { $0.contains(word) } }
    }
    let isSame = try Self.dataset.rows(having: Untrusted(words), Cancellation()).numbers == expected
    #expect(isSame)
    #expect(expected.isEmpty == words.hasPrefix("nothing"))
  }

  @Test(arguments: ["visits", "kind", "category", "name", "latitude"])
  func countsAreThoseOfBothHalves(_ column: String) throws {
    let counts = try #require(
      try Self.dataset.counts(
        ofColumn: Untrusted(column), passing: Self.query("visits>100"), most: .max, Cancellation()))
    var expected: [String: Int] = [:]
    var missing = 0
    for row in 0..<Self.count where Int(Self.visits(row)) ?? 0 > 100 {
      let values =
        switch column {
        case "visits": [Self.visits(row)]
        case "kind": [Self.kind(row)]
        case "latitude": Self.latitude(row).map { [Numeral.plain($0)] } ?? []
        case "category": Self.categories(row).isEmpty ? ["Default"] : Self.categories(row)
        default: ["n\(row % 5)"]
        }
      for value in values { expected[value, default: 0] += 1 }
      if values.isEmpty { missing += 1 }
    }
    #expect(Dictionary(uniqueKeysWithValues: counts.rows.map { ($0.value.text, $0.count) }) == expected)
    #expect(counts.missing == missing)
    let none = try Self.dataset.counts(ofColumn: Untrusted(column), passing: Self.query(), most: 0, Cancellation())
    #expect(none?.rows.isEmpty == true && none?.different ?? 0 >= expected.count)
  }

  @Test(arguments: [false, true]) func theFirstByAColumnAreInEitherHalf(_ isDescending: Bool) throws {
    var query = Self.query()
    query.columnOrder = ColumnOrder(Untrusted("visits"), isDescending: isDescending)
    let found = try Catalog([Self.dataset]).search(query, limit: 600).hits.map(\.place.id)
    let rows = (0..<Self.count).filter { !Self.visits($0).isEmpty }
      .sorted { left, right in
        let values = [left, right].map { Int(Self.visits($0)) ?? 0 }
        if values[0] != values[1] { return (values[0] < values[1]) != isDescending }
        return (left % 5, left) < (right % 5, right)
      }
    #expect(found == rows.prefix(600).map { .number(Int64($0)) })
    query.columnOrder = ColumnOrder(Untrusted("visits"), isDescending: isDescending)
    #expect(try Catalog([Self.dataset]).search(query, limit: 0).total == Self.count)
  }
}
