/// What a terminal says that the user pasted, between its marks ESC [ 200 ~ and ESC [ 201 ~.
struct Pasting {
  /// More than this is not taken, in bytes.
  static let capacity = 1 << 20
  private static let end = Array("\u{1b}[201~".utf8)

  private var bytes: [UInt8] = []
  private(set) var wasCut = false

  /// Takes in what comes; gives how many bytes of it were used up, and whether the end was there.
  mutating func take(_ more: ArraySlice<UInt8>) -> (count: Int, isOver: Bool) {
    if let end = more.firstRange(of: Self.end) {
      keep(more[..<end.lowerBound])
      return (end.upperBound - more.startIndex, true)
    }
    // The beginning of the end may stand last.
    let isHeld = { (count: Int) in more.suffix(count) == Self.end.prefix(count)[...] }
    let held = (1..<Self.end.count).last { $0 <= more.count && isHeld($0) } ?? 0
    keep(more.dropLast(held))
    return (more.count - held, false)
  }

  private mutating func keep(_ more: ArraySlice<UInt8>) {
    let room = Self.capacity - bytes.count
    wasCut = wasCut || more.count > room
    bytes += more.prefix(room)
  }

  /// The text as it goes into a line: newlines are one character, tabs are blanks, other controls are left out.
  var text: String {
    var text = String.UnicodeScalarView()
    var last: Unicode.Scalar?
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      switch scalar {
      case "\n" where last == "\r": break
      case "\r", "\n": text.append("\n")
      case "\t": text.append(" ")
      case _ where scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value): break
      default: text.append(scalar)
      }
      last = scalar
    }
    return String(text)
  }
}
