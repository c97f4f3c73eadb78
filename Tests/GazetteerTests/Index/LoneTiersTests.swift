import Testing

@testable import GazetteerIndex

@Suite struct LoneTiersTests {
  let dataset = Dataset(
    ["London", "New London", "Londonderry", "Lonodn", "Bologna", "Lyon"].enumerated()
      .map { ScannedPlace(id: .number(Int64($0.offset)), name: $0.element) })

  @Test(arguments: [("don", 3), ("LONDON", 3), ("w l", 1), ("o", 6), ("", 0), ("?", 0), ("xyz", 0)])
  func aNameThatMatchesInSeveralWaysCountsOnce(text: String, count: Int) throws {
    #expect(try dataset.count(inside: Untrusted(text)) == count)
  }

  @Test(arguments: [("london", 3), ("lnodon", 2), ("lndn", 0), ("lon", 0), ("londonderyr", 1), ("?", 0)])
  func aNameWithinTheAllowedErrorsCountsOnce(text: String, count: Int) throws {
    #expect(try dataset.count(typosOf: Untrusted(text)) == count)
  }
}
