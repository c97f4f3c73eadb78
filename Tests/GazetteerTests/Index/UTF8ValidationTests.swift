import Foundation
import Testing

@testable import GazetteerIndex

@Suite struct UTF8ValidationTests {
  private func firstInvalid(_ bytes: [UInt8]) -> Int? { bytes.withUnsafeBufferPointer(firstInvalidUTF8) }

  @Test(
    arguments: [
      ([], nil), ([0x61], nil), ([0x80], 0), ([0xC3, 0xA9], nil), ([0x61, 0xC3], 1), ([0xC0, 0xAF], 0),
      ([0xC1, 0xBF], 0),
      ([0xE0, 0x9F, 0xBF], 0), ([0xE0, 0xA0, 0x80], nil), ([0xED, 0x9F, 0xBF], nil), ([0xED, 0xA0, 0x80], 0),
      ([0xED, 0xBF, 0xBF], 0), ([0xEE, 0x80, 0x80], nil), ([0xEF, 0xBF, 0xBF], nil), ([0xF0, 0x8F, 0xBF, 0xBF], 0),
      ([0xF0, 0x90, 0x80, 0x80], nil), ([0xF4, 0x8F, 0xBF, 0xBF], nil), ([0xF4, 0x90, 0x80, 0x80], 0),
      ([0xF5, 0x80, 0x80, 0x80], 0),
      ([0xFF], 0), ([0xE2, 0x82], 0), ([0xE2, 0x82, 0x41], 0), ([0xF0, 0x9F, 0x98], 0), ([0xF0, 0x9F, 0x98, 0xC0], 0),
    ] as [([UInt8], Int?)]) func knowsTheFirstBadByte(bytes: [UInt8], at: Int?)
  {
    for prefix in 0..<20 {
      let prefixed = Array(repeating: UInt8(ascii: "x"), count: prefix) + bytes
      #expect(firstInvalid(prefixed) == at.map { $0 + prefix })
      if at == nil { #expect(firstInvalid(prefixed + Array("tail of text".utf8)) == nil) }
    }
  }

  @Test func agreesWithTheStandardLibraryOnRandomBytes() {
    var random = SplitMix(state: 2)
    let edges: [UInt8] = [
      0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC2, 0xDF, 0xE0, 0xED, 0xEF, 0xF0, 0xF4, 0xF5,
    ]
    for _ in 0..<50_000 {
      let bytes = (0..<Int.random(in: 1..<10, using: &random)).map { _ in edges.randomElement(using: &random) ?? 0 }
      #expect((firstInvalid(bytes) == nil) == (String(validating: bytes, as: UTF8.self) != nil), "\(bytes)")
    }
  }

  /// Lines are `number:valid:text`, `number:valid hex:bytes` or `number:invalid hex:bytes:when skipped:when replaced`.
  @Test(.enabled(if: SharedData.has("data/suites/utf8tests"), SharedData.absent))
  func givesEveryVerdictOfTheSuite() throws {
    var verdicts = 0
    for line in try SharedData.lines("data/suites/utf8tests/utf8tests.txt") {
      let fields = line.split(separator: ":").map { $0.trimmingCharacters(in: .whitespaces) }
      guard fields.count >= 3, fields[1].hasSuffix("hex") else { continue }
      let digits = fields[2].filter { $0 != " " }
      let bytes = try stride(from: 0, to: digits.count, by: 2).map { offset in
        let start = digits.index(digits.startIndex, offsetBy: offset)
        return try #require(UInt8(digits[start..<digits.index(start, offsetBy: 2)], radix: 16))
      }
      #expect((firstInvalid(bytes) == nil) == fields[1].hasPrefix("valid"), "\(line)")
      verdicts += 1
    }
    #expect(verdicts == 220)
  }
}
