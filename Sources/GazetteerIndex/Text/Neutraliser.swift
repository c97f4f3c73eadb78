/// The only way to make visible text from untrusted bytes. It replaces single characters. It does not try to find whole
/// escape sequences, because it could miss some.
///
/// | in the bytes | shown as |
/// |---|---|
/// | tab | a space |
/// | U+0000–001F, U+007F | `^[` (the byte exclusive-or 64) |
/// | the other code points of `isHostile` | `<U+009B>` |
/// | U+FE0F where it has no meaning; the ninth and further marks on a base | `<U+FE0F>` |
/// | bytes that are not UTF-8 (overlong forms, surrogates and values above U+10FFFF too), each | `<9B>` |
/// | everything else | itself |
///
/// Invisible characters stay where they have a meaning. U+200D may join up to four pictures of an emoji sequence, each
/// with its skin tone or U+FE0F. U+FE0F may follow a picture, or the digit of a keycap. U+200C and U+200D may be
/// between two letters or marks of one of `joiningScripts`, or after its virama. Tags never stay.
///
/// Neutralising the result again does not change it.
package enum Neutraliser {
  /// O(length).
  package static func neutralise(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    if bytes.allSatisfy({ 0x20..<0x7F ~= $0 }) { return String(decoding: bytes, as: UTF8.self) }
    var text = NeutralText()
    text.output.reserveCapacity(bytes.count + 16)
    var index = 0
    while index < bytes.count {
      guard let (value, length) = bytes.strictScalar(at: index), let scalar = Unicode.Scalar(value) else {
        text.show(byte: bytes[index])
        index += 1
        continue
      }
      index += length
      let next = index < bytes.count ? bytes.strictScalar(at: index).flatMap { Unicode.Scalar($0.value) } : nil
      text.append(scalar, before: next)
    }
    return String(decoding: text.output, as: UTF8.self)
  }

  /// Whether a code point must not reach a terminal: controls, invisible and filler characters, those that change the
  /// writing direction, tags and noncharacters.
  package static func isHostile(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20..<0x7F: false
    case 0..<0xA0, 0xAD, 0x061C, 0x115F, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x2064, 0x2066...0x2069, 0x3164,
      0xFDD0...0xFDEF, 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F:
      true
    case let value: value & 0xFFFE == 0xFFFE
    }
  }

  /// The index in `joiningScripts` of the script that the letter or mark `scalar` belongs to.
  static func joiningScript(_ scalar: Unicode.Scalar) -> Int? {
    guard scalar.value >= 0x0600, let script = joiningScripts.firstIndex(where: { $0.contains { $0 ~= scalar.value } })
    else { return nil }
    return isMark(scalar) || scalar.properties.isAlphabetic ? script : nil
  }

  /// More marks than this on one base would cover their neighbours on a terminal.
  package static let mostMarks = 8

  package static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    // Fast answers: there are no marks below U+0300, and most characters above are ideographs and Hangul syllables.
    if scalar.value < 0x0300 || 0x3400...0x9FFF ~= scalar.value || 0xAC00...0xD7A3 ~= scalar.value { return false }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: return true
    default: return false
    }
  }

  /// Whether an emoji can be part of a sequence. False for half of a flag and for a skin tone.
  static func isPicture(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value > 0x7F && scalar.properties.isEmoji && !(0x1F1E6...0x1F1FF ~= scalar.value)
      && !scalar.properties.isEmojiModifier
  }

  /// The scripts whose spelling uses U+200C and U+200D, as ranges of their blocks.
  private static let joiningScripts: [[ClosedRange<UInt32>]] = [
    [0x0600...0x06FF, 0x0750...0x077F, 0x0870...0x08FF, 0xFB50...0xFDCF, 0xFDF0...0xFDFF, 0xFE70...0xFEFC],  // Arabic
    [0x0700...0x074F, 0x0860...0x086F],  // Syriac
    [0x07C0...0x07FF],  // N'Ko
    [0x0840...0x085F],  // Mandaic
    [0x0900...0x097F, 0xA8E0...0xA8FF],  // Devanagari
    [0x0980...0x09FF],  // Bengali
    [0x0A00...0x0A7F],  // Gurmukhi
    [0x0A80...0x0AFF],  // Gujarati
    [0x0B00...0x0B7F],  // Oriya
    [0x0B80...0x0BFF],  // Tamil
    [0x0C00...0x0C7F],  // Telugu
    [0x0C80...0x0CFF],  // Kannada
    [0x0D00...0x0D7F],  // Malayalam
    [0x0D80...0x0DFF],  // Sinhala
    [0x1000...0x109F, 0xA9E0...0xA9FF, 0xAA60...0xAA7F],  // Myanmar
    [0x1780...0x17FF],  // Khmer
    [0x1800...0x18AF],  // Mongolian
  ]
}

/// The text neutralised so far, and the state that decides what happens to the next character.
private struct NeutralText {
  var output: [UInt8] = []
  /// The last two characters; nil for those that were replaced.
  private var last: Unicode.Scalar?
  private var lastButOne: Unicode.Scalar?
  /// The number of marks on the last base.
  private var marks = 0
  /// The number of joins in the emoji sequence so far.
  private var joins = 0

  /// The longest sequences that Unicode recommends have four pictures, so three joins.
  private static let mostJoins = 3

  mutating func append(_ scalar: Unicode.Scalar, before next: Unicode.Scalar?) {
    switch scalar.value {
    case 0x09:
      appendUnchanged(" ")
    case 0..<0x20, 0x7F:
      show([UInt8(ascii: "^"), UInt8(truncatingIfNeeded: scalar.value ^ 0x40)])
    case 0x200D where joinsPictures(before: next):
      joins += 1
      appendUnchanged(scalar, endsSequence: false)
    case 0x200C, 0x200D:
      if joinsLetters(before: next) { appendUnchanged(scalar, endsBase: false) } else { show(scalar) }
    case 0xFE0F where !asksForPicture(before: next):
      show(scalar)
    case _ where Neutraliser.isMark(scalar):
      marks += 1
      if marks > Neutraliser.mostMarks {
        showMark(scalar)
      } else {
        appendUnchanged(scalar, endsBase: false, endsSequence: scalar != "\u{FE0F}")
      }
    case _ where Neutraliser.isHostile(scalar):
      show(scalar)
    default:
      appendUnchanged(scalar, endsSequence: last != "\u{200D}" && !isSkinTone(scalar))
    }
  }

  mutating func show(byte: UInt8) { show("<\(hexadecimal(UInt32(byte), digits: 2))>".utf8) }

  private mutating func appendUnchanged(_ scalar: Unicode.Scalar, endsBase: Bool = true, endsSequence: Bool = true) {
    if endsBase { marks = 0 }
    if endsSequence { joins = 0 }
    (lastButOne, last) = (last, scalar)
    output += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
  }

  private mutating func show(_ scalar: Unicode.Scalar) {
    show("<U+\(hexadecimal(scalar.value, digits: 4))>".utf8)
  }

  /// Shows a mark as its code point. It still counts as a mark, so that the marks after it are replaced too.
  private mutating func showMark(_ scalar: Unicode.Scalar) {
    let count = marks
    show(scalar)
    marks = count
  }

  private mutating func show(_ signs: some Sequence<UInt8>) {
    output += signs
    (lastButOne, last, marks, joins) = (nil, nil, 0, 0)
  }

  /// Whether U+200D is allowed here: after a picture, its U+FE0F or its skin tone, and before a picture.
  private func joinsPictures(before next: Unicode.Scalar?) -> Bool {
    guard let last, let next, joins < Self.mostJoins, Neutraliser.isPicture(next) else { return false }
    if last == "\u{FE0F}" || Neutraliser.isPicture(last) { return true }
    return isSkinTone(last) && lastButOne?.properties.isEmojiModifierBase == true
  }

  /// Whether U+200C or U+200D is allowed here: between letters of a script that needs them, or after its virama.
  private func joinsLetters(before next: Unicode.Scalar?) -> Bool {
    guard let last, let script = Neutraliser.joiningScript(last) else { return false }
    if last.properties.canonicalCombiningClass == .virama { return true }
    guard let next, Neutraliser.joiningScript(next) == script else { return false }
    return marks < Neutraliser.mostMarks || !Neutraliser.isMark(next)
  }

  /// Whether U+FE0F is allowed here: after a picture, or between a digit and the mark of a keycap.
  private func asksForPicture(before next: Unicode.Scalar?) -> Bool {
    guard let last else { return false }
    return Neutraliser.isPicture(last) || last.isASCII && last.properties.isEmoji && next == "\u{20E3}"
  }

  private func isSkinTone(_ scalar: Unicode.Scalar) -> Bool { 0x1F3FB...0x1F3FF ~= scalar.value }

  private func hexadecimal(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }
}
