import Foundation
import Testing

@testable import GazetteerServices

@Suite struct CSVReaderTests {
  private static let suite = "data/suites/csv-spectrum"

  // The twelfth, location_coordinates, holds other data than its expectation says.
  @Test(
    .enabled(if: SharedData.has(suite), SharedData.absent),
    arguments: [
      "comma_in_quotes", "empty", "empty_crlf", "escaped_quotes", "json", "newlines", "newlines_crlf",
      "quotes_and_newlines", "simple", "simple_crlf", "utf8",
    ])
  func thePublicSuiteIsReadRight(file: String) throws {
    var rows = try read(try SharedData.bytes("\(Self.suite)/csvs/\(file).csv"))
    let header = rows.removeFirst()
    let records = rows.map { Dictionary(uniqueKeysWithValues: zip(header, $0)) }
    let expected = try JSONSerialization.jsonObject(
      with: Data(contentsOf: SharedData.url("\(Self.suite)/json/\(file).json")))
    #expect(records == expected as? [[String: String]])
  }

  @Test(
    arguments: [
      ("", []), ("\n\r\n\r", []), ("a", [["a"]]), ("a,", [["a", ""]]), (",", [["", ""]]),
      ("a,b\nc,d", [["a", "b"], ["c", "d"]]), ("a\rb\r\nc\n\nd\n", [["a"], ["b"], ["c"], ["d"]]),
      ("\"\"", [[""]]), ("\"\",\"\"\"\"", [["", "\""]]), ("\"a\"\"b\",\"\"\"c\"", [["a\"b", "\"c"]]),
      ("\"x\r\ny\",z", [["x\r\ny", "z"]]), ("\u{FEFF}é,東\n", [["é", "東"]]), (" a , b ", [[" a ", " b "]]),
      ("a\tb,c", [["a\tb", "c"]]),
    ] as [(String, [[String]])])
  func rowsAreReadByTheGrammar(text: String, rows: [[String]]) throws {
    #expect(try read(Array(text.utf8)) == rows)
    let tabbed = text.replacing("\t", with: "|").replacing(",", with: "\t").replacing("|", with: ",")
    let swapped = rows.map { $0.map { $0.replacing("\t", with: ",") } }
    #expect(try read(Array(tabbed.utf8), delimiter: 0x09) == swapped)
  }

  @Test(
    arguments: [
      ("a,b\n1,x\"y", 2, 4, .strayQuote),
      ("a,b\n1,x\"", 2, 4, .strayQuote),
      ("a,b\n1, \"x\"", 2, 4, .strayQuote),
      ("a\"\"b", 1, 2, .strayQuote),
      ("a,b\r\n1,é\"", 2, 4, .strayQuote),
      ("a,b\r1,2\r3,4\"", 3, 4, .strayQuote),
      ("\"a\"b", 1, 4, .textAfterQuote),
      ("\"a\" ,b", 1, 4, .textAfterQuote),
      ("a,b\n\"1\"\",2", 2, 1, .openQuote),
      ("a,b\n\"1\"\"\"2\"", 2, 6, .textAfterQuote),
      ("\"a\"\tb", 1, 4, .textAfterQuote),
      ("a\n\"x\ny\"z", 3, 3, .textAfterQuote),
      ("\"", 1, 1, .openQuote),
      ("a,b\n1,\"", 2, 3, .openQuote),
      ("a,b\n1,\"2\n3,4\n5,6\n", 2, 3, .openQuote),
      ("\"\"\"", 1, 1, .openQuote),
      ("ab\0c", 1, 3, .nul),
      ("a,b\n1,\0", 2, 3, .nul),
      ("a,b\n\"1\0\",2", 2, 3, .nul),
      ("\"a\"\0", 1, 4, .textAfterQuote),
      ("a,b\n1", 2, 1, .ragged(fields: 1, expected: 2)),
      ("a,b\n1,2,3", 2, 1, .ragged(fields: 3, expected: 2)),
      ("a,b\n\n\"1\n\",2\n3\n", 5, 1, .ragged(fields: 1, expected: 2)),
      ("a\nb,", 2, 1, .ragged(fields: 2, expected: 1)),
      ("a,b\r\n,\r\n,,", 3, 1, .ragged(fields: 3, expected: 2)),
      ("a,\"b\"c\"", 1, 6, .textAfterQuote),
    ] as [(String, Int, Int, CSVError.Fault)])
  func whatIsMalformedIsToldWithItsPlace(text: String, line: Int, column: Int, reason: CSVError.Fault) {
    #expect(throws: CSVError(fault: reason, line: line, column: column)) { try read(Array(text.utf8)) }
  }

  /// The rows above, mended.
  @Test(arguments: [
    "a,b\n1,\"x\"\"y\"", "a,b\n1,\" \"\"x\"\"\"", "\"a\"\"\"\"b\"", "\"a\",b", "a,b\n\"1\",2", "a\n\"x\ny\"", "\"\"",
    "a,b\n1,\"2\n3,4\n5,6\n\"",
  ])
  func whatIsMendedIsRead(text: String) throws { #expect(try !read(Array(text.utf8)).isEmpty) }

  @Test func aBadRowDoesNotHideTheNextOnes() throws {
    let text = "a,b\n1,x\"y\n2\n3,4,5\n6,7\n"
    var lines: [Int] = []
    var rows: [[String]] = []
    try reading(Array(text.utf8)) { reader in
      while true {
        do {
          guard try reader.nextRecord() else { return }
          rows.append(fields(of: reader))
        } catch let error as CSVError {
          #expect(!error.isFatal)
          lines.append(error.line)
        }
      }
    }
    #expect(lines == [2, 3, 4])
    #expect(rows == [["a", "b"], ["6", "7"]])
  }

  @Test func aFieldHasALimit() throws {
    let long = String(repeating: "x", count: CSVReader.fieldLimit)
    #expect(try read(Array("\(long),\"\(long)\"".utf8)).first?.count == 2)
    for field in ["\(long)x", "\"\(long)x\""] {
      let error = try #require(throws: CSVError.self) { try read(Array(field.utf8)) }
      #expect(error.fault == .fieldTooLong(limit: CSVReader.fieldLimit))
    }
  }

  @Test func damagedTextNeverTraps() {
    let seed = Array("id,name,lat,lon\r\n1,\"Zürich, \"\"ZH\"\"\",47.4,8.5\r\n\"2\",東京,,\n3,x,\"a\nb\",1\n".utf8)
    var random = SplitMix(state: 2)
    var refused = 0
    for _ in 0..<10_000 {
      let bytes = Mutation.of(seed, using: &random)
      refused += (try? read(bytes)) == nil ? 1 : 0
    }
    #expect((1_000..<9_000).contains(refused))
  }
}

private func fields(of reader: CSVReader) -> [String] {
  (0..<reader.fieldCount).map { String(decoding: reader.field($0), as: UTF8.self) }
}

/// Runs `body` on a reader of `bytes`, behind which nothing but the promised zeros can be read.
private func reading(
  _ bytes: [UInt8], delimiter: UInt8 = UInt8(ascii: ","), _ body: (inout CSVReader) throws -> Void
) rethrows {
  try (bytes + [UInt8](repeating: 0, count: 64)).withUnsafeBufferPointer { padded in
    var reader = CSVReader(UnsafeBufferPointer(rebasing: padded[..<bytes.count]), delimiter: delimiter)
    try body(&reader)
  }
}

@discardableResult
private func read(_ bytes: [UInt8], delimiter: UInt8 = UInt8(ascii: ",")) throws -> [[String]] {
  var rows: [[String]] = []
  try reading(bytes, delimiter: delimiter) { reader in
    while try reader.nextRecord() { rows.append(fields(of: reader)) }
  }
  return rows
}
