import Testing

@testable import GazetteerIndex

@Suite struct CollectionPartsTests {
  @Test(arguments: [
    ("", "", 0), ("ab", "", 0), ("", "a", nil), ("aab", "ab", 1), ("abc", "c", 2), ("abc", "cd", nil), ("aaa", "aa", 0),
    // Characters are compared, so an accent belongs to its letter.
    ("e\u{301}e", "e", 1),
  ])
  func theFirstRangeIsWhereAllElementsFollow(text: String, part: String, start: Int?) {
    let range = Array(text).firstRange(of: Array(part))
    #expect(range == start.map { $0..<$0 + part.count })
    #expect(Array(text).contains(Array(part)) == (start != nil))
  }

  @Test func partsAreBetweenSeparators() {
    #expect("a::b::".split(separator: "::") == ["a", "b"])
    #expect("a::b::".split(separator: "::", omittingEmptySubsequences: false) == ["a", "b", ""])
    #expect("::a::b::c".split(separator: "::", maxSplits: 1) == ["a", "b::c"])
    #expect("a::b::c".split(separator: "::", maxSplits: 1, omittingEmptySubsequences: false) == ["a", "b::c"])
    #expect("".split(separator: "::", omittingEmptySubsequences: false) == [""])
  }

  @Test func everyPlaceIsReplaced() {
    #expect("a_b__c".replacing("_", with: "%5F") == "a%5Fb%5F%5Fc")
    #expect("abc".replacing("d", with: "e") == "abc")
    #expect("…".replacing("…", with: "...") == "...")
  }

  @Test func textsAreJoined() {
    #expect([String]().joined(separator: ", ") == "")
    #expect(["a"].joined(separator: ", ") == "a")
    #expect(["a", "", "b"].joined(separator: ", ") == "a, , b")
  }
}
