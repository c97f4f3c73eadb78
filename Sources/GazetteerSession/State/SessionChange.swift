import GazetteerIndex

/// The difference between two states: the old and the new value of each fact that changed. It can be applied in both
/// directions, also to states that differ in other facts.
package struct SessionChange: Equatable, Sendable {
  package let before: SessionFacts
  package let after: SessionFacts
  /// The change of the checked places, in the order of checking; nil if there is none.
  package let checked: ListChange<PlaceID>?
  /// The change of the selected categories; nil if there is none.
  package let categories: ListChange<Untrusted>?

  package init(
    from before: SessionFacts, to after: SessionFacts, checked: ListChange<PlaceID>? = nil,
    categories: ListChange<Untrusted>? = nil
  ) {
    self.before = before
    self.after = after
    self.checked = checked
    self.categories = categories
  }

  /// Returns nil if the states are equal.
  init?(from old: SessionState, to new: SessionState) {
    guard old != new else { return nil }
    self.init(
      from: SessionFacts(of: old, unlike: new), to: SessionFacts(of: new, unlike: old),
      checked: ListChange(from: old.checked, to: new.checked),
      categories: ListChange(from: old.selectedCategories, to: new.selectedCategories))
  }

  var inverse: SessionChange {
    SessionChange(from: after, to: before, checked: checked?.inverse, categories: categories?.inverse)
  }

  /// The state after the change.
  func applied(to state: SessionState) -> SessionState {
    var state = state
    after.apply(to: &state)
    if let checked { state.checked = checked.applied(to: state.checked) }
    if let categories { state.selectedCategories = categories.applied(to: state.selectedCategories) }
    return state
  }
}

/// Some facts of a state; all but the checked places, which can be many.
package struct SessionFacts: Equatable, Sendable {
  package var open: [SessionState.Source]?
  package var inUse: [String]?
  /// nil in a change, which has a `ListChange` instead: they can be many.
  package var selectedCategories: [Untrusted]?
  /// For the following facts, `.some(nil)` means that there is none.
  package var listing: Listing??
  package var picked: PlaceID??
  package var current: PlaceID??

  package init() {}

  /// All facts.
  init(of state: SessionState) {
    open = state.open
    inUse = state.inUse
    selectedCategories = state.selectedCategories
    listing = .some(state.listing)
    picked = .some(state.picked)
    current = .some(state.current)
  }

  /// The facts that differ in another state.
  init(of state: SessionState, unlike other: SessionState) {
    self.init(of: state)
    if state.open == other.open { open = nil }
    if state.inUse == other.inUse { inUse = nil }
    selectedCategories = nil
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
