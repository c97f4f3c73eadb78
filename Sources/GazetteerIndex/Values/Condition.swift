/// A condition on a column of places: `rating >= 4`.
public struct Condition: Hashable, Sendable {
  public enum Comparison: String, CaseIterable, Sendable {
    case equal = "="
    case unequal = "!="
    case less = "<"
    case atMost = "<="
    case greater = ">"
    case atLeast = ">="
    /// The folded text contains the folded value.
    case contains = "~"
    /// The value is missing.
    case isNull = "is null"
    case isNotNull = "is not null"

    /// Whether a value follows it.
    public var takesValue: Bool { self != .isNull && self != .isNotNull }

    /// The signs, which need no blanks around them; longer ones before those with which they begin.
    fileprivate static let signs = allCases.filter(\.takesValue)
      .sorted { $0.rawValue.utf8.count > $1.rawValue.utf8.count }
  }

  public let column: Untrusted
  public let comparison: Comparison
  /// Empty only if the comparison takes no value.
  public let value: Untrusted

  package init(_ column: Untrusted, _ comparison: Comparison, _ value: Untrusted) {
    (self.column, self.comparison, self.value) = (column, comparison, value)
  }

  /// Reads `COLUMN OP VALUE`, with or without blanks around the operator, or `COLUMN is null` and `COLUMN is not null` in
  /// any letter case; nil if it is malformed. The first operator counts, so a value may have others; a column whose name
  /// has one is in quotes: `"ELEV<10"=5`. O(length).
  package init?(_ text: Untrusted) {
    guard let (column, comparison, value) = Self.signed(text) ?? Self.aboutMissing(text), !column.isEmpty,
      value.isEmpty != comparison.takesValue
    else { return nil }
    self.init(column, comparison, value)
  }

  private static func signed(_ text: Untrusted) -> (Untrusted, Comparison, Untrusted)? {
    guard let (column, sign) = beginning(text), let comparison = Comparison(rawValue: sign) else { return nil }
    let value = Untrusted(bytes: text.bytes.dropFirst(column.bytes.count + sign.utf8.count))
    return (unquoted(column), comparison, value.trimmed)
  }

  private static let quote = UInt8(ascii: "\"")

  /// The name of a column that may be in quotes.
  package static func unquoted(_ column: Untrusted) -> Untrusted {
    let name = column.trimmed
    guard name.bytes.count > 2, name.bytes.first == quote, name.bytes.last == quote else { return name }
    return Untrusted(bytes: name.bytes.dropFirst().dropLast())
  }

  private static func aboutMissing(_ text: Untrusted) -> (Untrusted, Comparison, Untrusted)? {
    let words = text.text.split(whereSeparator: \.isWhitespace)
    for comparison in [Comparison.isNotNull, .isNull] {
      let wanted = comparison.rawValue.split(separator: " ").map(String.init)
      let last = words.suffix(wanted.count)
      guard let start = last.first?.startIndex, last.map({ $0.lowercased() }) == wanted else { continue }
      return (unquoted(Untrusted(String(text.text[..<start]))), comparison, Untrusted(""))
    }
    return nil
  }

  /// The name of a column as it is typed.
  package static func written(_ column: Untrusted) -> Untrusted {
    guard beginning(column) != nil || unquoted(column) != column else { return column }
    return Untrusted(bytes: [quote] + column.bytes + [quote])
  }

  /// The column and the operator with which a text begins; nil if it has no operator. O(length).
  package static func beginning(_ text: Untrusted) -> (column: Untrusted, operation: String)? {
    let bytes = text.bytes
    let isQuoted = bytes.first == quote
    let end = isQuoted ? bytes.dropFirst().firstIndex(of: quote) ?? bytes.startIndex : bytes.startIndex
    for position in end..<bytes.endIndex {
      let comparison = Comparison.signs.first { bytes[position...].starts(with: $0.rawValue.utf8) }
      if let comparison { return (Untrusted(bytes: bytes[..<position]), comparison.rawValue) }
    }
    return nil
  }

  /// Whether it asks which of two values is the greater one.
  package var dependsOnOrder: Bool { [.less, .atMost, .greater, .atLeast].contains(comparison) }

  /// Whether its value is a number or a date.
  package var asksForNumber: Bool { Notation.allCases.contains { $0.range(value) != nil } }

  /// Whether its value, of which a part of a text is searched, has marks of a regular expression.
  package var looksLikePattern: Bool {
    comparison == .contains && (value.text.hasPrefix("^") || value.text.hasSuffix("$") || value.text.contains(".*"))
  }

  /// The two conditions of which it probably should be made, if its value has `and` or `or` before another one.
  /// O(length²) at worst.
  package var joint: (first: Untrusted, second: Untrusted, isAnd: Bool)? {
    let words = value.text.split(separator: " ")
    for (index, word) in words.enumerated() where index > 0 && ["and", "or", "&&", "||"].contains(word.lowercased()) {
      let (head, rest) = (words[..<index], words[(index + 1)...])
      let first = Condition(column, comparison, Untrusted(head.joined(separator: " ")))
      guard let second = Condition(Untrusted(rest.joined(separator: " "))) else { continue }
      return (first.word, second.word, ["and", "&&"].contains(word.lowercased()))
    }
    return nil
  }

  /// As it is typed.
  package var word: Untrusted {
    let blank = comparison.takesValue ? "" : " "
    return Untrusted(bytes: Self.written(column).bytes + blank.utf8 + comparison.rawValue.utf8 + value.bytes)
  }
}
