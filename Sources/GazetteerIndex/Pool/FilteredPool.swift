/// Something that a pool holds.
package protocol Pooled: Equatable, Sendable {
  /// Unique in its source.
  var id: String { get }
  /// What records of a pool can be selected by, such as their owner.
  var group: Untrusted { get }
}

/// Records that came from a source in pieces: each id once, sorted. Pieces may overlap.
package struct FilteredPool<Record: Pooled>: Sendable {
  package typealias Order = @Sendable (_ left: Record, _ right: Record) -> Bool

  /// In their order.
  package private(set) var records: [Record] = []
  private var ids: Set<String> = []
  private let precedes: Order

  /// What a merge or a removal has changed.
  package struct Change: Equatable, Sendable {
    package var added = 0
    package var replaced = 0
    package var removed = 0

    package init(added: Int = 0, replaced: Int = 0, removed: Int = 0) {
      self.added = added
      self.replaced = replaced
      self.removed = removed
    }

    package var isNothing: Bool { self == Change() }
  }

  /// - Parameter precedes: a total order.
  package init(order precedes: @escaping Order) { self.precedes = precedes }

  package func contains(_ id: String) -> Bool { ids.contains(id) }

  /// The records of a group, in their order. O(count).
  package func records(of group: Untrusted) -> [Record] { records.filter { $0.group == group } }

  /// Adds records, and replaces those that have the same id. If an id is there more than once, the last record is used.
  /// O(count), and O(new log new); if all new records come last, only the latter.
  package mutating func merge(_ new: [Record]) -> Change {
    var change = Change()
    var latest: [String: Record] = [:]
    for record in new { latest[record.id] = record }
    let known = Set(latest.keys.filter(ids.contains))
    if !known.isEmpty {
      records.removeAll { record in
        guard known.contains(record.id), let other = latest[record.id] else { return false }
        if other == record {
          latest[record.id] = nil
          return false
        }
        change.replaced += 1
        return true
      }
    }
    let sorted = latest.values.sorted(by: precedes)
    change.added = sorted.count - change.replaced
    for record in sorted { ids.insert(record.id) }
    insert(sorted)
    return change
  }

  private mutating func insert(_ sorted: [Record]) {
    guard let first = sorted.first else { return }
    guard let last = records.last, precedes(first, last) else {
      records += sorted
      return
    }
    var merged: [Record] = []
    merged.reserveCapacity(records.count + sorted.count)
    var rest = sorted[...]
    for record in records {
      while let next = rest.first, precedes(next, record) { merged.append(rest.removeFirst()) }
      merged.append(record)
    }
    records = merged + rest
  }

  /// Removes the records with these ids. O(count).
  package mutating func remove(_ gone: some Sequence<String>) -> Change {
    let gone = ids.intersection(gone)
    guard !gone.isEmpty else { return Change() }
    records.removeAll { gone.contains($0.id) }
    ids.subtract(gone)
    return Change(removed: gone.count)
  }

  package mutating func removeAll() {
    records = []
    ids = []
  }
}

extension FilteredPool.Change {
  package static func + (left: Self, right: Self) -> Self {
    Self(
      added: left.added + right.added, replaced: left.replaced + right.replaced,
      removed: left.removed + right.removed)
  }
}

extension Location: Pooled {
  package var group: Untrusted { owner }
}
