import Testing

@testable import GazetteerIndex

@Suite struct TierCountTests {
  let dataset = Dataset(
    ["London", "New London", "Londonderry", "Lonodn", "Bologna", "Lyon"].enumerated()
      .map { ScannedPlace(id: .number(Int64($0.offset)), name: $0.element) })

  @Test(arguments: [("lon", 3), ("london", 2), ("l", 4), ("new", 1), ("don", 0), ("z", 0)])
  func namesThatStartWithATextAreCounted(text: String, count: Int) {
    #expect(dataset.count(namesStartingWith: Array(text.utf8)) == count)
  }

  @Test(arguments: [("don", 3), ("LONDON", 3), ("w l", 1), ("o", 6), ("", 0), ("?", 0), ("xyz", 0)])
  func aNameThatMatchesInSeveralWaysCountsOnce(text: String, count: Int) throws {
    #expect(try dataset.count(inside: Untrusted(text)) == count)
  }

  @Test(arguments: [("london", 3), ("lnodon", 2), ("lndn", 0), ("lon", 0), ("londonderyr", 1), ("?", 0)])
  func aNameWithinTheAllowedErrorsCountsOnce(text: String, count: Int) throws {
    #expect(try dataset.count(typosOf: Untrusted(text)) == count)
  }
}
