import GazetteerIndex

/// The names in the first row of a table, made different from each other.
struct ColumnHeaders {
  private(set) var names: [Untrusted] = []
  /// The columns that got another name.
  private(set) var renamed: [(from: Untrusted, to: Untrusted)] = []

  /// A name that an earlier column has gets a number: `note`, `note_2`. A column without a name stays so. O(columns).
  init(_ headers: [Untrusted]) {
    var taken = Set(headers)
    var seen = Set<Untrusted>()
    var counts: [Untrusted: Int] = [:]
    for header in headers {
      guard !header.isEmpty, !seen.insert(header).inserted else {
        names.append(header)
        continue
      }
      var number = counts[header] ?? 1
      var name = header
      repeat {
        number += 1
        name = Untrusted(bytes: header.bytes + "_\(number)".utf8)
      } while !taken.insert(name).inserted
      counts[header] = number
      names.append(name)
      renamed.append((header, name))
    }
  }
}
