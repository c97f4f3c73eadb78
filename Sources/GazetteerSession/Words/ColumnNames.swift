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
    let quote = UInt8(ascii: "\"")
    var names: [Untrusted] = []
    var parts = word.bytes.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)[...]
    while let part = parts.popFirst() {
      var name = Untrusted(bytes: part).trimmed.bytes
      if name.first == quote {
        while name.count < 2 || name.last != quote {
          guard let next = parts.popFirst() else { throw Malformed() }
          name += [UInt8(ascii: ",")] + next
        }
        name = Array(name.dropFirst().dropLast())
      }
      guard !name.isEmpty else { throw Malformed() }
      names.append(Untrusted(bytes: name))
    }
    self.names = names
  }
}

extension ColumnOrder {
  /// How views name it.
  var title: String { column.neutralised + (isDescending ? ", the greatest first" : ", the least first") }
}
