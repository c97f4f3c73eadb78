import GazetteerIndex

/// How two states differ: the facts that changed, before and after. It can be applied in both directions, also to
/// states that differ in other facts.
package struct SessionChange: Equatable, Sendable {
  package let before: SessionFacts
  package let after: SessionFacts
  /// What changed in the checked places; nil for nothing.
  package let checked: Checked?

  /// One run of the checked places that was replaced by another.
  package struct Checked: Equatable, Sendable {
    package let index: Int
    package let before: [PlaceID]
    package let after: [PlaceID]

    package init(at index: Int, from before: [PlaceID], to after: [PlaceID]) {
      self.index = index
      self.before = before
      self.after = after
    }

    /// nil if they are equal. O(n).
    init?(from old: [PlaceID], to new: [PlaceID]) {
      guard old != new else { return nil }
      let same = zip(old, new).prefix { $0 == $1 }.count
      let (restOfOld, restOfNew) = (old.dropFirst(same), new.dropFirst(same))
      let sameAtEnd = zip(restOfOld.reversed(), restOfNew.reversed()).prefix { $0 == $1 }.count
      self.init(at: same, from: Array(restOfOld.dropLast(sameAtEnd)), to: Array(restOfNew.dropLast(sameAtEnd)))
    }

    var inverse: Checked { Checked(at: index, from: after, to: before) }

    func applied(to places: [PlaceID]) -> [PlaceID] {
      let moved = Set(before + after)
      var places = places.filter { !moved.contains($0) }
      places.insert(contentsOf: after, at: min(max(0, index), places.count))
      return places
    }
  }

  package init(from before: SessionFacts, to after: SessionFacts, checked: Checked? = nil) {
    self.before = before
    self.after = after
    self.checked = checked
  }

  /// nil if the states are equal.
  init?(from old: SessionState, to new: SessionState) {
    guard old != new else { return nil }
    self.init(
      from: SessionFacts(of: old, unlike: new), to: SessionFacts(of: new, unlike: old),
      checked: Checked(from: old.checked, to: new.checked))
  }

  var inverse: SessionChange { SessionChange(from: after, to: before, checked: checked?.inverse) }

  /// The state after the change.
  func applied(to state: SessionState) -> SessionState {
    var state = state
    after.apply(to: &state)
    if let checked { state.checked = checked.applied(to: state.checked) }
    return state
  }
}

/// A fact that can be absent.
package enum Fact<Value: Equatable & Sendable>: Equatable, Sendable {
  case set(Value)
  case removed

  init(_ value: Value?) { self = value.map { .set($0) } ?? .removed }

  var value: Value? { if case .set(let value) = self { value } else { nil } }
}

/// Some facts of a state; those that are nil are not known. The checked places, which can be many, are not among them.
package struct SessionFacts: Equatable, Sendable {
  package var open: [SessionState.Source]?
  package var inUse: [String]?
  package var selectedCategories: [Untrusted]?
  package var listing: Fact<Listing>?
  package var picked: Fact<PlaceID>?
  package var current: Fact<PlaceID>?

  package init() {}

  /// All facts of a state.
  init(of state: SessionState) {
    open = state.open
    inUse = state.inUse
    selectedCategories = state.selectedCategories
    listing = Fact(state.listing)
    picked = Fact(state.picked)
    current = Fact(state.current)
  }

  /// The facts in which another state differs.
  init(of state: SessionState, unlike other: SessionState) {
    self.init(of: state)
    if state.open == other.open { open = nil }
    if state.inUse == other.inUse { inUse = nil }
    if state.selectedCategories == other.selectedCategories { selectedCategories = nil }
    if state.listing == other.listing { listing = nil }
    if state.picked == other.picked { picked = nil }
    if state.current == other.current { current = nil }
  }

  func apply(to state: inout SessionState) {
    if let open { state.open = open }
    if let inUse { state.inUse = inUse }
    if let selectedCategories { state.selectedCategories = selectedCategories }
    if let listing { state.listing = listing.value }
    if let picked { state.picked = picked.value }
    if let current { state.current = current.value }
  }
}
