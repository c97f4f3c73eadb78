import GazetteerIndex

/// A word such as `--limit`, `--limit=5` or `--`.
struct OptionWord {
  let word: Untrusted
  let name: String
  let value: Untrusted?

  init?(_ word: Word) {
    guard !word.isQuoted, word.text.bytes.starts(with: "--".utf8) else { return nil }
    let rest = word.text.bytes.dropFirst(2)
    self.word = word.text
    let equals = rest.firstIndex(of: UInt8(ascii: "="))
    name = String(decoding: rest[..<(equals ?? rest.endIndex)], as: UTF8.self)
    value = equals.map { Untrusted(bytes: rest[($0 + 1)...]) }
  }

  var endsOptions: Bool { name.isEmpty && value == nil }
}

extension Untrusted {
  /// Whether a word that is not in quotes is an option with one dash, such as `-v`. `-33.9` is a number, and `-` is the
  /// standard input.
  var isShortOption: Bool {
    guard bytes.first == UInt8(ascii: "-"), let letter = bytes.dropFirst().first else { return false }
    return UInt8(ascii: "a")...UInt8(ascii: "z") ~= letter | 0x20
  }
}

extension Statement {
  /// Whether `--json` is among its words. If so, its error is printed as an object too.
  package var asksJSON: Bool {
    for word in words.dropFirst() {
      guard let option = OptionWord(word) else { continue }
      if option.endsOptions { return false }
      if option.name == "json" { return true }
    }
    return false
  }
}
