/// A paste as the terminal sends it, between ESC [ 200 ~ and ESC [ 201 ~.
struct Pasting {
  /// The rest of a longer paste is dropped, in bytes.
  static let capacity = 1 << 20
  static let end = Array("\u{1b}[201~".utf8)

  private var bytes: [UInt8] = []
  private(set) var wasCut = false

  /// Adds bytes from the terminal. Returns how many of them belong to the paste, and whether it is over.
  mutating func append(_ more: ArraySlice<UInt8>) -> (count: Int, isOver: Bool) {
    guard more.contains(Self.end[0]) else {
      store(more)
      return (more.count, false)
    }
    if let end = more.firstRange(of: Self.end) {
      store(more[..<end.lowerBound])
      return (end.upperBound - more.startIndex, true)
    }
    // The last bytes may be the beginning of the end mark.
    let isHeld = { (count: Int) in more.suffix(count) == Self.end.prefix(count)[...] }
    let held = (1..<Self.end.count).last { $0 <= more.count && isHeld($0) } ?? 0
    store(more.dropLast(held))
    return (more.count - held, false)
  }

  private mutating func store(_ more: ArraySlice<UInt8>) {
    let room = Self.capacity - bytes.count
    wasCut = wasCut || more.count > room
    bytes += more.prefix(room)
  }

  /// The text that is inserted into the line.
  var text: String { EditableLine.text(of: bytes) }
}
