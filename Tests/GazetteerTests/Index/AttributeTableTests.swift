import Testing

@testable import GazetteerIndex

/// Attributes are what was added, whether their keys have columns or not.
@Suite struct AttributeTableTests {
  private typealias Attributes = [(key: String, value: String)]

  private static func dataset(_ rows: [Attributes]) -> Dataset {
    var builder = DatasetBuilder()
    for (row, attributes) in rows.enumerated() {
      builder.set(id: .number(Int64(row)))
      "x".withBytes { builder.set(name: $0) }
      for (key, value) in attributes {
        key.withBytes { key in value.withBytes { builder.add(attribute: key, value: $0) } }
      }
      builder.addDraft()
    }
    return Dataset(name: "made", about: DatasetAbout(format: "made"), builder: builder)
  }

  /// The attributes of all rows, as `key=value`.
  private static func texts(_ dataset: Dataset) -> [[String]] {
    let attributes = dataset.places.attributes
    return (0..<dataset.count).map { row in
      attributes[row].map { "\(attributes.keyNames.untrusted($0.key).text)=\(Untrusted(bytes: $0.value).text)" }
    }
  }

  private static func keysOfColumns(_ dataset: Dataset) -> [String] {
    let attributes = dataset.places.attributes
    return attributes.columns.map { attributes.keyNames.untrusted($0.key).text }
  }

  private static func reopened(_ dataset: Dataset) throws -> Dataset {
    try ChangeableSnapshot(Snapshot.bytes(of: dataset)).opened()
  }

  /// Every kind of column: numbers that are close together, far apart, of few or many values, with texts such as `n/a`,
  /// with decimal commas, dates, texts, and keys that get no column.
  private static func rows(_ count: Int, hasDecimalCommas: Bool) -> [Attributes] {
    var random = SplitMix(state: 3)
    // The first place has all keys, so all have them in their order.
    var isFirst = true
    func maybe(_ key: String, _ share: Int, _ value: @autoclosure () -> String) -> Attributes {
      isFirst || Int.random(in: 0..<100, using: &random) < share ? [(key, value())] : []
    }
    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    return (0..<count).map { row in
      var attributes = maybe("year", 90, "\(number(1900...2024))")
      attributes += maybe("far", 80, ["1000000000", "-7", "1000000", "07", "7"][number(0...4)])
      attributes += maybe("stars", 70, ["1", "2", "3", "n/a", "-", "N/A"][number(0...5)])
      attributes += maybe("price", 90, hasDecimalCommas ? "\(number(0...99)),5" : "\(number(0...99)).5")
      attributes += maybe("opened", 60, ["2024-05-31", "1999-01-01", "unknown"][number(0...2)])
      attributes += maybe("city", 95, ["Bern", "Basel", "Genf", "n/a", "ä"][number(0...4)])
      attributes += maybe("rare", 5, "7")
      attributes.append(("url", "https://example.org/\(row)"))
      isFirst = false
      return attributes
    }
  }

  @Test(arguments: [false, true]) func attributesAreThoseThatWereAdded(hasDecimalCommas: Bool) throws {
    let rows = Self.rows(500, hasDecimalCommas: hasDecimalCommas)
    let dataset = Self.dataset(rows)
    let expected = rows.map { $0.map { "\($0.key)=\($0.value)" } }
    #expect(Self.texts(dataset) == expected)
    #expect(
      Set(Self.keysOfColumns(dataset)) == ["year", "far", "stars", "price", "opened", "city"])
    #expect(dataset.places.attributes.hasDecimalCommas(rows: dataset.count) == hasDecimalCommas)
    let opened = try Self.reopened(dataset)
    #expect(Self.texts(opened) == expected)
    #expect(Self.keysOfColumns(opened) == Self.keysOfColumns(dataset))
  }

  /// The numbers of a column ascend, and are those of its texts.
  @Test(arguments: [
    ("year", Notation.plain), ("far", .plain), ("stars", .plain), ("price", .plain), ("opened", .yearFirst),
    ("city", .text),
  ])
  func cellsAreInTheOrderOfTheirNumbers(key: String, notation: Notation) throws {
    let attributes = Self.dataset(Self.rows(500, hasDecimalCommas: false)).places.attributes
    let number = try #require((0..<attributes.keyNames.count).first { attributes.keyNames.untrusted($0).text == key })
    let column = try #require(attributes.column(ofKey: number))
    #expect(column.notation == notation)
    #expect(column.texts[0].isEmpty)
    let numbers = column.numbers.elements.dropFirst()
    #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 <= $1 })
    for cell in 1..<column.texts.count {
      let number = notation.number(column.texts[cell])
      #expect(number == (cell < column.numbers.count ? column.numbers[cell] : nil))
      #expect(notation == .text || number != nil || CellType.isMissing(column.texts[cell]))
    }
  }

  /// A cell has one text, and cannot tell an empty one from none. A column of different texts, or for few places, would
  /// take more memory than a list.
  @Test(arguments: ["twice in a place", "an empty text", "different texts", "few places", "no name"])
  func otherKeysAreListed(what: String) throws {
    let rows: [Attributes] = (0..<40).map { row in
      switch what {
      case "twice in a place": [("k", "1")] + (row == 3 ? [("k", "2")] : [])
      case "an empty text": [("k", row == 3 ? "" : "1")]
      case "different texts": [("k", "text \(row)")]
      case "few places": row % 5 == 0 ? [("k", "1")] : []
      default: [("", "1")]
      }
    }
    let dataset = Self.dataset(rows)
    #expect(Self.keysOfColumns(dataset).isEmpty)
    for dataset in [dataset, try Self.reopened(dataset)] {
      #expect(Self.texts(dataset) == rows.map { $0.map { "\($0.key)=\($0.value)" } })
    }
  }

  /// The control: the same values get a column if nothing is odd about them.
  @Test func usualKeysHaveColumns() {
    #expect(Self.keysOfColumns(Self.dataset((0..<40).map { _ in [("k", "1")] })) == ["k"])
    #expect(Self.keysOfColumns(Self.dataset((0..<40).map { [("k", "\($0)")] })) == ["k"])
  }

  /// A few places keep the order of their attributes; many have that of the keys.
  @Test(arguments: [(40, ["b=1", "a=2"]), (40_000, ["a=2", "b=1"])])
  func attributesAreInOrder(count: Int, second: [String]) {
    let rows: [Attributes] = (0..<count).map { $0 == 1 ? [("b", "1"), ("a", "2")] : [("a", "2"), ("b", "1")] }
    let dataset = Self.dataset(rows)
    #expect(Self.texts(dataset)[1] == second)
    #expect(Self.keysOfColumns(dataset).isEmpty == (count < 1000))
  }

  /// The list comes after the columns, so the keys of a place are sorted.
  @Test func keysAreInOneOrder() {
    let rows: [Attributes] = (0..<40).map { [("first", "text \($0)"), ("second", "1"), ("third", "text \($0)")] }
    #expect(Self.texts(Self.dataset(rows))[7] == ["first=text 7", "second=1", "third=text 7"])
  }

  /// Also in the second of two values with one key, and in a column.
  @Test func wordsAreFoundInAttributes() {
    let rows: [Attributes] = [[("cuisine", "pizza"), ("cuisine", "thai")], [("cuisine", "thai")], [("note", "thai")]]
    for (rows, hasColumn) in [(rows, false), ([rows[1], rows[1], rows[2]], true)] {
      let dataset = Self.dataset(rows)
      let terms = TermRows(PlaceTerms(Untrusted("thai")), in: dataset)
      #expect((0..<dataset.count).filter(terms.contains) == [0, 1])
      #expect(Self.keysOfColumns(dataset).contains("cuisine") == hasColumn)
    }
  }

  @Test func noAttributesTakeNoMemory() throws {
    let dataset = Self.dataset([[], []])
    #expect(dataset.places.attributes.columns.isEmpty && dataset.places.attributes.listedEnd.isEmpty)
    #expect(Self.texts(try Self.reopened(dataset)) == [[], []])
  }
}

/// How many different values a column has is guessed from some of them.
@Suite struct ValueSampleTests {
  @Test(arguments: [1, 10, 1000, 50_000, 400_000]) func differentValuesAreGuessed(different: Int) {
    let rows = 400_000
    var sample = ValueSample()
    var random = SplitMix(state: 6)
    for _ in ValueSample.rows(of: rows) {
      "\(Int.random(in: 0..<different, using: &random))".withBytes { sample.add($0) }
    }
    let guessed = sample.different(among: rows)
    #expect(guessed >= different / 3 && guessed <= different * 3, "\(guessed)")
    #expect(sample.areNumbers)
  }

  @Test func fewRowsAreAllRead() {
    #expect(Array(ValueSample.rows(of: 3)) == [0, 1, 2])
    #expect(ValueSample.rows(of: 0).isEmpty)
    var sample = ValueSample()
    for text in ["a", "b", "a"] { text.withBytes { sample.add($0) } }
    #expect(sample.different(among: 3) == 2)
    #expect(!sample.areNumbers)
    #expect(sample.bytes(of: 6) == 6)
  }
}
