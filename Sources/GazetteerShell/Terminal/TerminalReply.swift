/// What a terminal answers to `GraphicsQuery`.
///
///     ESC _ G i=31;OK ESC \      it knows the protocol of kitty; what it says instead of OK is an error
///     ESC [ 6 ; 16 ; 8 t         the height and the width of a cell in pixels
///     ESC [ ? 62 ; 4 c           what it is; 4: it shows sixels. All terminals answer this, and they answer in order
enum TerminalReply: Equatable {
  case kitty(isSupported: Bool)
  case cell(width: Int, height: Int)
  case attributes([Int])
  /// Another one, which nothing waits for.
  case other
}

/// Finds replies among keys.
enum ReplyMatch: Equatable {
  case none
  /// So far, it could also be Alt with a key.
  case unclear
  /// More bytes belong to it.
  case partial
  case reply(TerminalReply, length: Int)

  /// The longest reply in bytes.
  private static let longest = 256

  /// - Parameter bytes: begin with ESC.
  init(_ bytes: ArraySlice<UInt8>) {
    let rest = bytes.dropFirst()
    if rest.starts(with: "[?".utf8) || rest.starts(with: "[6;".utf8) {
      self = Self.sequence(bytes)
    } else if rest.starts(with: "_G".utf8) {
      self = Self.string(bytes)
    } else {
      self = rest.elementsEqual("_".utf8) ? .unclear : .none
    }
  }

  /// `ESC [`, parameters, and a letter. Another byte ends it, and does not belong to it.
  private static func sequence(_ bytes: ArraySlice<UInt8>) -> ReplyMatch {
    let rest = bytes.dropFirst(2).prefix(longest)
    guard let last = rest.firstIndex(where: { !(0x20...0x3f).contains($0) }) else {
      return rest.count < longest ? .partial : .reply(.other, length: 2 + longest)
    }
    let length = last - bytes.startIndex
    guard (0x40...0x7e).contains(bytes[last]) else { return .reply(.other, length: length) }
    let isPrivate = rest.first == UInt8(ascii: "?")
    let numbers = rest.dropFirst(isPrivate ? 1 : 0).prefix { $0 < 0x40 }
      .split(separator: UInt8(ascii: ";")).compactMap { Int(String(decoding: $0, as: UTF8.self)) }
    return .reply(reply(isPrivate: isPrivate, numbers, bytes[last]), length: length + 1)
  }

  private static func reply(isPrivate: Bool, _ numbers: [Int], _ end: UInt8) -> TerminalReply {
    switch (isPrivate, end) {
    case (true, UInt8(ascii: "c")): .attributes(numbers)
    case (false, UInt8(ascii: "t")) where numbers.count == 3: .cell(width: numbers[2], height: numbers[1])
    default: .other
    }
  }

  /// `ESC _ G`, a text, and `ESC \` or BEL. Another control character ends it, and does not belong to it.
  private static func string(_ bytes: ArraySlice<UInt8>) -> ReplyMatch {
    let rest = bytes.dropFirst(3).prefix(longest)
    guard let end = rest.firstIndex(where: { $0 < 0x20 }) else {
      return rest.count < longest ? .partial : .reply(.other, length: 3 + longest)
    }
    let length = end - bytes.startIndex
    let reply = TerminalReply.kitty(isSupported: rest[..<end].elementsEqual("i=\(GraphicsQuery.id);OK".utf8))
    guard bytes[end] == 0x1b else { return .reply(reply, length: bytes[end] == 0x07 ? length + 1 : length) }
    guard let next = bytes[(end + 1)...].first else { return .partial }
    return .reply(reply, length: next == UInt8(ascii: "\\") ? length + 2 : length)
  }
}

/// Asks a terminal what pictures it shows, and how large its cells are.
enum GraphicsQuery {
  /// The number of the picture that is asked about, by which the answer is known. The picture is one pixel.
  static let id = 31
  static let text = "\u{1b}_Gi=\(id),s=1,v=1,a=q,t=d,f=24;AAAA\u{1b}\\\u{1b}[16t\u{1b}[c"
}

/// What a terminal has answered so far.
struct GraphicsAnswers: Equatable {
  private(set) var hasKitty = false
  private(set) var hasSixel = false
  /// The size of a cell in pixels; nil if unknown.
  private(set) var cell: (width: Int, height: Int)?
  /// Whether the last answer has come.
  private(set) var isComplete = false

  mutating func add(_ reply: TerminalReply) {
    switch reply {
    case .kitty(let isSupported): hasKitty = isSupported
    case .cell(let width, let height): cell = (width, height)
    case .attributes(let numbers):
      hasSixel = numbers.dropFirst().contains(4)
      isComplete = true
    case .other: break
    }
  }

  static func == (one: Self, other: Self) -> Bool {
    one.hasKitty == other.hasKitty && one.hasSixel == other.hasSixel && one.isComplete == other.isComplete
      && one.cell?.width == other.cell?.width && one.cell?.height == other.cell?.height
  }
}
