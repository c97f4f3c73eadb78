import Foundation
import GazetteerIndex
import Testing

@testable import GazetteerServices

@Suite struct CSVReaderTests {
  typealias Place = CSVError.Place

  @Test(arguments: [
    ("", []), ("\n\r\n\r", []), ("a", [["a"]]), ("a,", [["a", ""]]), (",", [["", ""]]), ("a,b\n", [["a", "b"]]),
    ("a\r\nb\rc\nd", [["a"], ["b"], ["c"], ["d"]]), ("a\n\n\r\n\r\rb", [["a"], ["b"]]), ("\"\"", [[""]]),
    ("\"a\"", [["a"]]), ("\"\"\"\"", [["\""]]), ("\"\"\"\"\"\"", [["\"\""]]),
    ("\"a,\"\"b\"\"\",c", [["a,\"b\"", "c"]]),
    ("\"a\nb\r\nc\rd\",e", [["a\nb\r\nc\rd", "e"]]), ("\u{FEFF}a,b", [["a", "b"]]), ("\u{FEFF}\"a\"", [["a"]]),
    ("\u{FEFF}", []), ("a\u{FEFF}", [["a\u{FEFF}"]]), (" a , b ", [[" a ", " b "]]), ("a\tb,c", [["a\tb", "c"]]),
    ("Übersee,日本\n😀,\u{7F}\u{85}", [["Übersee", "日本"], ["😀", "\u{7F}\u{85}"]]),
    ("\"\"\"a\"\"\",\"b\"\"\"\n\"\"\"c\",d", [["\"a\"", "b\""], ["\"c", "d"]]),
  ]) func readsRecords(text: String, records: [[String]]) {
    for padding in 0..<9 {
      let pad = String(repeating: "x", count: padding)
      let reading = CSVReading(text + "\n" + pad, tolerance: .anyWidth)
      #expect(reading.records == records + (padding == 0 ? [] : [[pad]]))
      #expect(reading.errors.isEmpty)
    }
    #expect(CSVReading(text).records == records)
  }

  @Test(arguments: [
    ("a\tb\tc\n\"d\te\"\tf\tg\n", [["a", "b", "c"], ["d\te", "f", "g"]]),
    ("a\"b\t\"c\"\"\"\n", [["a\"b", "c\""]]), ("a,b\t5\" gun\t\"\"", [["a,b", "5\" gun", ""]]),
  ]) func readsTabs(text: String, records: [[String]]) {
    #expect(CSVReading(text, delimiter: "\t").records == records)
  }

  @Test func readsSemicolons() {
    #expect(CSVReading("a;b,c\n\"d;e\";f", delimiter: ";").records == [["a", "b,c"], ["d;e", "f"]])
  }

  /// Tables that this program writes have the texts of a dataset unchanged.
  @Test(arguments: [",", "\t"]) func quotedControlCharactersAreText(delimiter: Character) {
    let text = "\"\0\u{1}\u{8}\u{1B}[2J\u{1F}\"\(delimiter)\"\"\"\u{7}\"\n"
    #expect(CSVReading(text, delimiter: delimiter).records == [["\0\u{1}\u{8}\u{1B}[2J\u{1F}", "\"\u{7}"]])
  }

  @Test func knowsTheLineOfEachRecord() throws {
    #expect(CSVReading("\n\na,b\r\n\"c\n\r\nd\re\",f\r\rg,h\n").lines == [3, 4, 9])
  }

  @Test func readsNothingFromNoBytes() throws {
    var reader = CSVReader(UnsafeBufferPointer(start: nil, count: 0), delimiter: UInt8(ascii: ","))
    #expect(try !reader.nextRecord())
    #expect(reader.fieldCount == 0)
  }

  /// A malformed text, its first error, and the same text corrected.
  struct Malformed: Sendable, CustomTestStringConvertible {
    let bytes: [UInt8]
    let error: CSVError
    let mended: [UInt8]
    let delimiter: Character
    var testDescription: String { String(decoding: bytes.prefix(40), as: UTF8.self).debugDescription }

    init(_ text: String, _ error: CSVError, mended: String, delimiter: Character = ",") {
      self.init(Array(text.utf8), error, mended: Array(mended.utf8), delimiter: delimiter)
    }

    init(_ bytes: [UInt8], _ error: CSVError, mended: [UInt8], delimiter: Character = ",") {
      self.bytes = bytes
      self.error = error
      self.mended = mended
      self.delimiter = delimiter
    }

    /// `a,b`, then a record that contains `middle`.
    static func bytes(_ middle: [UInt8], _ error: CSVError, mended: String) -> Malformed {
      Malformed(
        Array("a,b\nc,x".utf8) + middle + Array("y\n".utf8), error, mended: Array("a,b\nc,x\(mended)y\n".utf8))
    }
  }

  static let longest = String(repeating: "é", count: CSVReader.longestField / 2)
  static let quotes = String(repeating: "\"\"", count: CSVReader.longestField)
  static let widest = String(repeating: ",", count: CSVReader.mostFields - 1)

  static let malformed: [Malformed] = [
    // Stray quotes.
    Malformed("a\"b", .strayQuote(Place(line: 1, column: 2)), mended: "\"a\"\"b\""),
    Malformed("a,b\nc, \"d\"\n", .strayQuote(Place(line: 2, column: 4)), mended: "a,b\nc,\"d\"\n"),
    Malformed("a,b\r\nc,5\"\r\n", .strayQuote(Place(line: 2, column: 4)), mended: "a,b\r\nc,\"5\"\"\"\r\n"),
    Malformed("a,b\rc,é日😀\"\r", .strayQuote(Place(line: 2, column: 6)), mended: "a,b\rc,é日😀\r"),
    Malformed("\u{FEFF}é\"\n", .strayQuote(Place(line: 1, column: 2)), mended: "\u{FEFF}é\n"),
    Malformed("a\n\n\n'b'\"\n", .strayQuote(Place(line: 4, column: 4)), mended: "a\n\n\n'b'\n"),
    Malformed("a,b\n\"c\r\nd\",e\"\n", .strayQuote(Place(line: 3, column: 5)), mended: "a,b\n\"c\r\nd\",e\n"),
    Malformed("a;b\nc;d\"e\n", .strayQuote(Place(line: 2, column: 4)), mended: "a;b\nc;d,e\n", delimiter: ";"),
    // Text after a closing quote.
    Malformed("\"a\"b", .textAfterQuote(Place(line: 1, column: 4)), mended: "\"ab\""),
    Malformed("\"a\" ,b", .textAfterQuote(Place(line: 1, column: 4)), mended: "\"a\",b"),
    Malformed("\"a\" \"b\"", .textAfterQuote(Place(line: 1, column: 4)), mended: "\"a \"\"b\""),
    Malformed("a\n\"\"b\"\"\n", .textAfterQuote(Place(line: 2, column: 3)), mended: "a\n\"\"\"b\"\"\"\n"),
    Malformed("a\n\"b\nc\"d\n", .textAfterQuote(Place(line: 3, column: 3)), mended: "a\n\"b\ncd\"\n"),
    Malformed("a\n\"b\"\\\"c\"\n", .textAfterQuote(Place(line: 2, column: 4)), mended: "a\n\"b\"\"c\"\n"),
    Malformed(
      "a\tb\n\"c\"d\te\n", .textAfterQuote(Place(line: 2, column: 4)), mended: "a\tb\nc\"d\te\n", delimiter: "\t"),
    Malformed("\"a\"\0\n", .textAfterQuote(Place(line: 1, column: 4)), mended: "\"a\"\n"),
    // Open quotes.
    Malformed("\"", .openQuote(Place(line: 1, column: 1)), mended: "\"\""),
    Malformed("\"\"\"", .openQuote(Place(line: 1, column: 1)), mended: "\"\"\"\""),
    Malformed("a,b\nc,\"d\ne,f\ng,h\n", .openQuote(Place(line: 2, column: 3)), mended: "a,b\nc,\"d\"\ne,f\ng,h\n"),
    Malformed("a,b\n\"c\nd\",\"e\"\"\n", .openQuote(Place(line: 3, column: 4)), mended: "a,b\n\"c\nd\",\"e\"\n"),
    Malformed("a\tb\nc\t\"d\n", .openQuote(Place(line: 2, column: 3)), mended: "a\tb\nc\td\"\n", delimiter: "\t"),
    Malformed("a\n\"\u{1}", .openQuote(Place(line: 2, column: 1)), mended: "a\n\"\""),
    // NUL and other controls.
    Malformed("a,b\nc,d\0\n", .nul(Place(line: 2, column: 4)), mended: "a,b\nc,d\n"),
    Malformed("a\0", .nul(Place(line: 1, column: 2)), mended: "a"),
    Malformed("\0", .nul(Place(line: 1, column: 1)), mended: "a"),
    Malformed("\"a\n\",\0", .nul(Place(line: 2, column: 3)), mended: "\"a\n\0\","),
    Malformed("a\0\0b\n\0c\n", .nul(Place(line: 1, column: 2)), mended: "ab\nc\n"),
    Malformed("a,b\nc,\u{1B}[2J\n", .control(0x1B, Place(line: 2, column: 3)), mended: "a,b\nc,[2J\n"),
    Malformed("\u{8}", .control(8, Place(line: 1, column: 1)), mended: "\"\u{8}\""),
    Malformed("a,\u{1F},\"b\"c", .control(0x1F, Place(line: 1, column: 3)), mended: "a,\u{20},\"bc\""),
    // Not UTF-8.
    .bytes([0xFF], .notUTF8(Place(line: 2, column: 4)), mended: "ÿ"),
    .bytes([0xC3, 0xA9, 0xE9], .notUTF8(Place(line: 2, column: 5)), mended: "éé"),
    .bytes([0xC0, 0xAF], .notUTF8(Place(line: 2, column: 4)), mended: "/"),
    .bytes([0xED, 0xA0, 0x80], .notUTF8(Place(line: 2, column: 4)), mended: "\u{D7FF}"),
    Malformed([0xFF, 0xFE, 0x61, 0], .nul(Place(line: 1, column: 4)), mended: Array("\u{FEFF}a".utf8)),
    Malformed(
      [0x22, 0x0A, 0xE2, 0x82, 0x22, 0x2C, 0xAC], .notUTF8(Place(line: 2, column: 1)), mended: Array("€".utf8)),
    // Too much.
    Malformed("a,\(longest)b\n", .fieldTooLong(Place(line: 1, column: 3)), mended: "a,\(longest)\n"),
    Malformed("a,\"\(longest)b\"\n", .fieldTooLong(Place(line: 1, column: 4)), mended: "a,\"\(longest)\"\n"),
    Malformed("\"\(quotes) \"", .fieldTooLong(Place(line: 1, column: 2)), mended: "\"\(quotes)\""),
    Malformed("\(widest),", .tooManyFields(Place(line: 1, column: CSVReader.mostFields + 1)), mended: widest),
    Malformed(
      Array(repeating: longest, count: 16).joined(separator: ","),
      .recordTooLong(Place(line: 1, column: 15 * (CSVReader.longestField / 2 + 1) + 1)),
      mended: Array(repeating: longest, count: 15).joined(separator: ",")),
    // Unequal records.
    Malformed("a,b\nc\n", .unequal(Place(line: 2, column: 1), fields: 1, first: 2), mended: "a,b\nc,\n"),
    Malformed("a,b\n\nc,d,\n", .unequal(Place(line: 3, column: 1), fields: 3, first: 2), mended: "a,b\n\nc,d\n"),
    Malformed("a\n\"b\nc\"\n,", .unequal(Place(line: 4, column: 1), fields: 2, first: 1), mended: "a\n\"b\nc\"\n\",\""),
  ]

  @Test(arguments: malformed) func refusesWhatIsMalformed(_ malformed: Malformed) {
    let reading = CSVReading(malformed.bytes, delimiter: malformed.delimiter)
    #expect(reading.errors.first == malformed.error)
    #expect(reading.errors.first?.line == malformed.error.place.line)
    #expect(reading.isOverAfterFatal)
    let mended = CSVReading(malformed.mended, delimiter: malformed.delimiter)
    #expect(mended.errors.isEmpty)
    #expect(!mended.records.isEmpty)
  }

  @Test(arguments: [
    "x\"y,z", "\"x\"y,z", "x\0,y", "\"x\n\"\u{1},z", "x", "x,y,z", "\"x\ny\"z,\"", "x\",\"\"\"", "\(widest),",
    "\(longest)x,y", "\"\0\ny\"\0",
  ])
  func readingContinuesAfterABadRecord(bad: String) {
    for end in ["\n", "\r\n", "\r"] {
      let reading = CSVReading(["a,b", bad, "c,\"\"\"d\"", ""].joined(separator: end))
      #expect(reading.errors.count == 1)
      #expect(reading.records == [["a", "b"], ["c", "\"d"]])
      #expect(reading.lines.last == 3 + bad.count { $0 == "\n" })
    }
  }

  @Test func endsAtAnOpenQuote() {
    let reading = CSVReading("a,b\nc,\"d\ne,f\n")
    #expect(reading.records == [["a", "b"]])
    #expect(reading.errors.map(\.isFatal) == [true])
  }

  @Test func recordsOfDifferentLengthsAreReadOnRequest() {
    #expect(CSVReading("a\nb,c\n\"\"\n", tolerance: .anyWidth).records == [["a"], ["b", "c"], [""]])
  }

  @Test func mostIsReadOnRequest() {
    func records(_ text: String) -> [[String]] { CSVReading(text, tolerance: .asSpreadsheets).records }
    #expect(
      records("a,b,c\nd,\n\ne,f,g,,\nh,i,\n") == [["a", "b", "c"], ["d", "", ""], ["e", "f", "g"], ["h", "i", ""]])
    #expect(records("a,b,\nc,d\n") == [["a", "b", ""], ["c", "d", ""]])
    #expect(records("a,b\n5\" pipe,\u{1}\u{1B}x\n") == [["a", "b"], ["5\" pipe", "\u{1}\u{1B}x"]])
    #expect(records("a,b\n\"c\",\"\",\"\"\n") == [["a", "b"], ["c", ""]])
    // A line below a table is no row, and little text does not become much.
    for (header, row) in [("a,b,c", "(2 rows)"), (Array(repeating: "a", count: 100).joined(separator: ","), "b,c")] {
      let reading = CSVReading("\(header)\n\(row)\n", tolerance: .asSpreadsheets)
      #expect(reading.errors.count == 1 && reading.records.count == 1)
    }
    // The controls: what would be lost is still an error.
    for bad in ["c,d,e", "c,\0", "\"c\"d,e"] {
      let reading = CSVReading("a,b\n\(bad)\nf,g\n", tolerance: .asSpreadsheets)
      #expect(reading.errors.count == 1 && reading.records == [["a", "b"], ["f", "g"]])
    }
  }

  @Test(arguments: [
    (
      CSVError.strayQuote(Place(line: 3, column: 7)),
      "line 3, column 7: a quote in a field that does not start with one"
    ),
    (.control(0x1B, Place(line: 1, column: 2)), "line 1, column 2: the control character U+001B"),
    (.control(8, Place(line: 1, column: 2)), "line 1, column 2: the control character U+0008"),
    (
      .unequal(Place(line: 9, column: 1), fields: 1, first: 3),
      "line 9, column 1: the record has 1 field, but the first one has 3"
    ),
  ]) func errorsSayWhatIsWrong(error: CSVError, words: String) {
    #expect(error.message.neutralised == words)
  }

  @Test func copiesDoNotDisturbEachOther() throws {
    let bytes = Array("\"a\"\"\"\n\"b\"\"\"\n".utf8) + [UInt8](repeating: 0, count: 64)
    try bytes.withUnsafeBufferPointer { (bytes) throws -> Void in
      var reader = CSVReader(UnsafeBufferPointer(rebasing: bytes.dropLast(64)), delimiter: UInt8(ascii: ","))
      #expect(try reader.nextRecord())
      var copy = reader
      #expect(try copy.nextRecord())
      #expect(String(decoding: reader.field(0), as: UTF8.self) == "a\"")
      #expect(String(decoding: copy.field(0), as: UTF8.self) == "b\"")
    }
  }
}
