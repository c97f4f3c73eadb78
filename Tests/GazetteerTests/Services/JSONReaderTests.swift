import Foundation
import GazetteerIndex
import Testing

@testable import GazetteerServices

@Suite struct JSONReaderTests {
  /// Runs `body` with a reader of `bytes`, which are followed by the required zeros and by memory that cannot be read.
  private func reading<Value>(_ bytes: [UInt8], _ body: (inout JSONReader) throws -> Value) rethrows -> Value {
    try (bytes + [UInt8](repeating: 0, count: 64)).withUnsafeBufferPointer { padded in
      var reader = JSONReader(UnsafeBufferPointer(rebasing: padded[..<bytes.count]))
      return try body(&reader)
    }
  }

  /// The error in `bytes`, read as a whole text; nil if there is none.
  private func error(_ bytes: [UInt8]) -> JSONError? {
    do {
      try reading(bytes) { reader in
        try reader.skipValue()
        try reader.end()
      }
      return nil
    } catch {
      return error as? JSONError
    }
  }

  private func error(_ text: String) -> JSONError? { error(Array(text.utf8)) }
  private func string(_ text: String) throws -> [UInt8] { try reading(Array(text.utf8)) { Array(try $0.string()) } }

  @Test func aNumberMayNotBeEndless() throws {
    let digits = String(repeating: "1", count: JSONReader.numberLimit)
    for (text, fault) in [(digits, nil), (digits + "1", .numberTooLong), ("1." + digits, .numberTooLong)]
      as [(String, JSONError.Fault?)]
    {
      let found = error("[" + text + "]")
      #expect(found?.fault == fault && (fault == nil || found?.offset == 1))
    }
    // Its value is not needed for that.
    #expect(try reading(Array(digits.utf8)) { try $0.number().double } == .infinity)
  }

  // MARK: Reading

  @Test func readsEveryKindOfValue() throws {
    let text = #" {"a" : [1, -2.5e1,"x\n", true,false ,null], "b\u0062":{}, "raw": [ 1,{"k":"]"} ] ,"skipped":[[{}]]} "#
    try reading(Array(text.utf8)) { reader in
      func key() throws -> String? { try reader.nextKey().map { String(decoding: $0, as: UTF8.self) } }
      #expect(try reader.kind() == .object)
      try reader.beginObject()
      #expect(try key() == "a")
      #expect(try reader.kind() == .array)
      try reader.beginArray()
      #expect(try reader.nextElement())
      #expect(try reader.kind() == .number)
      #expect(try reader.number().integer == 1)
      #expect(try reader.nextElement())
      let number = try reader.number()
      #expect(number.double == -25 && number.integer == nil)
      #expect(number.text.elementsEqual("-2.5e1".utf8))
      #expect(try reader.nextElement())
      #expect(try reader.kind() == .string)
      #expect(try reader.string().elementsEqual("x\n".utf8))
      #expect(try reader.nextElement())
      #expect(try reader.kind() == .bool)
      #expect(try reader.bool())
      #expect(try reader.nextElement())
      #expect(try !reader.bool())
      #expect(try reader.nextElement())
      #expect(try reader.kind() == .null)
      try reader.null()
      #expect(try !reader.nextElement())
      #expect(try key() == "bb")
      try reader.beginObject()
      #expect(try key() == nil)
      #expect(try key() == "raw")
      #expect(try reader.rawValue().elementsEqual(#"[ 1,{"k":"]"} ]"#.utf8))
      #expect(try key() == "skipped")
      try reader.skipValue()
      #expect(try key() == nil)
      try reader.end()
      #expect(reader.offset == text.utf8.count)
    }
  }

  @Test(
    arguments: [
      (#""""#, ""), (#""a""#, "a"), (#""1234567""#, "1234567"), (#""12345678""#, "12345678"),
      (#""Gorkhā, Haryāna, 北京, 🗽""#, "Gorkhā, Haryāna, 北京, 🗽"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
      (#""\u0000""#, "\0"), (#""\u00e9\u00E9\u5317\uD83D\uDDFD!""#, "éé北🗽!"),
      (#""a long start\tā""#, "a long start\tā"),
      ("\"\u{7F}\u{80}\u{2028}\"", "\u{7F}\u{80}\u{2028}"), (#""\uFFFF\ud7ff\ue000""#, "\u{FFFF}\u{D7FF}\u{E000}"),
    ]) func resolvesEscapes(text: String, value: String) throws
  {
    #expect(try string(text) == Array(value.utf8))
  }

  @Test func givesASliceOfTheInputWhereNothingIsEscaped() throws {
    try reading(Array(#"["plain","esc\n"]"#.utf8)) { reader in
      try reader.beginArray()
      #expect(try reader.nextElement())
      let start = reader.base
      #expect(try reader.string().baseAddress == start + 2)
      #expect(try reader.nextElement())
      #expect(try reader.string().baseAddress != start + 10)
    }
  }

  @Test func findsTheEndOfAStringAtEveryPlaceInAWord() throws {
    for length in 0..<40 {
      for stop in ["\"", "\\n\"", "é\"", "\u{1}\""] {
        let content = String(repeating: "!", count: length)
        let found = Result { try string("\"\(content)\(stop)!!!!") }
        switch stop {
        case "\"": #expect(try found.get() == Array(content.utf8))
        case "\\n\"": #expect(try found.get() == Array("\(content)\n".utf8))
        case "é\"": #expect(try found.get() == Array("\(content)é".utf8))
        default: #expect(throws: JSONError(offset: length + 1, fault: .controlCharacter(1))) { try found.get() }
        }
      }
    }
  }

  @Test func nothingIsReadAfterThePadding() throws {
    let page = sysconf(Int32(_SC_PAGESIZE))
    let map = try #require(mmap(nil, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))
    defer { munmap(map, 2 * page) }
    #expect(mprotect(map + page, page, PROT_NONE) == 0)
    let text = Array(#"[{"key":"\uD83D\uDDFD 🗽 and more of it"}, -12.5e+10, true, null, [false]]"#.utf8)
    for count in 0...text.count {
      let start = (map + (page - 64 - count)).assumingMemoryBound(to: UInt8.self)
      start.update(from: text, count: count)
      var reader = JSONReader(UnsafeBufferPointer(start: start, count: count))
      let isWhole = (try? reader.skipValue()) != nil
      #expect(isWhole == (count == text.count))
      #expect(reader.offset <= count)
    }
  }

  @Test func refusesNoBytesAtAll() {
    var reader = JSONReader(UnsafeBufferPointer(start: nil, count: 0))
    #expect(throws: JSONError.self) { try reader.skipValue() }
  }

  @Test func refusesValuesOfAnotherKind() {
    func message(_ text: String, _ body: (inout JSONReader) throws -> Void) -> String? {
      do {
        try reading(Array(text.utf8), body)
        return nil
      } catch { return (error as? JSONError)?.message.neutralised }
    }
    #expect(message(#""1""#) { _ = try $0.number() } == #"expected a number, found '"'"#)
    #expect(message("1") { _ = try $0.string() } == "expected a string, found '1'")
    #expect(message("[]") { try $0.beginObject() } == "expected an object, found '['")
    #expect(message("{}") { try $0.beginArray() } == "expected an array, found '{'")
    #expect(message("null") { _ = try $0.bool() } == "expected true or false, found 'n'")
    #expect(message("0") { try $0.null() } == "expected null, found '0'")
  }

  @Test func aByteOrderMarkIsSkipped() {
    #expect(error("\u{FEFF}{}") == nil)
    #expect(error(" \u{FEFF}{}")?.offset == 1)
  }

  // MARK: Verdicts

  @Test(.enabled(if: SharedData.has("data/suites/JSONTestSuite"), SharedData.absent))
  func givesEveryVerdictOfTheSuite() throws {
    let folder = "data/suites/JSONTestSuite/test_parsing"
    var verdicts = 0
    for name in try FileManager.default.contentsOfDirectory(atPath: SharedData.url(folder).path) {
      let error = error(try SharedData.bytes("\(folder)/\(name)"))
      guard !name.hasPrefix("i_") else { continue }
      verdicts += 1
      #expect((error == nil) == name.hasPrefix("y_"), "\(name): \(error.map { "\($0)" } ?? "no error")")
    }
    #expect(verdicts == 283)
  }

  @Test(
    arguments: [
      ("", 1, 1, "expected a value, found the end of the text"),
      ("[1,\n 2,]", 2, 4, "expected a value, found ']'"),
      ("[1 2]", 1, 4, "expected ',' or ']', found '2'"),
      ("[,1]", 1, 2, "expected a value, found ','"),
      ("[1", 1, 3, "expected ',' or ']', found the end of the text"),
      (#"{"ā":1,"b" 2}"#, 1, 12, "expected ':' after a key, found '2'"),
      (#"{"a":1,}"#, 1, 8, "expected a key in quotes, found '}'"),
      ("{\r\n  a: 1}", 2, 3, "expected a key in quotes or '}', found 'a'"),
      (#"{"a":1]"#, 1, 7, "expected ',' or '}', found ']'"),
      ("{} {}", 1, 4, "expected the end of the text, found '{'"),
      ("nul", 1, 4, "expected 'null', found the end of the text"),
      ("trUe", 1, 3, "expected 'true', found 'U'"),
      ("-x", 1, 2, "expected a digit, found 'x'"),
      ("1.", 1, 3, "expected a digit, found the end of the text"),
      ("1e+", 1, 4, "expected a digit, found the end of the text"),
      ("[-012]", 1, 3, "a number must not have a leading 0"),
      (#""abc"#, 1, 5, #"expected '"' at the end of a string, found the end of the text"#),
      ("\"🗽\u{1B}[2J\"", 1, 3, "control character '^[' in a string; try: write it as an escape"),
      (#""\x""#, 1, 3, #"expected one of "\/bfnrtu after '\', found 'x'"#),
      (#""\u12G4""#, 1, 6, "expected a hexadecimal digit, found 'G'"),
      (#""\uD800""#, 1, 2, #"'\ud800' is half of a character (a surrogate) without its other half"#),
      (#""\uDC00""#, 1, 2, #"'\udc00' is half of a character (a surrogate) without its other half"#),
      (#""x\uD800\u0041""#, 1, 3, #"'\ud800' is half of a character (a surrogate) without its other half"#),
      ("\u{FEFF}[\u{9B}]", 1, 2, "expected a value, found '<U+009B>'"), ("[“a”]", 1, 2, "expected a value, found '“'"),
      ("[1]\0", 1, 4, "expected the end of the text, found '^@'"),
    ]) func errorsSayWhatIsWrongAndWhere(text: String, line: Int, column: Int, message: String)
  {
    let error = error(text)
    #expect(error?.message.neutralised == message)
    let location = Array(text.utf8).withUnsafeBufferPointer { error?.location(in: $0) }
    #expect(location?.line == line)
    #expect(location?.column == column)
  }

  @Test(arguments: [("", 0), ("plain text before ", 18), (#"\n and "#, 7)]) func refusesInvalidUTF8(
    before: String, at: Int
  ) {
    let bytes = Array("[\"\(before)".utf8) + [0xC3, 0x28] + Array("\"]".utf8)
    #expect(error(bytes) == JSONError(offset: at + 2, fault: .invalidUTF8(0xC3)))
    #expect(error(bytes)?.message.neutralised == "'<C3>' is not UTF-8; try: convert the text to UTF-8")
    #expect(error("[\"\(before)ã\"]") == nil)
  }

  // MARK: Limits

  @Test(arguments: [("[", "]"), (#"{"k":"#, "}"), (#"[{"k":"#, "}]")]) func limitsDepth(open: String, close: String) {
    let levels = open.hasPrefix("[{") ? 2 : 1
    func nested(_ depth: Int) -> String {
      String(repeating: open, count: depth / levels) + "0" + String(repeating: close, count: depth / levels)
    }
    #expect(error(nested(128)) == nil)
    #expect(error(nested(128 + levels))?.fault == .tooDeep)
  }

  @Test func limitsTheLengthOfStrings() {
    let limit = 1 << 20
    for (start, length) in [("", 0), (#"\n"#, 1), ("é", 2)] {
      let longest = "[\"" + start + String(repeating: "x", count: limit - length)
      #expect(error(longest + "\"]") == nil)
      #expect(error(longest + "x\"]") == JSONError(offset: 1, fault: .stringTooLong))
    }
    #expect(error("\"" + String(repeating: #"\u0041"#, count: limit) + "\"") == nil)
  }

  // MARK: Numbers

  @Test(
    arguments: [
      ("0", 0), ("-0", 0), ("42", 42), ("9223372036854775807", .max), ("-9223372036854775808", .min),
      ("9223372036854775808", nil), ("-9223372036854775809", nil), ("18446744073709551616", nil),
      ("100000000000000000000000", nil), ("1.0", nil), ("1e2", nil), ("1E0", nil),
    ] as [(String, Int64?)]) func givesWholeNumbersThatFit(text: String, value: Int64?) throws
  {
    #expect(try reading(Array(text.utf8)) { try $0.number().integer } == value)
  }

  @Test(
    arguments: [
      "0", "-0", "-0.0", "0.1", "34.283333", "-74.164001", "28", "9007199254740993", "9007199254740992", "1e22", "1e23",
      "123456789012345678901234567890", "0.000000000000000000000000000001", "1.7976931348623157e308", "5e-324",
      "2.4e-324",
      "2.2250738585072011e-308", "1e400", "-1e400", "1e-400", "1e99999999999999999999", "-1e-99999999999999999999",
      "0e99999999999", "8.98846567431158e307", "0.500000000000000166533453693773481063544750213623046875",
    ]) func roundsNumbersCorrectly(text: String) throws
  {
    let double = try reading(Array(text.utf8)) { try $0.number().double }
    #expect(double.bitPattern == Double(text)?.bitPattern)
  }

  @Test func roundsRandomNumbersCorrectly() throws {
    var random = SplitMix(state: 3)
    for _ in 0..<20_000 {
      var text = Bool.random(using: &random) ? "-" : ""
      text += String(UInt64.random(in: .min ... .max, using: &random) >> UInt64.random(in: 0..<64, using: &random))
      if Bool.random(using: &random) {
        text += "." + String(UInt64.random(in: 0...(.max), using: &random) >> UInt64.random(in: 0..<64, using: &random))
      }
      if Bool.random(using: &random) { text += "e\(Int.random(in: -340...320, using: &random))" }
      let double = try reading(Array(text.utf8)) { try $0.number().double }
      #expect(double.bitPattern == Double(text)?.bitPattern, "\(text)")
      #expect(double.bitPattern == strtod(text, nil).bitPattern, "\(text)")
    }
  }

  // MARK: Damage

  /// Texts on which Foundation differs are left out: it accepts trailing commas, guesses UTF-16 from zeros, and
  /// refuses numbers that no `Double` can hold.
  @Test func judgesDamagedTextsAsFoundationDoes() {
    var random = SplitMix(state: 4)
    let seeds = [
      #"[{"country":"UA","name":"Hurzuf","_id":707860,"coord":{"lon":34.283333,"lat":44.549999}}]"#,
      #"{"a":[1,-2.5e+10,true,false,null,""],"é\n\u00e9\\":{"b":{}}, "c" : [ [ ] , "🗽" ] }"#,
    ].map { Array($0.utf8) }
    let alphabet = Array(#"{}[]:,"\ue-+.019 truefalsn/"#.utf8) + [0x00, 0x0A, 0x1F, 0x80, 0xC3, 0xA9, 0xED, 0xF0]
    var compared = 0
    for round in 0..<20_000 {
      var bytes = seeds[round % seeds.count]
      for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes.remove(at: place)
        case 1: bytes.insert(alphabet.randomElement(using: &random) ?? 0, at: place)
        case 2: bytes[place] = alphabet.randomElement(using: &random) ?? 0
        default: bytes.removeSubrange(place..<min(bytes.count, place + 4))
        }
      }
      let ours = error(bytes) == nil
      guard !bytes.contains(0), !hasTrailingComma(bytes) else { continue }
      let theirs = (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil
      let text = String(decoding: bytes, as: UTF8.self)
      if ours && !theirs && text.contains(/\d[eE][+-]?\d{3}/) { continue }
      compared += 1
      #expect(ours == theirs, "\(text)")
    }
    #expect(compared > 15_000)
  }

  private func hasTrailingComma(_ bytes: [UInt8]) -> Bool {
    let dense = bytes.filter { $0 > 0x20 }
    return zip(dense, dense.dropFirst()).contains {
      $0 == UInt8(ascii: ",") && ($1 == UInt8(ascii: "}") || $1 == UInt8(ascii: "]"))
    }
  }

  /// Escapes of ASCII, and of no character, stay.
  @Test(arguments: [
    (
      #"{"a": "M\u00fcnchen \ud83d\ude00", "b":[1, "x\n\u0041\\u00fc"]}"#,
      #"{"a": "München 😀", "b":[1, "x\n\u0041\\u00fc"]}"#
    ),
    (#"["é\"", "\\"]"#, #"["é\"", "\\"]"#), ("[1, 2 ]", "[1, 2 ]"),
  ])
  func nestedValuesAreReadable(text: String, expected: String) throws {
    try reading(Array("{\"v\": \(text) , \"w\": 1}".utf8)) { reader in
      try reader.beginObject()
      _ = try reader.nextKey()
      let value = try Array(reader.readableValue(Cancellation()))
      #expect(String(decoding: value, as: UTF8.self) == expected)
      #expect(try reader.nextKey().map { String(decoding: $0, as: UTF8.self) } == "w")
    }
  }
}
