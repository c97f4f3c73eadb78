/// Something that a pool holds.
package protocol Pooled: Equatable, Identifiable, Sendable where ID: Sendable {
  /// What records of a pool are selected by: who has posted them, or which question they answer.
  associatedtype Group: Hashable, Sendable

  /// Its position in a group; nil: it is not in the group. Records with the same one are in the order of the pool.
  func rank(in group: Group) -> Int?
  /// The record in place of an older version of it, with what is kept of that.
  func replacing(_ older: Self) -> Self
  /// The record outside a group, at the same position in the pool; nil if it does not exist without the group.
  func leaving(_ group: Group) -> Self?
}

/// Records that came from a source in pieces: each id once, sorted, in groups. Pieces may overlap.
package struct FilteredPool<Record: Pooled>: Sendable {
  package typealias Order = @Sendable (_ left: Record, _ right: Record) -> Bool

  /// In their order.
  package private(set) var records: [Record] = []
  private var ids: Set<Record.ID> = []
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

  package func contains(_ id: Record.ID) -> Bool { ids.contains(id) }

  /// The records of a group, in its order. O(count).
  package func records(of group: Record.Group) -> [Record] {
    let ranked = records.enumerated().compactMap { row, record in
      record.rank(in: group).map { (rank: $0, row: row, record: record) }
    }
    return ranked.sorted { ($0.rank, $0.row) < ($1.rank, $1.row) }.map(\.record)
  }

  /// Adds records, and replaces those that have the same id. If an id is there more than once, each record replaces the
  /// one before it. O(count), and O(new log new); if all new records come last, only the latter.
  package mutating func merge(_ new: [Record]) -> Change {
    var change = Change()
    var latest: [Record.ID: Record] = [:]
    for record in new { latest[record.id] = latest[record.id].map(record.replacing) ?? record }
    let known = Set(latest.keys.filter(ids.contains))
    if !known.isEmpty {
      records.removeAll { record in
        guard known.contains(record.id), let other = latest[record.id]?.replacing(record) else { return false }
        if other == record {
          latest[record.id] = nil
          return false
        }
        latest[record.id] = other
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

  /// Adds records that are a group from now on. Those that were in it before leave it. O(count), and O(new log new).
  package mutating func replace(_ group: Record.Group, with new: [Record]) {
    records = records.compactMap { record in
      guard record.rank(in: group) != nil else { return record }
      let rest = record.leaving(group)
      if rest == nil { ids.remove(record.id) }
      return rest
    }
    _ = merge(new)
  }

  /// Removes the records with these ids. O(count).
  package mutating func remove(_ gone: some Sequence<Record.ID>) -> Change {
    let gone = ids.intersection(gone)
    guard !gone.isEmpty else { return Change() }
    records.removeAll { gone.contains($0.id) }
    ids.subtract(gone)
    return Change(removed: gone.count)
  }
}

extension FilteredPool.Change {
  package static func + (left: Self, right: Self) -> Self {
    Self(
      added: left.added + right.added, replaced: left.replaced + right.replaced,
      removed: left.removed + right.removed)
  }
}
