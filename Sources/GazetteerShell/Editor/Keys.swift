/// A key without a character. libedit gets it as one of the C1 controls U+0080 to U+009F, which nobody types. So its
/// key maps need no sequences for such keys, and it never confuses a lone ESC with the start of a sequence.
enum Key: UInt32, CaseIterable {
  case escape = 0x80
  case up, down, right, left, home, end, delete, wordRight, wordLeft, deleteWord, backTab, pageUp, pageDown
  /// Text was pasted; the decoder has it.
  case paste
  /// Not keys of a terminal, but how the program tells libedit which keys of vi hold: see `LineEditor+Vi`.
  case viCharacter, viStartCommands, viSettle, viInsert, viReplace
  /// A key that the program does not use.
  case unknown = 0x9f

  /// The key that terminals send as ESC and `sequence`.
  init(sequence: some Sequence<UInt8>) {
    switch String(decoding: Array(sequence), as: UTF8.self) {
    case "[A", "OA": self = .up
    case "[B", "OB": self = .down
    case "[C", "OC": self = .right
    case "[D", "OD": self = .left
    case "[H", "OH", "[1~", "[7~": self = .home
    case "[F", "OF", "[4~", "[8~": self = .end
    case "[3~": self = .delete
    case "[5~": self = .pageUp
    case "[6~": self = .pageDown
    case "[1;5C", "[1;3C", "Oc": self = .wordRight
    case "[1;5D", "[1;3D", "Od": self = .wordLeft
    case "[3;5~", "[3;3~": self = .deleteWord
    case "[Z": self = .backTab
    case "[200~": self = .paste
    default: self = .unknown
    }
  }
}

/// Turns the bytes of a terminal into characters and keys, one number each.
struct KeyDecoder {
  /// Whether ESC and a character mean Alt with the character; else they are two keys.
  var hasMeta = true
  /// A byte that comes later than this after ESC does not belong to it; in milliseconds.
  var pause: Int32 { answers.map { !$0.isComplete && awaitsAnswers } == true ? Self.longPause : Self.shortPause }
  private static let shortPause: Int32 = 25
  /// While answers of the terminal are on their way, which a slow line may cut anywhere.
  private static let longPause: Int32 = 500
  /// The longest sequence that is a key, in bytes.
  private static let longestSequence = 32
  /// What the terminal has answered; nil until it is asked. From then on, what looks like an answer is never a key.
  private(set) var answers: GraphicsAnswers?
  /// Whether answers may still be on their way.
  var awaitsAnswers = false
  private static let replacement: UInt32 = 0xfffd

  private var bytes: [UInt8] = []
  /// Where in `bytes` the undecoded part starts.
  private var start = 0
  /// Keys given back, which come first.
  private var returned: [UInt32] = []
  /// The paste that is arriving, and the last complete one.
  private var pasting: Pasting?
  private var pasted: Pasting?

  /// Whether ESC came, and more bytes may belong to it.
  var isInsideKey: Bool { pasting == nil && start < bytes.count && bytes[start] == 0x1b && reply != .partial }

  /// The answer of the terminal that comes next, if it was asked.
  private var reply: ReplyMatch {
    answers != nil && bytes[start] == 0x1b ? ReplyMatch(bytes[start...]) : .none
  }

  /// From now on, answers may come among the keys.
  mutating func awaitAnswers() {
    answers = answers ?? GraphicsAnswers()
    awaitsAnswers = true
  }

  /// Forgets all keys. The rest of an answer may still come.
  mutating func removeKeys() {
    var fresh = KeyDecoder()
    (fresh.hasMeta, fresh.answers, fresh.awaitsAnswers) = (hasMeta, answers, awaitsAnswers)
    if pasting == nil, start < bytes.count, reply == .partial { fresh.bytes = Array(bytes[start...]) }
    self = fresh
  }

  /// The most bytes to read at once.
  static let longestRead = Pasting.end.count
  /// How many bytes can be read without reading past the end of a key or of a paste.
  var readableCount: Int { pasting == nil ? 1 : Self.longestRead - (bytes.count - start) }

  /// Moves what has arrived of a paste; true if more of it is to come.
  mutating func takePaste() -> Bool {
    guard pasting != nil else { return false }
    guard decodePaste() else { return true }
    giveBack(Key.paste.rawValue)
    return false
  }

  mutating func append(_ more: some Sequence<UInt8>) {
    bytes.removeFirst(start)
    start = 0
    bytes += more
  }

  /// Makes the next call of `next` return `key`.
  mutating func giveBack(_ key: UInt32) { returned.append(key) }

  /// Removes and returns the next character or key; nil if more bytes are needed. `afterPause` says that none came for
  /// `pause`.
  ///
  /// An invalid byte becomes U+FFFD, so that the user sees that something came. Typed C1 controls are dropped, because
  /// they would be mistaken for keys.
  mutating func next(afterPause: Bool = false) -> UInt32? {
    if let key = returned.popLast() { return key }
    while start < bytes.count {
      if pasting != nil {
        guard decodePaste() else { return nil }
        return Key.paste.rawValue
      }
      switch reply {
      case .none: break
      case .unclear where afterPause: break
      case .partial, .unclear: return nil
      case .reply(let reply, let length):
        answers?.add(reply)
        start += length
        continue
      }
      let decoded = bytes[start] == 0x1b ? escape(afterPause: afterPause) : character()
      guard let (value, length) = decoded else { return nil }
      start += length
      let isKey = bytes[start - length] == 0x1b
      if isKey, value == Key.paste.rawValue {
        pasting = Pasting()
      } else if isKey || !(0x80...0x9f).contains(value) {
        return value
      }
    }
    return nil
  }

  /// Removes and returns the text of the last `Key.paste`, and whether its end was cut off.
  mutating func removePaste() -> (text: String, wasCut: Bool) {
    defer { pasted = nil }
    return (pasted?.text ?? "", pasted?.wasCut ?? false)
  }

  /// Reads the paste that is arriving; false if more of it is to come.
  private mutating func decodePaste() -> Bool {
    guard let (count, isOver) = pasting?.append(bytes[start...]) else { return false }
    start += count
    guard isOver else { return false }
    pasted = pasting
    pasting = nil
    return true
  }

  /// Decodes what begins with ESC: the sequence of a key, ESC alone, or ESC and a character, which is Alt with it.
  private func escape(afterPause: Bool) -> (UInt32, Int)? {
    let rest = bytes[(start + 1)...]
    guard let first = rest.first else { return afterPause ? (Key.escape.rawValue, 1) : nil }
    guard first == UInt8(ascii: "[") || first == UInt8(ascii: "O") else {
      return (hasMeta ? 0x1b : Key.escape.rawValue, 1)
    }
    let parameters = rest.dropFirst().prefix(Self.longestSequence)
    if let last = parameters.firstIndex(where: { !(0x20...0x3f).contains($0) }) {
      // A control character or a byte of a letter ends the sequence, and does not belong to it.
      guard (0x40...0x7e).contains(bytes[last]) else { return (Key.unknown.rawValue, last - start) }
      return (Key(sequence: rest[...last]).rawValue, last - start + 1)
    }
    guard afterPause || parameters.count == Self.longestSequence else { return nil }
    return (Key.unknown.rawValue, 2 + parameters.count)
  }

  /// Decodes a character of strict UTF-8: no overlong form, no surrogate, nothing above U+10FFFF.
  private func character() -> (UInt32, Int)? {
    let first = bytes[start]
    let (length, low, high): (Int, UInt8, UInt8)
    switch first {
    case 0..<0x80: return (UInt32(first), 1)
    case 0xc2...0xdf: (length, low, high) = (2, 0x80, 0xbf)
    case 0xe0: (length, low, high) = (3, 0xa0, 0xbf)
    case 0xed: (length, low, high) = (3, 0x80, 0x9f)
    case 0xe1...0xef: (length, low, high) = (3, 0x80, 0xbf)
    case 0xf0: (length, low, high) = (4, 0x90, 0xbf)
    case 0xf1...0xf3: (length, low, high) = (4, 0x80, 0xbf)
    case 0xf4: (length, low, high) = (4, 0x80, 0x8f)
    default: return (Self.replacement, 1)
    }
    var value = UInt32(first) & (0x7f >> UInt32(length))
    for offset in 1..<length {
      guard start + offset < bytes.count else { return nil }
      let byte = bytes[start + offset]
      guard (offset == 1 ? low...high : 0x80...0xbf).contains(byte) else { return (Self.replacement, offset) }
      value = value << 6 | UInt32(byte & 0x3f)
    }
    return (value, length)
  }
}
