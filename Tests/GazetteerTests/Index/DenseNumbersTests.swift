import Testing

@testable import GazetteerIndex

/// The cells of numbers that are close together hold what the rows say.
@Suite struct DenseNumbersTests {
  private static func dense(_ texts: [String]) throws -> DenseNumbers? {
    let table = TextTable(
      texts.reduce(into: TextTableDraft()) { table, text in
        Array(text.utf8).withUnsafeBufferPointer { table.append($0) }
      })
    return try DenseNumbers(rows: texts.count, Cancellation()) { table[$0] }
  }

  @Test(arguments: [
    ["7"], ["0", "-3", "12", "", "12"], ["7.5", "3.0", "9.0", "3.0"], ["4", "4.5", "4.25", "", "3.75"],
    ["0.10", "0.20", "-0.10"], ["100000000000001", "100000000000003"], ["-9", "-10"],
  ])
  func numbersAreInTheirOrder(_ texts: [String]) throws {
    let dense = try #require(try Self.dense(texts))
    for (row, text) in texts.enumerated() {
      let cell = Int(dense.cells[row])
      #expect(dense.texts.untrusted(cell).text == text)
      #expect(text.isEmpty ? cell == 0 : dense.numbers[cell] == Double(text), "\(text)")
    }
    #expect(dense.numbers[0].isNaN)
    let numbers = dense.numbers.dropFirst()
    #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 })
    #expect(numbers.count == Set(texts.filter { !$0.isEmpty }).count)
  }

  /// The same number written in two ways, no plain number, or too few of them for the distance between them.
  @Test(arguments: [
    [], [""], ["4", "4.0"], ["4.5", "4.50"], ["7", "07"], ["0", "-0"], ["-0.0", "0.0"], ["+5"], ["1e5"], ["5."],
    [".5"], ["-"], ["7", "x"], ["1 2"], ["1234567890123456"], ["1", "1000000"], ["123456789012345", "0.000000000001"],
  ])
  func othersAreNotDense(_ texts: [String]) throws { #expect(try Self.dense(texts) == nil) }

  @Test func randomNumbersAreFoundInTheirCells() throws {
    var random = SplitMix(state: 31)
    for decimals in 0...3 {
      let texts = (0..<3000).map { _ in
        let digits = Int.random(in: -9999...9999, using: &random)
        return Int.random(in: 0...9, using: &random) == 0
          ? "" : Numeral.fixed(Double(digits) / 1000, decimals: decimals)
      }
      let dense = try #require(try Self.dense(texts), "\(decimals)")
      for (row, text) in texts.enumerated() {
        #expect(dense.texts.untrusted(Int(dense.cells[row])).text == text)
        #expect(text.isEmpty || dense.numbers[Int(dense.cells[row])] == Double(text))
      }
    }
  }
}
