/// The form of texts that search compares: letters without case and accents, words separated by single spaces.
///
/// Two rounds of these steps: replace letters that have no decomposition but that people type as plain letters (ł as l,
/// æ as ae); compatibility decomposition (NFKD); remove marks without width (Mn) and U+02B0–02FF; full case folding.
/// Then each run of characters that are not letters, numbers or spacing marks (Mc) becomes one space. Spaces at the
/// ends are removed.
///
/// Both rounds change one code point at a time, so their result is in a table (`FoldTables`). Only the canonical order
/// of the few remaining marks depends on their neighbours; it is restored at the end.
package enum Fold {
  /// Appends the fold of `text` to `output`, in UTF-8. O(length). Bytes that are not UTF-8 separate words.
  package static func append(_ text: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
    if text.endOfASCII(from: 0) == text.count {
      appendASCII(text, to: &output)
    } else {
      appendAny(text, to: &output)
    }
  }

  /// The fold of `text`.
  package static func fold(_ text: String) -> String {
    var output: [UInt8] = []
    var text = text
    text.withUTF8 { append($0, to: &output) }
    return String(decoding: output, as: UTF8.self)
  }

  /// The fold of `text`, in UTF-8.
  package static func bytes(_ text: Untrusted) -> [UInt8] {
    var output: [UInt8] = []
    text.bytes.withUnsafeBufferPointer { append($0, to: &output) }
    return output
  }

  /// The fold of ASCII text is never longer than the text, so it is written directly.
  private static func appendASCII(_ text: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
    let start = output.count
    output.append(contentsOf: repeatElement(0, count: text.count))
    let end = output.withUnsafeMutableBufferPointer { output in
      var end = start
      var gap = false
      for byte in text {
        let folded = ascii[Int(byte)]
        if folded == 0 {
          gap = true
          continue
        }
        if gap && end > start {
          output[end] = 0x20
          end += 1
        }
        gap = false
        output[end] = folded
        end += 1
      }
      return end
    }
    output.removeLast(output.count - end)
  }

  private static func appendAny(_ text: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
    var words = Words(output: output)
    output = []
    var index = 0
    var isMarked = false
    while index < text.count {
      guard let (scalar, length) = text.strictScalar(at: index) else {
        words.gap()
        index += 1
        continue
      }
      if scalar < 0x80 {
        let folded = ascii[Int(scalar)]
        if folded == 0 { words.gap() } else { words.append(folded) }
      } else if 0xAC00...0xD7A3 ~= scalar {
        words.append(syllable: scalar)
      } else {
        let value = tableValue(scalar)
        switch value {
        case FoldTables.gap: words.gap()
        case FoldTables.drop: break
        case FoldTables.keep, FoldTables.keepMark:
          words.append(text[index..<index + length])
        default:
          let offset = Int(value - FoldTables.firstSequence)
          for byte in FoldTables.sequences[offset + 1...offset + Int(FoldTables.sequences[offset])] {
            if byte == 0x20 { words.gap() } else { words.append(byte) }
          }
        }
        isMarked = isMarked || value == FoldTables.keepMark || value >= FoldTables.firstMarkedSequence
      }
      index += length
    }
    if isMarked { words.putMarksInOrder() }
    output = words.output
  }

  private static func tableValue(_ scalar: UInt32) -> UInt16 {
    guard scalar < FoldTables.limit else { return FoldTables.dropped ~= scalar ? FoldTables.drop : FoldTables.gap }
    let block = Int(FoldTables.blocks[Int(scalar >> FoldTables.blockBits)])
    let within = Int(scalar & (1 << FoldTables.blockBits - 1))
    return FoldTables.values[block << Int(FoldTables.blockBits) + within]
  }

  /// The fold of each ASCII byte; 0 for those that separate words.
  private static let ascii: [UInt8] = [
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 0, 0, 0, 0, 0, 0,
    0, 97, 98, 99, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111,
    112, 113, 114, 115, 116, 117, 118, 119, 120, 121, 122, 0, 0, 0, 0, 0,
    0, 97, 98, 99, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111,
    112, 113, 114, 115, 116, 117, 118, 119, 120, 121, 122, 0, 0, 0, 0, 0,
  ]
}

/// Folded words under construction, with one space between two.
private struct Words {
  var output: [UInt8]
  private let start: Int
  private var hasGap = false

  init(output: [UInt8]) {
    self.output = output
    start = output.count
  }

  mutating func gap() { hasGap = true }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    // Gaps are only between whole characters, so there is never one before a byte inside a character.
    if hasGap && output.count > start { output.append(0x20) }
    hasGap = false
    output.append(byte)
  }

  mutating func append(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) {
    for byte in bytes { append(byte) }
  }

  /// The parts of a Hangul syllable, by the arithmetic of the Unicode Standard, section 3.12.
  mutating func append(syllable: UInt32) {
    let index = syllable - 0xAC00
    append(jamo: 0x1100 + index / 588)
    append(jamo: 0x1161 + index % 588 / 28)
    if index % 28 != 0 { append(jamo: 0x11A7 + index % 28) }
  }

  private mutating func append(jamo: UInt32) {
    append(0xE1)
    append(UInt8(truncatingIfNeeded: 0x80 | jamo >> 6 & 0x3F))
    append(UInt8(truncatingIfNeeded: 0x80 | jamo & 0x3F))
  }

  /// Sorts each run of marks by combining class, stably. O(length) for each class that occurs.
  mutating func putMarksInOrder() {
    var run: [(class: UInt8, mark: Unicode.Scalar)] = []
    var ordered: [UInt8] = []
    for scalar in String(decoding: output[start...], as: UTF8.self).unicodeScalars {
      if let markClass = FoldTables.markClasses[scalar.value] {
        run.append((markClass, scalar))
      } else {
        Self.append(&run, to: &ordered)
        ordered += scalar.utf8
      }
    }
    Self.append(&run, to: &ordered)
    output.replaceSubrange(start..., with: ordered)
  }

  private static func append(_ run: inout [(class: UInt8, mark: Unicode.Scalar)], to output: inout [UInt8]) {
    for markClass in Set(run.map(\.class)).sorted() {
      for (_, mark) in run.lazy.filter({ $0.class == markClass }) { output += mark.utf8 }
    }
    run.removeAll(keepingCapacity: true)
  }
}
