import Testing

@testable import GazetteerIndex

/// Conditions on names use the index of names, and hold for the same places as those of any other column.
@Suite struct NameConditionsTests {
  private static let names = [
    "Köln", "koln", "KÖLN", "Köln ", "Köln", "Kölner Dom", "Dom zu Köln", "", "!!", "-", "a\u{0}b", "a", "北京",
    "St. Louis",
    "st louis", "10", "1",
  ]
  private static func dataset(_ names: [String]) -> Dataset {
    Dataset(
      name: "made", about: DatasetAbout(format: "made"),
      places: names.enumerated().map { row, name in
        let id = SourceID.number(Int64(row))
        return (id, Place(id: PlaceID(dataset: "made", id: id), name: Untrusted(name)))
      })
  }
  private static let few = dataset(names)
  /// So many that there is an index of the letters in them.
  private static let many: Dataset = {
    let dataset = Self.dataset((0..<9000).map { $0 < names.count ? names[$0] : "Number \($0) of St. Louis \($0 % 7)" })
    dataset.prepareForTyping()
    return dataset
  }()

  @Test(
    arguments: ["=", "!=", "<", "<=", ">", ">=", "~"],
    names + [
      "kol", "KÖLN d", "olner", "louis", "ST. L", "k", "nowhere", "京", " ", "ln ", "\u{0}", "ab", "Number 77",
      "Number 77 of St. Louis 0", "louis 3", "8999 of",
    ])
  func areThoseOfAnyColumn(_ comparison: String, _ value: String) throws {
    guard let condition = Condition(Untrusted("name" + comparison + value)) else { return }
    for dataset in [Self.few, Self.many] {
      let column = try dataset.valueColumns.column(.field(.name), of: dataset.places, Cancellation())
      let expected = try column.rows(meeting: condition, Cancellation()).numbers
      #expect(try dataset.rows(meeting: condition, Cancellation()).numbers == expected)
    }
    #expect(Self.many.madeNameTrigrams != nil)
    guard comparison == "=", !condition.value.isEmpty else { return }
    let expected = Self.names.indices.filter { Untrusted(Self.names[$0]) == condition.value }
    #expect(try Self.few.rows(meeting: condition, Cancellation()).numbers == expected)
  }
}
