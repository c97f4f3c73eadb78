import GazetteerIndex

/// How libedit writes a line of history into its file (the C function `strvis` with `VIS_WHITE`): blanks and
/// backslashes as a backslash and three octal digits, control characters in one of several forms, of which the octal
/// one is used here, all else as it is.
enum HistoryEncoding {
  /// The first line of the file.
  static let header: [UInt8] = Array("_HiStOrY_V2_\n".utf8)

  /// `line` as it stands in the file, without the newline that ends it. O(length).
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

  /// The bytes that `line` stands for; nil where a backslash is followed by what libedit never writes. O(length).
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
        // Meta: the byte with its highest bit, `\M-x` of a plain one and `\M^x` of a control.
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

  /// Whether a line may come back to the prompt: it is text, and shown as it is it does nothing to a terminal.
  /// Tabs and newlines pass, because libedit lays them out itself.
  static func isRecallable(_ line: String) -> Bool {
    // Most lines are plain, and starting waits until all are looked at.
    if line.utf8.allSatisfy({ (0x20...0x7e).contains($0) }) { return true }
    let flat = String(decoding: line.utf8.map { $0 == 0x09 || $0 == 0x0a ? 0x20 : $0 }, as: UTF8.self)
    let hasControls = flat.unicodeScalars.contains { $0.value < 0x20 || (0x7f...0x9f).contains($0.value) }
    return !hasControls && Untrusted(flat).neutralised == flat
  }
}
