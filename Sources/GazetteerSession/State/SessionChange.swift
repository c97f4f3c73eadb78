import GazetteerIndex

/// How two states differ: of each fact that changed, what it was and what it is. Goes back and forth, also from states
/// that differ in other facts.
package struct SessionChange: Equatable, Sendable {
  package let before: SessionFacts
  package let after: SessionFacts
  /// Where in the order of checking something changed; nil for nowhere.
  package let checked: Checked?

  /// One stretch of the checked places that became another.
  package struct Checked: Equatable, Sendable {
    package let index: Int
    package let before: [PlaceID]
    package let after: [PlaceID]

    package init(at index: Int, from before: [PlaceID], to after: [PlaceID]) {
      self.index = index
      self.before = before
      self.after = after
    }

    /// nil where there is no difference. O(n).
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

  /// nil where the states are equal.
  init?(from old: SessionState, to new: SessionState) {
    guard old != new else { return nil }
    self.init(
      from: SessionFacts(of: old, unlike: new), to: SessionFacts(of: new, unlike: old),
      checked: Checked(from: old.checked, to: new.checked))
  }

  var inverse: SessionChange { SessionChange(from: after, to: before, checked: checked?.inverse) }

  /// The state with what the change says of it.
  func applied(to state: SessionState) -> SessionState {
    var state = state
    after.apply(to: &state)
    if let checked { state.checked = checked.applied(to: state.checked) }
    return state
  }
}

/// Some facts of a state; all but the checked places, which are many.
package struct SessionFacts: Equatable, Sendable {
  package var open: [SessionState.Source]?
  package var inUse: [String]?
  package var selectedCategories: [Untrusted]?
  /// Of the rest, nil inside says that there is none.
  package var listing: Listing??
  package var picked: PlaceID??
  package var current: PlaceID??

  package init() {}

  /// All of them.
  init(of state: SessionState) {
    open = state.open
    inUse = state.inUse
    selectedCategories = state.selectedCategories
    listing = .some(state.listing)
    picked = .some(state.picked)
    current = .some(state.current)
  }

  /// Those in which another state differs.
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
    if let listing { state.listing = listing }
    if let picked { state.picked = picked }
    if let current { state.current = current }
  }
}
