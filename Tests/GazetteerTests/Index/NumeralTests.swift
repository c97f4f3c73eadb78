import Testing

@testable import GazetteerIndex

@Suite struct NumeralTests {
  private static func value(_ text: String) -> Double? {
    Array(text.utf8).withUnsafeBufferPointer { Numeral.quickValue(of: $0) }
  }

  @Test(arguments: ["0", "-0", "7", "-48.137154", "000.10", "5.", ".5", "-.25", "123456789012345", "0.00000000000001"])
  func plainDigitsAreReadAsTheStandardLibraryReadsThem(_ text: String) throws {
    #expect(Self.value(text)?.bitPattern == Double(text)?.bitPattern)
  }

  @Test(arguments: ["", "-", ".", "-.", "+5", "1e5", "1.2.3", "--1", "1234567890123456", "0x10", "nan", "5 ", "٣"])
  func theRestIsLeftToOthers(_ text: String) { #expect(Self.value(text) == nil) }

  @Test func anyDigitsAreReadExactly() {
    var random = SplitMix(state: 41)
    for _ in 0..<20_000 {
      var digits = (0..<Int.random(in: 1...15, using: &random)).map { _ in "\(Int.random(in: 0...9, using: &random))" }
      if Bool.random(using: &random) { digits.insert(".", at: Int.random(in: 0...digits.count, using: &random)) }
      if Bool.random(using: &random) { digits.insert("-", at: 0) }
      let text = digits.joined()
      #expect(Self.value(text)?.bitPattern == Double(text)?.bitPattern, "\(text)")
    }
  }

  @Test(arguments: [
    (0, "0"), (-0.0, "-0"), (7, "7"), (13.5, "13.5"), (-33.25, "-33.25"), (0.00001, "0.00001"),
    (-1.5e-7, "-0.00000015"),
    (1e16, "10000000000000000"), (1.25e20, "125000000000000000000"), (-1e22, "-10000000000000000000000"),
    (.infinity, "inf"), (-.infinity, "-inf"), (.nan, "nan"),
  ])
  func numbersAreWrittenWithoutAnExponent(_ value: Double, text: String) { #expect(Numeral.plain(value) == text) }
}
