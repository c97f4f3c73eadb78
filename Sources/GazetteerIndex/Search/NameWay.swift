/// The ways in which a pattern can match a name of a place, heaviest first; of equal weight, the lower tier first.
enum NameWay: CaseIterable {
  /// The name is the pattern.
  case name
  /// An alternate name is the pattern.
  case alternate
  /// The name starts with the pattern, which ends at the end of a word.
  case prefixWord
  /// The name starts with the pattern, which ends inside a word.
  case prefix
  /// An alternate name of up to three ASCII letters is the pattern.
  case code
  /// The tokens are, in order, prefixes of words of the name, starting at its first word.
  case words
  /// The same, starting at a later word.
  case laterWords
  /// An alternate name starts with the pattern, which ends at the end of a word.
  case alternatePrefixWord
  /// An alternate name starts with the pattern, which ends inside a word.
  case alternatePrefix
  /// The tokens are prefixes of words of an alternate name, starting at its first word.
  case alternateWords
  /// The same, starting at a later word.
  case alternateLaterWords

  /// The ways in which a whole name matches.
  static let whole: [NameWay] = [.name, .alternate, .code]

  var tier: Tier {
    switch self {
    case .name: .name
    case .alternate: .alternate
    case .prefixWord, .prefix: .prefix
    case .words, .laterWords: .words
    case .code, .alternatePrefixWord, .alternatePrefix, .alternateWords, .alternateLaterWords: .alternatePrefix
    }
  }

  var weight: UInt32 {
    switch self {
    case .name: 1_000_000
    case .alternate: 100_000
    case .prefixWord: 30_000
    case .prefix, .code: 10_000
    case .words: 3000
    case .laterWords, .alternatePrefix: 100
    case .alternatePrefixWord: 300
    case .alternateWords: 30
    case .alternateLaterWords: 10
    }
  }
}

extension NameWay {
  /// The part of a name in which the words of a pattern begin; nil if this way is not about words.
  var wordStart: Pattern.WordMatch? {
    switch self {
    case .words, .alternateWords: .first
    case .laterWords, .alternateLaterWords: .later
    default: nil
    }
  }

  /// Whether it is about the first name of a place, not its alternate names.
  var isAboutNames: Bool {
    switch self {
    case .name, .prefixWord, .prefix, .words, .laterWords: true
    case .alternate, .code, .alternatePrefixWord, .alternatePrefix, .alternateWords, .alternateLaterWords: false
    }
  }

  /// Whether the words are those of alternate names.
  var isAboutAlternateWords: Bool { self == .alternateWords || self == .alternateLaterWords }
}

extension NameWay {
  /// How a folded name matches a pattern; nil: not at all. O(key).
  init?(name key: [UInt8], for pattern: Pattern) {
    if key == pattern.text, !key.isEmpty {
      self = .name
    } else if key.starts(with: pattern.text) {
      self = key[pattern.text.count] == 0x20 ? .prefixWord : .prefix
    } else if let start = key.withUnsafeBufferPointer(pattern.wordMatch) {
      self = start == .first ? .words : .laterWords
    } else {
      return nil
    }
  }

  /// How a folded alternate name matches a pattern; nil: not at all. O(key).
  init?(alternate key: [UInt8], for pattern: Pattern) {
    if key == pattern.text, !key.isEmpty {
      self = pattern.isCode ? .code : .alternate
    } else if key.starts(with: pattern.text) {
      self = key[pattern.text.count] == 0x20 ? .alternatePrefixWord : .alternatePrefix
    } else if let start = key.withUnsafeBufferPointer(pattern.wordMatch) {
      self = start == .first ? .alternateWords : .alternateLaterWords
    } else {
      return nil
    }
  }
}
