import GazetteerIndex
import Testing

@testable import GazetteerSession

@Suite struct TwinsTests {
  private static func place(
    _ id: Int64, _ name: String = "ATM", at longitude: Double = 1, population: UInt32 = 0, alternates: [String] = [],
    attributes: [(String, String)] = []
  ) -> Place {
    let example = Example(
      id: .number(id), name: name, alternates: alternates, position: (1, longitude), population: population,
      attributes: attributes)
    return Example.dataset("made", [example]).place(0)
  }

  @Test func shortNamesTellTwinsApart() {
    let twins = Twins([
      Self.place(1, alternates: ["Cash machine north", "N"]), Self.place(2, alternates: ["S"]), Self.place(3, "Bank"),
    ])
    #expect(twins.differences == [0: .remark("N"), 1: .remark("S")] && !twins.needPositions)
  }

  @Test func aColumnTellsTwinsApart() {
    let twins = Twins([
      Self.place(1, attributes: [("stars", "4"), ("kind", "cash"), ("street", "Main St")]),
      Self.place(2, attributes: [("stars", "5"), ("kind", "cash"), ("street", "Mill St")]),
    ])
    #expect(twins.differences == [0: .remark("Main St"), 1: .remark("Mill St")])
  }

  @Test func positionsAndThenIdentitiesTellTwinsApart() {
    let apart = [Self.place(1, at: 1), Self.place(2, at: 2)]
    #expect(Twins(apart).differences == [0: .position("1.0000,1.0000"), 1: .position("1.0000,2.0000")])
    #expect(Twins(apart).needPositions)
    #expect((0..<2).map(Twins(apart).words) == ["1.0000,1.0000", "1.0000,2.0000"])
    let together = [Self.place(1), Self.place(2)]
    #expect(Twins(together).differences == [0: .remark("made:1"), 1: .remark("made:2")])
    #expect(!Twins(together).needPositions)
    let mixed = together + [Self.place(3, at: 2)]
    #expect((0..<3).map(Twins(mixed).words) == ["made:1", "made:2", "1.0000,2.0000"])
    #expect((0..<2).map(Twins(together).words) == ["made:1", "made:2"])
  }

  @Test func otherPlacesHaveNoRemarks() {
    let towns = [Self.place(1, population: 1), Self.place(2, population: 6000)]
    let twins = Twins(towns + [nil])
    #expect((0..<3).allSatisfy { twins.remark($0) == nil } && !twins.needPositions)
    #expect((0..<3).map(twins.words) == ["1 person", "6,000 people", nil])
    #expect(Twins([Self.place(1), Self.place(2, "Bank")]).differences.isEmpty)
    // A page of this length is not read row by row.
    #expect(Twins((0..<1001).map { Self.place(Int64($0)) }).differences.isEmpty)
  }

  /// In a narrow window, what follows a name is cut first, then divisions; the country stays.
  @Test func theCountryStays() {
    let places = [
      Example(
        id: .number(1), name: "Springfield", position: (1, 1), country: "US", admin1: "Massachusetts", population: 3,
        category: "city")
    ]
    var conversation = Conversation(Example.dataset("d", places))
    for width in [34, 40, 60, 80] {
      conversation.style.width = width
      #expect(conversation.say("search springfield").contains("US"), "\(width)")
    }
    conversation.style.width = 30
    #expect(conversation.say("search springfield").contains("1  ♡  Springfield  Massac…, US\n"))
  }
}
