import GazetteerIndex
import GazetteerSession

/// How libedit writes a line of history into its file (the C function `strvis` with `VIS_WHITE`). Blanks, backslashes
/// and control characters become a backslash and three octal digits; everything else is not changed. libedit may write
/// control characters in other forms, which can be decoded too.
enum HistoryEncoding {
  /// The first line of the file.
  static let header: [UInt8] = Array("_HiStOrY_V2_\n".utf8)

  /// `line` as it is written in the file, without the newline at its end. O(length).
  static func encode(_ line: String) -> [UInt8] {
    var output: [UInt8] = []
    for scalar in line.unicodeScalars {
      let isPlain = scalar.value > 0x20 && !(0x7f...0x9f).contains(scalar.value) && scalar != "\\"
      for byte in String(scalar).utf8 {
        if isPlain {
          output.append(byte)
        } else {
          output += [UInt8(ascii: "\\")] + [byte >> 6, byte >> 3 & 7, byte & 7].map { UInt8(ascii: "0") + $0 }
        }
      }
    }
    return output
  }

  /// The bytes of an encoded line; nil if a backslash is followed by something that libedit never writes. O(length).
  static func decode(_ line: ArraySlice<UInt8>) -> [UInt8]? {
    var output: [UInt8] = []
    output.reserveCapacity(line.count)
    var rest = line
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        output.append(byte)
        continue
      }
      guard let next = rest.popFirst() else { return nil }
      switch next {
      case UInt8(ascii: "\\"):
        output.append(next)
      case UInt8(ascii: "0")...UInt8(ascii: "3"):
        guard let middle = octal(rest.popFirst()), let last = octal(rest.popFirst()) else { return nil }
        output.append((next & 3) << 6 | middle << 3 | last)
      case UInt8(ascii: "^"):
        guard let control = control(rest.popFirst()) else { return nil }
        output.append(control)
      case UInt8(ascii: "M"):
        // Meta sets the highest bit: `\M-x` of a plain byte, `\M^x` of a control character.
        guard let kind = rest.popFirst(), let byte = rest.popFirst() else { return nil }
        guard let value = kind == UInt8(ascii: "-") ? byte : kind == UInt8(ascii: "^") ? control(byte) : nil
        else { return nil }
        output.append(value | 0x80)
      default:
        return nil
      }
    }
    return output
  }

  private static func octal(_ digit: UInt8?) -> UInt8? {
    guard let digit, (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(digit) else { return nil }
    return digit & 7
  }

  private static func control(_ letter: UInt8?) -> UInt8? {
    guard let letter else { return nil }
    return letter == UInt8(ascii: "?") ? 0x7f : letter & 0x1f
  }

  /// Whether a line may be offered at the prompt again: it can be run, it is text, and printing it does nothing to a
  /// terminal. Tabs and newlines are allowed, because libedit displays them safely.
  static func isRecallable(_ line: String) -> Bool {
    guard line.utf8.count <= Statement.longestLine else { return false }
    // Most lines are plain, and the start of the program waits for this check of all of them.
    if line.utf8.allSatisfy({ (0x20...0x7e).contains($0) }) { return true }
    let flat = String(decoding: line.utf8.map { $0 == 0x09 || $0 == 0x0a ? 0x20 : $0 }, as: UTF8.self)
    let hasControls = flat.unicodeScalars.contains { $0.value < 0x20 || (0x7f...0x9f).contains($0.value) }
    return !hasControls && Untrusted(flat).neutralised == flat
  }
}
