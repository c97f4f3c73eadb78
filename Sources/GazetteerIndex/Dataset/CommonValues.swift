import Synchronization

/// The values that a sample of the places of a dataset has in the columns that were asked for last, for completion.
final class CommonValues: Sendable {
  private static let mostColumns = 8
  private let known = Mutex<[(id: ColumnID, values: [Untrusted])]>([])

  func values(of id: ColumnID, _ find: () -> [Untrusted]) -> [Untrusted] {
    if let found = known.withLock({ known in known.first { $0.id == id }?.values }) { return found }
    let values = find()
    known.withLock { $0 = $0.suffix(Self.mostColumns - 1) + [(id, values)] }
    return values
  }
}

extension Dataset {
  /// So many places are looked at: that takes a few milliseconds.
  private static let sampledRows = 20_000
  /// The most values of a column that are kept.
  private static let mostValues = 2000
  /// Longer values are not suggested.
  private static let longestValue = 200

  /// The values of a column in a sample of places, the most frequent first. O(1) after the first time.
  package func commonValues(ofColumn name: Untrusted) -> [Untrusted] {
    guard let id = columnID(name), let column = columnName(for: name) else { return [] }
    return commonValues.values(of: id) {
      var counts: [Untrusted: Int] = [:]
      for row in stride(from: 0, to: count, by: max(1, count / Self.sampledRows)) {
        for value in values(of: row, id, named: column)
        where !value.isEmpty && value.bytes.count <= Self.longestValue {
          counts[value, default: 0] += 1
        }
      }
      return counts.sorted { left, right in
        ValueCounts.precedes((left.value, 0, left.key.bytes), (right.value, 0, right.key.bytes))
      }
      .prefix(Self.mostValues).map(\.key)
    }
  }

  private func values(of row: Int, _ id: ColumnID, named name: Untrusted) -> [Untrusted] {
    switch id {
    case .attribute(let key):
      return [Untrusted(bytes: places.attributes.reader(ofKey: key)(row))]
    case .field(.category):
      return places.members(ofSet: places.categorySet(of: row)).map { places.categoryNames.untrusted(Int($0)) }
    case .field(.name):
      return [places.names.untrusted(row)]
    case .field(.id):
      return [places.ids[row].written]
    case .field:
      return place(row).text(ofColumn: name).map { [$0] } ?? []
    }
  }
}
