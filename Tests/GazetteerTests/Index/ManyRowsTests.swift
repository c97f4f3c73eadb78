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
      builder.set(longitude: longitude(row))
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
  /// Of each three rows, two share their number with others.
  private static func longitude(_ row: Int) -> Double { row % 3 == 0 ? Double(row) / -2048 : Double(row % 100) }
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

  /// The second of them makes the index of the rows of each cell.
  @Test func rowsOfAFewCellsAreFoundByAnIndex() throws {
    let conditions: [(String, (Int) -> Bool)] = [
      ("visits~99", { Self.visits($0).contains("99") }), ("visits~98", { Self.visits($0).contains("98") }),
      ("visits=7", { Self.visits($0) == "7" }),
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

  private static func values(_ column: String, of row: Int) -> [String] {
    switch column {
    case "visits": visits(row).isEmpty ? [] : [visits(row)]
    case "kind": [kind(row)]
    case "note": [note(row)]
    case "id": ["\(row)"]
    case "latitude": latitude(row).map { [Numeral.plain($0)] } ?? []
    case "longitude": latitude(row) == nil ? [] : [Numeral.plain(longitude(row))]
    case "category": categories(row).isEmpty ? ["Default"] : categories(row)
    default: ["n\(row % 5)"]
    }
  }

  /// Without a condition, and with conditions that few, half and most of the places meet.
  @Test(
    arguments: ["visits", "kind", "note", "category", "name", "latitude", "longitude", "id"],
    ["", "visits=7", "visits>500", "visits!=7"])
  func countsAreThoseOfBothHalves(_ column: String, _ condition: String) throws {
    func isCounted(_ row: Int) -> Bool {
      guard !condition.isEmpty else { return true }
      guard let visits = Int(Self.visits(row)) else { return false }
      return condition == "visits=7" ? visits == 7 : condition == "visits>500" ? visits > 500 : visits != 7
    }
    var (expected, missing): ([String: Int], Int) = ([:], 0)
    for row in 0..<Self.count where isCounted(row) {
      let values = Self.values(column, of: row)
      for value in values { expected[value, default: 0] += 1 }
      if values.isEmpty { missing += 1 }
    }
    let isText = ["kind", "note", "category", "name"].contains(column)
    let sorted = expected.sorted { left, right in
      if left.value != right.value { return left.value > right.value }
      return isText ? left.key < right.key : (Double(left.key) ?? 0) < (Double(right.key) ?? 0)
    }
    let query = condition.isEmpty ? Self.query() : Self.query(condition)
    for most in [0, 7, 700, 1001, .max] {
      let counts = try #require(
        try Self.dataset.counts(ofColumn: Untrusted(column), passing: query, most: most, Cancellation()))
      let areSame = counts.rows.elementsEqual(sorted.prefix(most)) { $0.value.text == $1.key && $0.count == $1.value }
      #expect(areSame, "\(most)")
      #expect(counts.different == expected.count && counts.missing == missing)
    }
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

  /// What is made in the background changes no answer. The last columns are left out if there is no room for them.
  @Test func questionsAreAnsweredTheSameAfterPreparation() throws {
    let prepared = Self.dataset.described(by: DatasetAbout(format: "prepared"))
    let asked = Self.dataset.described(by: DatasetAbout(format: "asked"))
    prepared.prepareForQuestions()
    for name in ["visits", "kind", "note", "category", "latitude", "longitude", "id"] {
      let id = try #require(ColumnID(Untrusted(name), in: prepared.places))
      #expect(prepared.valueColumns.madeColumn(id) != nil && asked.valueColumns.madeColumn(id) == nil, "\(name)")
    }
    let visits = try #require(ColumnID(Untrusted("visits"), in: prepared.places))
    #expect(prepared.valueColumns.madeColumn(visits)?.knownFolds.madeValue != nil)
    #expect(try prepared.columns(Cancellation()) == asked.columns(Cancellation()))
    for condition in ["visits>=500", "kind~O", "note~77", "name~3", "latitude<0", "id>77", "category=odd", "visits<9"] {
      let query = Self.query(condition)
      let answers = try [prepared, asked].map { try $0.rows(passing: query, cancellation: Cancellation()).numbers }
      #expect(answers[0] == answers[1], "\(condition)")
      #expect(try Catalog([prepared]).search(query, limit: 7) == Catalog([asked]).search(query, limit: 7))
    }
  }
}
