import Testing

@testable import GazetteerIndex

/// What is looked for inside the texts of a column is found in each text, not across two of them.
@Suite struct TextsInColumnsTests {
  private static func dataset(_ texts: [String], names: [String]? = nil) -> Dataset {
    var builder = DatasetBuilder()
    for (row, text) in texts.enumerated() {
      builder.set(id: .number(Int64(row)))
      (names?[row] ?? "place").withBytes { builder.set(name: $0) }
      "note".withBytes { key in text.withBytes { builder.add(attribute: key, value: $0) } }
      builder.addDraft()
    }
    return Dataset(name: "made", about: DatasetAbout(format: "made"), builder: builder)
  }

  private static func rows(_ condition: String, _ dataset: Dataset) throws -> [Int] {
    try dataset.rows(meeting: try #require(Condition(Untrusted(condition))), Cancellation()).numbers
  }

  private static let texts = ["ab", "ca", "", "aa", "aaa", "b", "!", "!?", "a!", "ß", "ab!", "", "ba", "x\0y"]

  @Test(arguments: [
    "a", "b", "ab", "bc", "ba", "aa", "aaa", "aaaa", "!", "!!", "!?", "?", "ss", "abca", "x y", "zzzz",
  ])
  func textsAreSearchedOneByOne(_ wanted: String) throws {
    let folded = Fold.fold(wanted)
    let expected = Self.texts.indices.filter { row in
      let text = Self.texts[row]
      return folded.isEmpty ? text.contains(wanted) : Fold.fold(text).contains(folded)
    }
    #expect(try Self.rows("note~\(wanted)", Self.dataset(Self.texts)) == expected)
  }

  @Test func zeroAndMinusZeroAreOneNumber() throws {
    let dataset = Self.dataset(["0", "-0", "1", "-1", "0.0", ""])
    for (condition, expected) in [
      ("note=0", [0, 1, 4]), ("note!=0", [2, 3]), ("note<0", [3]), ("note<=-0", [0, 1, 3, 4]), ("note>0", [2]),
      ("note>=0", [0, 1, 2, 4]),
    ] {
      #expect(try Self.rows(condition, dataset) == expected, "\(condition)")
    }
    let counts = try dataset.counts(
      ofColumn: Untrusted("note"), passing: Query(Untrusted("")), most: .max, Cancellation())
    #expect(counts?.rows.map(\.count) == [3, 1, 1])
    #expect(counts?.missing == 1)
  }

  @Test(
    arguments: [
      (["7", "n/a", "10", "", "9", "-", "100", "NULL"], Notation.plain, ">8", [2, 4, 6], 4),
      (["7", "1e1", "N/A", "9.0"], .plain, "!=9", [0, 1], 1),
      (["2024-05-01", "unknown", "2023-12-31"], .yearFirst, "<2024-01-01", [2], 1),
      (["a", "n/a", "b"], .text, "=n/a", [1], 0), (["-", "?"], .text, "=?", [1], 0),
    ] as [([String], Notation, String, [Int], Int)])
  func wordsForMissingValuesAreNoValuesAmongNumbers(
    _ texts: [String], _ notation: Notation, _ condition: String, _ expected: [Int], _ missing: Int
  ) throws {
    let dataset = Self.dataset(texts)
    #expect(try dataset.notation(ofColumn: Untrusted("note"), Cancellation()) == notation)
    #expect(try Self.rows("note" + condition, dataset) == expected)
    let counts = try dataset.counts(
      ofColumn: Untrusted("note"), passing: Query(Untrusted("")), most: .max, Cancellation())
    #expect(counts?.missing == missing)
    var query = Query(Untrusted(""))
    query.columnOrder = ColumnOrder(Untrusted("note"), isDescending: true)
    let sorted = try Catalog([dataset]).search(query, limit: .max).hits.map(\.place.id)
    let values = texts.indices.filter { notation == .text || notation.number(Untrusted(texts[$0])) != nil }
    #expect(Set(sorted.prefix(values.count)) == Set(values.map { .number(Int64($0)) }))
  }

  @Test func namesThatFoldAlikeAreCountedApart() throws {
    let names = ["Foo", "foo", "!!", "Foo", "??", "bar", "FOO", "!!", "foo", "Foo", "Bär", "bar"]
    let dataset = Self.dataset(names.indices.map { $0 % 4 == 1 ? "x" : "y" }, names: names)
    for condition in [nil, "note=y", "note=z"] {
      var query = Query(Untrusted(""))
      query.conditions = [condition.flatMap { Condition(Untrusted($0)) }].compactMap(\.self)
      var expected: [String: Int] = [:]
      for (row, name) in names.enumerated() where condition == nil || condition == "note=y" && row % 4 != 1 {
        expected[name, default: 0] += 1
      }
      let counts = try dataset.counts(ofColumn: Untrusted("name"), passing: query, most: .max, Cancellation())
      #expect(Dictionary(uniqueKeysWithValues: counts?.rows.map { ($0.value.text, $0.count) } ?? []) == expected)
      #expect(counts?.different == expected.count)
    }
  }

  /// Names are looked up in blocks once the index of their parts is there.
  @Test func wordsInNamesAreFoundByTheIndex() throws {
    let names = (0..<9000).map { "Place \($0 * 7919 % 9000) of \(["Münster", "York", "Bath"][$0 % 3])" }
    let plain = Self.dataset(names.map { _ in "" }, names: names)
    let indexed = Self.dataset(names.map { _ in "" }, names: names)
    indexed.prepareForTyping()
    try #require(indexed.madeNameTrigrams != nil)
    for words in ["munster", "York 77", "89", "e 1 b", "ath", "nowhere", "place 8 of york"] {
      let wanted = Fold.fold(words).split(separator: " ")
      let expected = names.indices.filter { row in wanted.allSatisfy { Fold.fold(names[row]).contains($0) } }
      for dataset in [plain, indexed] {
        #expect(try dataset.rows(having: Untrusted(words), Cancellation()).numbers == expected, "\(words)")
      }
    }
  }

  @Test func aDatasetMayBeEmpty() throws {
    let empty = Dataset(name: "empty", about: DatasetAbout(format: "made"), places: [])
    for condition in ["category=Default", "country!=x", "name~a", "timezone!=x", "population>1", "id=1"] {
      #expect(try Self.rows(condition, empty).isEmpty, "\(condition)")
    }
    for column in ["category", "country", "name", "population"] {
      let counts = try empty.counts(
        ofColumn: Untrusted(column), passing: Query(Untrusted("")), most: .max, Cancellation())
      #expect(counts?.rows.isEmpty == true)
    }
  }
}

extension HostileDatasetTests {
  /// Comparing it at each position would take hours.
  @Test func aLongTextMayBeLookedForInManyTexts() throws {
    let texts = (0..<400).map { String(repeating: "a", count: 50_000 + $0 % 2) }
    var builder = DatasetBuilder()
    for (row, text) in texts.enumerated() {
      builder.set(id: .number(Int64(row)))
      "x".withBytes { builder.set(name: $0) }
      "note".withBytes { key in text.withBytes { builder.add(attribute: key, value: $0) } }
      builder.addDraft()
    }
    let dataset = Dataset(name: "made", about: DatasetAbout(format: "made"), builder: builder)
    let condition = try #require(Condition(Untrusted("note~" + String(repeating: "a", count: 60_000))))
    #expect(try dataset.rows(meeting: condition, Cancellation()).isEmpty)
  }
}
