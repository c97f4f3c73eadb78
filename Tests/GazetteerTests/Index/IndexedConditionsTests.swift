import Testing

@testable import GazetteerIndex

/// Conditions on names and ids use their indexes, and hold for the same places as those of any other column.
@Suite struct IndexedConditionsTests {
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

  @Test(arguments: ["77", "77.0", "+77", "077", "a", "A", "b", "1152921504606846976", "-0", "-3", "0", ""])
  func idsAreThoseOfAnyColumn(_ value: String) throws {
    let mixed: [SourceID] = [.number(77), .text("77"), .text("a"), .number(1 << 60), .number(-3), .text("77.0")]
    let large: [SourceID] = [.number(77), .number(1 << 60), .number(0)]
    let small: [SourceID] = [.number(77), .number(-3), .number(0)]
    for ids in [mixed, large, small] {
      let dataset = Dataset(
        name: "made", about: DatasetAbout(format: "made"),
        places: ids.map { ($0, Place(id: PlaceID(dataset: "made", id: $0), name: Untrusted("x"))) })
      for comparison in ["=", "!="] {
        guard let condition = Condition(Untrusted("id\(comparison)\(value)")) else { continue }
        let column = try dataset.valueColumns.column(.field(.id), of: dataset.places, Cancellation())
        #expect(
          try dataset.rows(meeting: condition, Cancellation()).numbers
            == column.rows(meeting: condition, Cancellation()).numbers)
        #expect(try dataset.notation(ofColumn: Untrusted("id"), Cancellation()) == column.notation)
      }
    }
  }

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
