import Testing

/// The names of the code points in `bytes` that must not reach a terminal; every output must give an empty list. This
/// does not use the code of the neutraliser. With `layout`, newlines are allowed.
///
/// Most lines are plain ASCII and are passed at once: outputs have millions of them.
func hostileCodePoints(in bytes: [UInt8], layout: Bool = true) -> [String] {
  guard layout else { return hostileCodePoints(inLine: bytes[...], layout: false) }
  return bytes.split(separator: 0x0A).flatMap { isPlain($0) ? [] : hostileCodePoints(inLine: $0, layout: true) }
}

private func isPlain(_ line: ArraySlice<UInt8>) -> Bool {
  line.withUnsafeBufferPointer { bytes in
    var index = 0
    while index < bytes.count {
      guard bytes[index] &- 0x20 < 0x5F else { return false }
      index += 1
    }
    return true
  }
}

private func hostileCodePoints(inLine bytes: ArraySlice<UInt8>, layout: Bool) -> [String] {
  guard let text = String(validating: bytes, as: UTF8.self) else { return ["bytes that are not UTF-8"] }
  let scalars = Array(text.unicodeScalars)
  var found: [String] = []
  var marks = 0
  for (index, scalar) in scalars.enumerated() {
    if 0x20..<0x7F ~= scalar.value {
      marks = 0
      continue
    }
    let previous = index > 0 ? scalars[index - 1] : nil
    let next = index + 1 < scalars.count ? scalars[index + 1] : nil
    marks = isCombining(scalar) ? marks + 1 : isJoiner(scalar) ? marks : 0
    let isBad =
      switch scalar.value {
      case 0x0A: !layout
      case 0x200C, 0x200D: !isInPlace(scalar, between: previous, and: next)
      case 0xFE0F: previous?.properties.isEmoji != true
      default: marks > 8 || neverShown.contains { $0 ~= scalar.value } || scalar.properties.isNoncharacterCodePoint
      }
    if isBad { found.append("U+" + String(scalar.value, radix: 16, uppercase: true)) }
  }
  return found
}

private let neverShown: [ClosedRange<UInt32>] = [
  0x00...0x1F, 0x7F...0x9F, 0xAD...0xAD, 0x61C...0x61C, 0x115F...0x115F, 0x200B...0x200F, 0x2028...0x202E,
  0x2060...0x2064, 0x2066...0x2069, 0x3164...0x3164, 0xFEFF...0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F,
]

private func isCombining(_ scalar: Unicode.Scalar) -> Bool {
  [.nonspacingMark, .spacingMark, .enclosingMark].contains(scalar.properties.generalCategory)
}

private func isJoiner(_ scalar: Unicode.Scalar) -> Bool { scalar == "\u{200C}" || scalar == "\u{200D}" }

private func isInPlace(_ joiner: Unicode.Scalar, between previous: Unicode.Scalar?, and next: Unicode.Scalar?) -> Bool {
  guard let previous else { return false }
  if previous.properties.canonicalCombiningClass == .virama { return true }
  guard let next else { return false }
  let isEmoji = (previous.properties.isEmoji || previous == "\u{FE0F}") && next.properties.isEmoji && next.value > 0x7F
  // Arabic to Mongolian, with the extensions that follow further up.
  let isLetters = [previous, next].allSatisfy { 0x600...0x18AF ~= $0.value || 0xA8E0...0xFEFC ~= $0.value }
  return joiner == "\u{200D}" && isEmoji || isLetters
}

/// The inputs of the shared data: each line of one file, and all of another. 97 are hostile, the one of U+FFFD is not.
func hostileInputs() throws -> [[UInt8]] {
  let lines = try SharedData.bytes("data/hostile/hostile.txt").split(separator: 0x0A)
  return lines.map(Array.init) + [try SharedData.bytes("data/hostile/osc52.txt")]
}

@Suite struct HostileTextTests {
  /// The control of every test that expects no hostile code points: all inputs are found if they are not neutralised,
  /// except U+FFFD.
  @Test(.enabled(if: SharedData.has("data/hostile"), SharedData.absent))
  func rawInputsAreCaught() throws {
    let inputs = try hostileInputs()
    #expect(inputs.count == 98)
    let passed = inputs.filter { hostileCodePoints(in: $0, layout: false).isEmpty }
    #expect(passed == [Array("L0FFFD[\u{FFFD}]".utf8)])
  }

  @Test(arguments: ["Zürich\n", "👩🏽‍🚀 ❤️ 1️⃣", "می‌خواهم", "ශ්‍රී", "e\u{301}", "日本"])
  func honestTextPasses(text: String) { #expect(hostileCodePoints(in: Array(text.utf8)) == []) }
}
