import GazetteerIndex

/// Names of columns, with commas between them: `name,City,rating`. A name with a comma is quoted as in CSV:
/// `name,"Open, in hours"`.
package struct ColumnNames: Equatable, Sendable {
  /// At least one; none is empty.
  package let names: [Untrusted]

  /// The word that stands for all columns of the data.
  static let all = Untrusted("all")
}

extension ColumnNames: Readable {
  package static var expected: Message { "columns such as name,City,rating, or all" }

  package init(word: Untrusted) throws(Malformed) {
    names = Self.pieces(of: word.bytes).map(Self.name)
    guard names.allSatisfy({ !$0.isEmpty }) else { throw Malformed() }
  }
}

extension ColumnNames {
  private static let quote = UInt8(ascii: "\"")

  /// The parts between the commas that are not in quotes. Quotes are at the beginning of a part; one that is not closed
  /// goes to the end.
  static func pieces(of text: [UInt8]) -> [ArraySlice<UInt8>] {
    var pieces: [ArraySlice<UInt8>] = []
    var start = 0
    var (hasQuotes, isOpen) = (false, false)
    for (index, byte) in text.enumerated() {
      if byte == quote {
        if text[start..<index].allSatisfy({ $0 == UInt8(ascii: " ") }) { hasQuotes = true }
        if hasQuotes { isOpen.toggle() }
      } else if byte == UInt8(ascii: ","), !isOpen {
        pieces.append(text[start..<index])
        start = index + 1
        hasQuotes = false
      }
    }
    return pieces + [text[start...]]
  }

  private static func name(_ piece: ArraySlice<UInt8>) -> Untrusted {
    let name = Untrusted(bytes: piece).trimmed
    guard name.bytes.count > 1, name.bytes.first == quote, name.bytes.last == quote else { return name }
    var inner: [UInt8] = []
    var isFirst = false
    for byte in name.bytes.dropFirst().dropLast() {
      isFirst = byte == quote && !isFirst
      if byte != quote || isFirst { inner.append(byte) }
    }
    return Untrusted(bytes: inner)
  }

  /// A name as it is typed.
  static func written(_ name: Untrusted) -> String {
    guard name.bytes.contains(UInt8(ascii: ",")) || name.bytes.first == quote else { return name.text }
    let doubled = name.bytes.flatMap { $0 == quote ? [quote, quote] : [$0] }
    return Untrusted(bytes: [quote] + doubled + [quote]).text
  }
}

extension ColumnOrder {
  /// How views name it.
  var title: String { column.neutralised + (isDescending ? ", the greatest first" : ", the least first") }
}
