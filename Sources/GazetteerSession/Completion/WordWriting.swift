import GazetteerIndex

/// How a value is written in the place of what is typed.
struct WordWriting {
  enum Form {
    case word
    /// As an option: in quotes it would be none.
    case option
    /// Behind an option's `=`.
    case attached(String)
    /// As several words that are one text together.
    case text
  }

  /// Nobody chooses a longer value, in bytes.
  private static let longest = 1000

  let form: Form
  /// Whether it is typed in quotes.
  let isQuoted: Bool
  /// Whether a quote that is open at the cursor is closed behind it.
  let leavesQuoteOpen: Bool

  /// What to type for a value; nil where that cannot be typed, or would not show what it is.
  ///
  /// - Parameter isWhole: whether the value is complete; else more of it is to follow.
  func written(_ value: String, isWhole: Bool) -> String? {
    guard value.utf8.count <= Self.longest, Untrusted(value).neutralised == value else { return nil }
    switch form {
    case .word: return word(value, isWhole: isWhole)
    case .option: return value
    case .attached(let option):
      guard WordWriting.needsQuotes(value) else { return option + value }
      // A word with quotes is no option, so the value becomes a word of its own.
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
    let words = value.split(separator: " ").map { word in
      WordWriting.needsQuotes(String(word)) ? WordWriting.quoted(String(word), isClosed: true) : String(word)
    }
    return words.joined(separator: " ") + (!isWhole && value.hasSuffix(" ") ? " " : "")
  }

  private static func quoted(_ value: String, isClosed: Bool) -> String {
    let escaped = value.flatMap { $0 == "\"" || $0 == "\\" ? ["\\", $0] : [$0] }
    return "\"" + String(escaped) + (isClosed ? "\"" : "")
  }

  /// Whether a word would mean something else, or several words, without quotes.
  private static func needsQuotes(_ word: String) -> Bool {
    word.isEmpty || word.hasPrefix("#") || word.hasPrefix("--")
      || word.unicodeScalars.contains { " ;\"\t\r\n".unicodeScalars.contains($0) }
  }
}
