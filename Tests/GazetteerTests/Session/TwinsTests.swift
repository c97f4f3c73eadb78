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
    #expect(twins.remarks == [0: "N", 1: "S"] && !twins.needPositions)
  }

  @Test func aColumnTellsTwinsApart() {
    let twins = Twins([
      Self.place(1, attributes: [("stars", "4"), ("kind", "cash"), ("street", "Main St")]),
      Self.place(2, attributes: [("stars", "5"), ("kind", "cash"), ("street", "Mill St")]),
    ])
    #expect(twins.remarks == [0: "Main St", 1: "Mill St"])
  }

  @Test func positionsAndThenIdentitiesTellTwinsApart() {
    let apart = Twins([Self.place(1, at: 1), Self.place(2, at: 2)])
    #expect(apart.remarks.isEmpty && apart.needPositions)
    let together = Twins([Self.place(1), Self.place(2)])
    #expect(together.remarks == [0: "made:1", 1: "made:2"] && !together.needPositions)
  }

  @Test func otherPlacesHaveNoRemarks() {
    let towns = Twins([Self.place(1, population: 5), Self.place(2, population: 6), nil])
    #expect(towns.remarks.isEmpty && !towns.needPositions)
    #expect(Twins([Self.place(1), Self.place(2, "Bank")]).remarks.isEmpty)
    // A page of this length is not read row by row.
    #expect(Twins((0..<1001).map { Self.place(Int64($0)) }).remarks.isEmpty)
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
