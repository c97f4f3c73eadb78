import GazetteerIndex

/// Names of columns, with commas between them: `name,City,rating`.
package struct ColumnNames: Equatable, Sendable {
  /// At least one; none is empty.
  package let names: [Untrusted]

  /// The word that stands for all columns of the data.
  static let all = Untrusted("all")
}

extension ColumnNames: Readable {
  package static var expected: Message { "columns such as name,City,rating, or all" }

  package init(word: Untrusted) throws(Malformed) {
    names = word.bytes.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
      .map { Untrusted(bytes: $0).trimmed }
    guard names.allSatisfy({ !$0.isEmpty }) else { throw Malformed() }
  }
}

extension ColumnOrder {
  /// How views name it.
  var title: String { column.neutralised + (isDescending ? ", the greatest first" : ", the least first") }
}
