/// The change of a list without repeats: one part of it was replaced by another. Everything before and after that part
/// is unchanged.
package struct ListChange<Element: Hashable & Sendable>: Equatable, Sendable {
  /// Where that part starts.
  package let index: Int
  package let before: [Element]
  package let after: [Element]

  package init(at index: Int, from before: [Element], to after: [Element]) {
    self.index = index
    self.before = before
    self.after = after
  }

  /// Returns nil if the lists are equal. O(n).
  package init?(from old: [Element], to new: [Element]) {
    guard old != new else { return nil }
    let same = zip(old, new).prefix { $0 == $1 }.count
    let (restOfOld, restOfNew) = (old.dropFirst(same), new.dropFirst(same))
    let sameAtEnd = zip(restOfOld.reversed(), restOfNew.reversed()).prefix { $0 == $1 }.count
    self.init(at: same, from: Array(restOfOld.dropLast(sameAtEnd)), to: Array(restOfNew.dropLast(sameAtEnd)))
  }

  var inverse: ListChange { ListChange(at: index, from: after, to: before) }

  /// The list after the change. Also works for a list that differs from the one before the change.
  func applied(to list: [Element]) -> [Element] {
    let moved = Set(before + after)
    var list = list.filter { !moved.contains($0) }
    list.insert(contentsOf: after, at: min(max(0, index), list.count))
    return list
  }
}
