import Foundation
import Testing

@testable import GazetteerServices

/// The reader with public test files, and with random texts.
@Suite struct CSVAgreementTests {
  private static let suite = "data/suites/csv-spectrum"
  private static let suiteNames = [
    "comma_in_quotes", "empty", "empty_crlf", "escaped_quotes", "json", "newlines", "newlines_crlf",
    "quotes_and_newlines", "simple", "simple_crlf", "utf8",
  ]

  @Test(.enabled(if: SharedData.has(suite), SharedData.absent), arguments: suiteNames)
  func readsTheSpectrum(name: String) throws {
    let reading = CSVReading(try SharedData.bytes("\(Self.suite)/csvs/\(name).csv"))
    let json = Data(try SharedData.bytes("\(Self.suite)/json/\(name).json"))
    let expected = try #require(try JSONSerialization.jsonObject(with: json) as? [[String: String]])
    let header = try #require(reading.records.first)
    let rows = reading.records.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(header, $0)) }
    #expect(reading.errors.isEmpty)
    #expect(rows == expected)
  }

  /// In this file, seconds of arc are written with an unquoted quote.
  @Test(.enabled(if: SharedData.has(suite), SharedData.absent))
  func refusesTheFileOfTheSpectrumThatIsMalformed() throws {
    let reading = CSVReading(try SharedData.bytes("\(Self.suite)/csvs/location_coordinates.csv"))
    #expect(reading.errors == [.strayQuote(.init(line: 2, column: 22))])
  }

  /// A field is quoted if it must be, and sometimes at random.
  private func encoded(
    _ records: [[String]], delimiter: String, lineEnd: String, using random: inout SplitMix
  ) -> String {
    records.map { record in
      record.map { field in
        let mustBeQuoted = field.contains { $0.isNewline || $0 == "\"" || String($0) == delimiter }
        guard mustBeQuoted || record == [""] || Bool.random(using: &random) else { return field }
        return "\"\(field.replacing("\"", with: "\"\""))\""
      }.joined(separator: delimiter)
    }.joined(separator: lineEnd)
  }

  @Test(arguments: [",", ";", "\t"]) func givesBackWhatWasEncoded(delimiter: String) {
    var random = SplitMix(state: 11)
    let pieces = ["\"", "\"\"", ",", ";", "\t", "\n", "\r", "\r\n", " ", "a", "long piece of text", "é", "日本", "😀"]
    for round in 0..<2_000 {
      let width = Int.random(in: 1..<6, using: &random)
      let records = (0..<Int.random(in: 1..<8, using: &random)).map { _ in
        (0..<width).map { _ in
          (0..<Int.random(in: 0..<6, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
        }
      }
      let lineEnd = ["\n", "\r\n", "\r"][round % 3]
      let text = encoded(records, delimiter: delimiter, lineEnd: lineEnd, using: &random)
      for tail in ["", lineEnd] {
        let reading = CSVReading(text + tail, delimiter: Character(delimiter))
        #expect(reading.errors.isEmpty)
        #expect(reading.records.map { $0.map { Array($0.utf8) } } == records.map { $0.map { Array($0.utf8) } })
      }
    }
  }

  @Test(arguments: [",", "\t"]) func mutatedTextIsReadAsByASlowReader(delimiter: Character) {
    var random = SplitMix(state: 12)
    let seeds = [
      "name,country,place\n\"Zürich, \"\"Kreis\"\" 1\",CH,\"47.37\n8.54\"\n日本,JP,\"35\"\n",
      "a\tb\r\n\"c\td\"\te\r\n5\" f\t\"\"\"\"\r\n", "\u{FEFF}x,y\r\r\"1\r2\",\"\"\r,\r",
    ].map { Array($0.utf8) }
    let bytes: [UInt8] = Array("\"\"\"\",,\t\t\n\n\r\0\u{1}\u{1F} a\u{7F}".utf8) + [0x80, 0xA9, 0xC3, 0xE2, 0xEF, 0xFF]
    var verdicts: [Bool: Int] = [:]
    for round in 0..<10_000 {
      var text = seeds[round % seeds.count]
      for _ in 0..<Int.random(in: 1..<5, using: &random) {
        let place = Int.random(in: 0...text.count, using: &random)
        let byte = bytes.randomElement(using: &random) ?? 0
        switch Int.random(in: 0..<4, using: &random) {
        case 0: text.insert(byte, at: place)
        case 1 where place < text.count: text[place] = byte
        case 2 where place < text.count: text.remove(at: place)
        default: text.replaceSubrange(place..., with: text[..<place].suffix(Int.random(in: 0..<20, using: &random)))
        }
        if text.isEmpty { break }
      }
      let reading = CSVReading(text, delimiter: delimiter, tolerance: .anyWidth)
      let slow = SlowCSV(text, delimiter: delimiter)
      #expect(reading.records.map { $0.map { Array($0.utf8) } } == slow.records, "\(text)")
      #expect(reading.lines == slow.lines, "\(text)")
      #expect(reading.errors.map(\.line) == slow.errorLines, "\(text)")
      verdicts[reading.errors.isEmpty, default: 0] += 1
    }
    #expect(verdicts.values.allSatisfy { $0 > 1_000 }, "\(verdicts)")
  }
}

/// The simplest reader of separated values, byte by byte, to compare with.
struct SlowCSV {
  var records: [[[UInt8]]] = []
  var lines: [Int] = []
  var errorLines: [Int] = []

  init(_ bytes: [UInt8], delimiter: Character) {
    let quote = UInt8(ascii: "\"")
    let delimiter = delimiter.asciiValue ?? 0
    var rest = bytes[...]
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    var line = 1
    var record: [[UInt8]] = []
    var errorLine: Int?

    func isEnd() -> Bool { rest.first == nil || rest.first == 10 || rest.first == 13 }
    func takeLineEnd() -> [UInt8] {
      let end = rest.starts(with: [13, 10]) ? rest.prefix(2) : rest.prefix(1)
      rest = rest.dropFirst(end.count)
      line += 1
      return Array(end)
    }
    func keep(_ field: [UInt8], startingAt start: Int) {
      record.append(field)
      var valid = field[...]
      while String(validating: valid, as: UTF8.self) == nil { valid = valid.dropLast() }
      guard valid.count < field.count, errorLine == nil else { return }
      let known = String(decoding: valid, as: UTF8.self)
      // A sequence that is cut off by the end of the prefix is on the line where the prefix ends.
      errorLine = start + known.count { $0.isNewline && $0.isASCII && $0 != "\u{B}" && $0 != "\u{C}" }
    }

    while !rest.isEmpty {
      if isEnd() {
        _ = takeLineEnd()
        continue
      }
      let start = line
      record = []
      errorLine = nil
      fields: while true {
        let fieldLine = line
        var field: [UInt8] = []
        if rest.first == quote {
          rest = rest.dropFirst()
          quoted: while true {
            guard let byte = rest.first else {
              errorLines.append(fieldLine)
              return
            }
            if rest.starts(with: [quote, quote]) {
              field.append(quote)
              rest = rest.dropFirst(2)
            } else if byte == quote {
              rest = rest.dropFirst()
              break quoted
            } else if isEnd() {
              field += takeLineEnd()
            } else {
              field.append(byte)
              rest = rest.dropFirst()
            }
          }
          keep(field, startingAt: fieldLine)
          if !isEnd(), rest.first != delimiter {
            errorLine = errorLine ?? line
            while !isEnd() { rest = rest.dropFirst() }
          }
        } else {
          while let byte = rest.first, !isEnd(), byte != delimiter {
            if byte == quote, delimiter != 9 {
              errorLine = errorLine ?? line
              while !isEnd() { rest = rest.dropFirst() }
              break fields
            }
            if byte < 32, byte != 9 { errorLine = errorLine ?? line }
            field.append(byte)
            rest = rest.dropFirst()
          }
          keep(field, startingAt: fieldLine)
        }
        guard rest.first == delimiter else { break }
        rest = rest.dropFirst()
      }
      if !rest.isEmpty { _ = takeLineEnd() }
      if let errorLine {
        errorLines.append(errorLine)
      } else {
        records.append(record)
        lines.append(start)
      }
    }
  }
}
