import Testing

@testable import GazetteerIndex

/// Numbers and dates are read as people write them, and a column in the one way that fits all of its values.
@Suite struct NotationTests {
  @Test(arguments: [
    (Notation.plain, "1e3", 1000), (.plain, "-1.5", -1.5), (.plain, "−1.5", -1.5),
    (.grouped, "−1,234.5", -1234.5), (.decimalComma, "−0,5", -0.5), (.grouped, "1,234,567.5", 1_234_567.5),
    (.grouped, "-1,234", -1234), (.grouped, "999", 999), (.grouped, "1234.5", 1234.5), (.grouped, "+1,000", 1000),
    (.decimalComma, "1.234,50", 1234.5), (.decimalComma, "-0,5", -0.5), (.decimalComma, "1.234.567", 1_234_567),
    (.decimalComma, "12", 12), (.decimalComma, "1 234,5", 1234.5),
    (.decimalComma, "-1\u{202F}234\u{202F}567", -1_234_567),
    (.grouped, "1'234.5", 1234.5), (.grouped, "12\u{A0}345", 12_345), (.decimalComma, "1’234", 1234),
    (.grouped, "$950", 950), (.grouped, "-$1,234.50", -1234.5), (.grouped, "$ 5", 5), (.grouped, "45%", 45),
    (.grouped, "USD 1,000", 1000), (.decimalComma, "12,50 €", 12.5), (.decimalComma, "1.234\u{A0}€", 1234),
    (.decimalComma, "-5 %", -5), (.decimalComma, "1 234,5 Kč", 1234.5), (.grouped, "US$7", 7),
    (.yearFirst, "1970-01-02", 86_400), (.yearFirst, "1970-01-01T00:01", 60),
    (.yearFirst, "1970-01-01 00:00:01.5Z", 1.5), (.yearFirst, "2024-02-29", 1_709_164_800),
    (.yearFirst, "1970-01-01T02:00:00+02:00", 0), (.yearFirst, "1969-12-31T22:30-01:30", 0),
    (.yearFirst, "1970/1/2", 86_400), (.dayFirst, "02.01.1970", 86_400), (.dayFirst, "2.1.1970 1:30", 91_800),
    (.dayFirst, "31/12/1969", -86_400), (.dayFirst, "02-01-1970", 86_400), (.monthFirst, "01/02/1970", 86_400),
    (.monthFirst, "1/1/1970 12:00:00 AM", 0), (.monthFirst, "1/1/1970 12:00:01 PM", 43_201),
    (.monthFirst, "1/1/1970 1:00 pm", 46_800), (.dayFirst, "2-Jan-1970", 86_400), (.dayFirst, "31 dec 1969", -86_400),
    (.dayFirst, "1-Sept-1970", 20_995_200), (.dayFirst, "2 January 1970", 86_400),
    (.dayFirst, "02.JAN.1970 00:00:01", 86_401),
  ])
  func areRead(_ notation: Notation, _ text: String, _ value: Double) {
    #expect(notation.number(Untrusted(text)) == value)
  }

  @Test(arguments: [
    (Notation.plain, ["nan", "inf", "0x10", "", "1,5", " 1", "1e999", "+", ".", "−", "−−1", "−-1", "1−2", "− 1"]),
    (
      .grouped,
      [
        "", "1,23", "1,2345", ",123", "1,", "0,123", "1,234,56", "1.234,5", "1.2.3", "--1", "1e3", "1234,567",
        "$", "$-", "%", "$5 $", "$$5", "5 x", "$5%", "€5€", "$  5", "- $5", "$-", "5-", "km 5", "%%5",
      ]
    ),
    (
      .decimalComma,
      [
        "", "1,", ",5", "1,5,5", "1.23,5", "1.5", "0.123,5", "1 23", "1 234 5", "1  234", "1 234\u{A0}567", "1 234.567",
        "089 123 456", " 234",
      ]
    ),
    (
      .yearFirst,
      [
        "2023-02-29", "2024-13-01", "2024-1", "2024-01-01T25:00", "2024-01-01x", "20240101", "", "2024-01/01",
        "24-01-01", "2024-01-01 13:00 PM", "2024-01-01 0:30 AM", "2024-01-01T10:00+2",
      ]
    ),
    (
      .dayFirst,
      [
        "29.02.2023", "1.13.2024", "0.1.2024", "1.1.24", "1.1.20245", "1.1.2024 ", "2-Foo-1970", "2 1 1970",
        "2-Janu-1970",
      ]
    ),
    (.monthFirst, ["13/01/2024", "02/30/2024", "05.31.2024", "1/1/2024 PM"]),
    (.text, ["1", "2024-01-01"]),
  ])
  func othersAreNot(_ notation: Notation, _ texts: [String]) {
    for text in texts { #expect(notation.number(Untrusted(text)) == nil, "\(text)") }
  }

  @Test(arguments: [
    (["1,5", "10", "n/a"], Notation.decimalComma), (["1.234,5", "7,25"], .decimalComma), (["1.234.567"], .decimalComma),
    (["1.234.567", "12.000", "500"], .decimalComma), (["1,234,567", "12"], .grouped), (["1,234.5"], .grouped),
    (["12,345", "567", ""], .grouped), (["12,345", "1,234"], .text), (["12,345", "2345"], .text),
    (["0,123"], .decimalComma),
    (["1,5", "1.5"], .text), (["1.5", "2"], .plain), (["2024-05-31", "unknown"], .yearFirst),
    (["31.05.2024", "1.6.2024"], .dayFirst), (["05.06.2024"], .dayFirst), (["31/05/2024", "01/06/2024"], .dayFirst),
    (["01/06/2024", "05/31/2024 01:00:00 AM"], .monthFirst), (["05/06/2024", "06/05/2024"], .text),
    (["31/05/2024", "05/31/2024"], .text), (["31.05.2024", "2024-05-31"], .text), (["", "n/a"], .text), ([], .text),
    (["1,5", "a"], .text), (["1.234", "1,234"], .text), (["9.007.199.254.740.992", "1,5"], .text),
    (["9.007.199.254.740.992,5", "1,5"], .decimalComma), (["1,250", "2.5", "12"], .grouped), (["+49 89 1234"], .text),
    (["9007199254740993", "1"], .text), (["−7", "3", "-1"], .plain), (["−7,5", "3"], .decimalComma),
    (["1 234,5", "900,5", "2 000"], .decimalComma), (["1 234", "2 000"], .grouped), (["1'234.50", "12"], .grouped),
    (["1 234", "5 678", "12"], .grouped), (["1 234", "1,234"], .text), (["01067", "1067"], .text),
    (["001", "002"], .text),
    (["050"] + (1...20).map(String.init), .plain), (["050", "n/a", "10", "1.5"], .text), (["08", "12"], .plain),
    (["0.50", "0"], .plain),
    (["12-Jan-2024", "3-Feb-2023"], .dayFirst), (["$950", "$1,950", "n/a"], .grouped), (["$950", "€950"], .text),
    (["$950", "950"], .text), (["12,50 €", "3 €"], .decimalComma), (["5%", "12%"], .grouped), (["$1,950"], .text),
    (["EUR 1.950", "EUR 12,5"], .decimalComma), (["5 km", "7 km"], .text), (["1,5 %", "1.5 %"], .text),
  ])
  func ofColumns(_ texts: [String], _ notation: Notation) throws {
    let places = texts.indices.map { row in
      var place = Place(id: PlaceID(dataset: "made", id: .number(Int64(row))), name: Untrusted("a"))
      place.attributes = [.init(key: Untrusted("value"), value: Untrusted(texts[row]))]
      return place
    }
    let other = Place(id: PlaceID(dataset: "made", id: .number(-1)), name: Untrusted("b"))
    var keyed = other
    keyed.attributes = [.init(key: Untrusted("value"), value: Untrusted("-"))]
    let dataset = Dataset(
      name: "made", about: DatasetAbout(format: "made"), places: (places + [keyed]).map { ($0.id.id, $0) })
    #expect(try dataset.notation(ofColumn: Untrusted("value"), Cancellation()) == notation)
  }

  /// A column of texts says why it is one, if nearly all of its values are numbers or dates.
  @Test(
    arguments: [
      (
        (1...20).map(String.init) + ["$2,000"],
        OddValues(type: .number, count: 0, different: 21, example: Untrusted("1"), other: Untrusted("$2,000"))
      ),
      (
        (1...20).map { "\($0).5.2024" } + ["1.5.24", "n/a", "2.5.24"],
        OddValues(type: .date, count: 2, different: 22, example: Untrusted("1.5.24"))
      ),
      (["05/06/2024", "06/05/2024"], OddValues(type: .date, count: 0, different: 2, example: Untrusted("05/06/2024"))),
      (["1,234", "5,678"], OddValues(type: .number, count: 0, different: 2, example: Untrusted("1,234"))),
      (["n/a", "05/06/2024"], OddValues(type: .date, count: 0, different: 1, example: Untrusted("05/06/2024"))),
      (
        ["", "2024-05-31", "31.05.2024", "2024-06-01"],
        OddValues(
          type: .date, count: 0, different: 3, example: Untrusted("2024-05-31"), other: Untrusted("31.05.2024"))
      ),
      (
        ["7", "1.5", "1,5", "n/a"],
        OddValues(type: .number, count: 0, different: 3, example: Untrusted("1.5"), other: Untrusted("1,5"))
      ),
      (
        ["05/06/2024", "31/05/2024", "05/31/2024"],
        OddValues(
          type: .date, count: 0, different: 3, example: Untrusted("31/05/2024"), other: Untrusted("05/31/2024"))
      ),
      (
        (0..<1100).map { "\(1000 + $0)-01-01" } + (0..<600).map { "31.12.\(1000 + $0)" },
        OddValues(
          type: .date, count: 0, different: 1700, example: Untrusted("1000-01-01"), other: Untrusted("31.12.1000"))
      ),
      (
        ["1.5", "1,5", "a"],
        OddValues(type: .number, count: 0, different: 3, example: Untrusted("1.5"), other: Untrusted("1,5"))
      ),
      (["1.5", "1,5", "a", "b"], nil), (["1.5", "05/06/2024"], nil),
      (["1", "2", "x"], OddValues(type: .number, count: 1, different: 3, example: Untrusted("x"))),
      (["1000", "1,234"], OddValues(type: .number, count: 0, different: 2, example: Untrusted("1,234"))),
      (["9,007,199,254,740,993", "1,000"], nil), ((1...30).map(String.init) + ["9007199254740993", "x"], nil),
      (["1", "2", "x", "y"], nil), (["1", "2"], nil), (["a", "b"], nil), ([], nil), (["9007199254740993", "1"], nil),
      (["-", "n/a"], nil),
    ] as [([String], OddValues?)])
  func oddValuesAreKnown(_ texts: [String], _ odd: OddValues?) throws {
    let places = texts.indices.map { row in
      var place = Place(id: PlaceID(dataset: "made", id: .number(Int64(row))), name: Untrusted("a"))
      place.attributes = [.init(key: Untrusted("value"), value: Untrusted(texts[row]))]
      return place
    }
    let dataset = Dataset(name: "made", about: DatasetAbout(format: "made"), places: places.map { ($0.id.id, $0) })
    #expect(try dataset.oddValues(ofColumn: Untrusted("value"), Cancellation()) == odd)
  }

  @Test(
    arguments: [
      (Notation.decimalComma, "1,5", 1.5...1.5), (.decimalComma, "1.5", 1.5...1.5), (.grouped, "1,000", 1000...1000),
      (.dayFirst, "02/01/1970", 86_400...172_800.nextDown), (.dayFirst, "1970-01-02", 86_400...172_800.nextDown),
      (.monthFirst, "2.1.1970", 86_400...172_800.nextDown), (.yearFirst, "1970-01-02 00:00", 86_400...86_400),
      (.yearFirst, "1970", 0...(365 * 86_400).nextDown),
      (.dayFirst, "1970-02", (31 * 86_400)...(59 * 86_400).nextDown),
      (.yearFirst, "1972-02", (761 * 86_400)...(790 * 86_400).nextDown),
    ] as [(Notation, String, ClosedRange<Double>)])
  func valuesOfConditionsAreRead(_ notation: Notation, _ text: String, _ range: ClosedRange<Double>) {
    #expect(notation.range(Untrusted(text)) == range)
  }

  @Test(arguments: [
    (Notation.plain, "1,5"), (.plain, "2024-01-01"), (.yearFirst, "1970-13"), (.yearFirst, "70"), (.yearFirst, "1970-"),
    (.yearFirst, "05/06/2024"), (.yearFirst, "1970-1"), (.text, "1"),
  ])
  func otherValuesAreRefused(_ notation: Notation, _ text: String) { #expect(notation.range(Untrusted(text)) == nil) }

  /// Rows with a date of 2020 or with one of May 2021.
  @Test(arguments: [
    ("=2020", [1, 2]), ("!=2020", [0, 3, 4]), ("<2020", [0]), ("<=2020", [0, 1, 2]), (">2020", [3, 4]),
    (">=2020", [1, 2, 3, 4]), ("=2021-05", [4]), (">=31.12.2020", [2, 3, 4]), ("~12.2020", [2]),
    ("=31.12.2020", [2]), ("<=31.12.2020", [0, 1, 2]), (">31.12.2020", [3, 4]), ("=2020-12-31", [2]),
  ])
  func conditionsOnYearsAndMonths(_ condition: String, _ rows: [Int]) throws {
    let dates = ["31.12.2019", "1.1.2020", "31.12.2020 23:59:59.5", "1.1.2021", "31.5.2021"]
    let places = dates.indices.map { row in
      var place = Place(id: PlaceID(dataset: "made", id: .number(Int64(row))), name: Untrusted("a"))
      place.attributes = [.init(key: Untrusted("built"), value: Untrusted(dates[row]))]
      return place
    }
    let dataset = Dataset(name: "made", about: DatasetAbout(format: "made"), places: places.map { ($0.id.id, $0) })
    let condition = try #require(Condition(Untrusted("built" + condition)))
    #expect(try dataset.rows(meeting: condition, Cancellation()).numbers == rows)
  }

  /// A number is counted once, however the sources write it.
  @Test func countsOfSourcesThatWriteNumbersDifferently() throws {
    func dataset(_ name: String, _ texts: [String]) -> Dataset {
      let places = texts.indices.map { row in
        var place = Place(id: PlaceID(dataset: name, id: .number(Int64(row))), name: Untrusted("a"))
        place.attributes = [.init(key: Untrusted("price"), value: Untrusted(texts[row]))]
        return place
      }
      return Dataset(name: name, about: DatasetAbout(format: "made"), places: places.map { ($0.id.id, $0) })
    }
    let catalog = Catalog([dataset("one", ["1,5", "2", "1,5"]), dataset("other", ["1.5", "20"])])
    let counts = try #require(
      try catalog.counts(ofColumn: Untrusted("price"), passing: Query(Untrusted("")), most: .max, Cancellation()))
    #expect(counts.rows.map(\.value.text) == ["1,5", "2", "20"])
    #expect(counts.rows.map(\.count) == [3, 1, 1])
    #expect(counts.type == .number)
  }
}
