import Testing

@testable import GazetteerShell

@Suite struct HistoryWalkTests {
  private static let lines = ["one", "two", "three"]

  /// The line that is shown after each step; `changes` are typed into the line before the step of that number.
  private static func shown(_ olders: [Bool], _ changes: [Int: String] = [:]) -> [String?] {
    var walk = HistoryWalk()
    var text = "typed"
    return olders.enumerated().map { number, isOlder in
      text = changes[number] ?? text
      let line = walk.step(isOlder: isOlder, from: text, in: lines)
      text = line ?? text
      return line
    }
  }

  @Test func theLineBeingTypedComesBackAfterTheNewest() {
    #expect(Self.shown([true, true, false, false, false]) == ["three", "two", "three", "typed", nil])
    #expect(Self.shown([true, true, true, true]) == ["three", "two", "one", nil])
  }

  @Test func changedLinesStayChanged() {
    #expect(
      Self.shown([true, true, true, false, false, false], [2: "two again"])
        == ["three", "two", "one", "two again", "three", "typed"])
    // Back to what it was.
    #expect(Self.shown([true, true, true, false], [2: "x", 3: "one"]) == ["three", "two", "one", "x"])
  }

  @Test func onlyALineThatWasChangedIsChanged() {
    var walk = HistoryWalk()
    #expect(!walk.isChanged("typed", in: Self.lines))
    _ = walk.step(isOlder: true, from: "typed", in: Self.lines)
    #expect(!walk.isChanged("three", in: Self.lines) && walk.isChanged("three more", in: Self.lines))
  }
}
