import GazetteerIndex

/// How a value is written in place of the typed text.
struct WordWriting {
  enum Form {
    case word
    /// An option is never in quotes.
    case option
    /// After the `=` of an option.
    case attached(String)
    /// Several words that form one text.
    case text
  }

  /// The longest value to offer, in bytes.
  private static let longest = 1000

  let form: Form
  /// Whether the typed word has quotes.
  let isQuoted: Bool
  /// Whether the quote that is open at the cursor is already closed after it.
  let leavesQuoteOpen: Bool

  /// The text to type for a value; nil if it cannot be typed, or if it would look different.
  ///
  /// - Parameter isWhole: false if more of the value follows.
  func written(_ value: String, isWhole: Bool) -> String? {
    guard value.utf8.count <= Self.longest, Untrusted(value).neutralised == value else { return nil }
    switch form {
    case .word: return word(value, isWhole: isWhole)
    case .option: return value
    case .attached(let option):
      guard WordWriting.needsQuotes(value) else { return option + value }
      // A word with quotes is not an option, so the value becomes a separate word.
      return isWhole ? "\(option.dropLast()) \(word(value, isWhole: true))" : nil
    case .text: return text(value, isWhole: isWhole)
    }
  }

  private func word(_ value: String, isWhole: Bool) -> String {
    guard isQuoted || leavesQuoteOpen || WordWriting.needsQuotes(value) else { return value }
    return WordWriting.quoted(value, isClosed: isWhole && !leavesQuoteOpen)
  }

  private func text(_ value: String, isWhole: Bool) -> String {
    if leavesQuoteOpen || isQuoted && !isWhole { return WordWriting.quoted(value, isClosed: false) }
    let apostrophes = WordWriting.hasApostrophes(value)
    let words = value.split(separator: " ").map { word in
      WordWriting.needsQuotes(String(word)) || apostrophes && word.hasPrefix("'")
        ? WordWriting.quoted(String(word), isClosed: true) : String(word)
    }
    return words.joined(separator: " ") + (!isWhole && value.hasSuffix(" ") ? " " : "")
  }

  private static func quoted(_ value: String, isClosed: Bool) -> String {
    let escaped = value.flatMap { $0 == "\"" || $0 == "\\" ? ["\\", $0] : [$0] }
    return "\"" + String(escaped) + (isClosed ? "\"" : "")
  }

  /// Whether a word needs quotes, because without them it would mean something else or become several words.
  private static func needsQuotes(_ word: String) -> Bool {
    word.isEmpty || word.hasPrefix("#") || word.hasPrefix("--") || Untrusted(word).isShortOption
      || word.unicodeScalars.contains { " ;\"\t\r\n".unicodeScalars.contains($0) } || hasApostrophes(word)
  }

  /// Whether `'` would quote: one begins a word, and one ends a word.
  private static func hasApostrophes(_ value: String) -> Bool {
    guard value.utf8.contains(UInt8(ascii: "'")) else { return false }
    let words = value.split(separator: " ")
    return words.contains { $0.hasPrefix("'") } && words.contains { $0.count > 1 && $0.hasSuffix("'") }
  }
}
