import GazetteerIndex

/// How two states differ: the facts that changed, before and after. It can be applied in both directions, and to states
/// whose other facts differ.
package struct SessionChange: Equatable, Sendable {
  package let before: SessionFacts
  package let after: SessionFacts
  /// The change of the checked places; nil if there is none.
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

  /// nil if the states differ only in what is shown.
  init?(from old: SessionState, to new: SessionState, _ settings: SettingChanges = SettingChanges()) {
    var (before, after) = (SessionFacts(of: old, unlike: new), SessionFacts(of: new, unlike: old))
    (before.settings, after.settings) = (settings.before, settings.after)
    self.init(
      from: before, to: after, checked: ListChange(from: old.checked, to: new.checked),
      categories: ListChange(from: old.selectedCategories, to: new.selectedCategories))
    guard changesData else { return nil }
  }

  /// Whether it changes more than what is shown, which has no step: `back` goes back to it.
  var changesData: Bool {
    checked != nil || categories != nil || before.open != nil || before.inUse != nil
      || before.settings != after.settings
  }

  var inverse: SessionChange {
    SessionChange(from: after, to: before, checked: checked?.inverse, categories: categories?.inverse)
  }

  /// The state after the change. What the state shows is replaced only if it still is what this change replaces.
  func applied(to state: SessionState) -> SessionState {
    var (state, after) = (state, after)
    if !before.isShown(in: state) { (after.listing, after.picked) = (nil, nil) }
    if let current = before.current, current.value != state.current { after.current = nil }
    after.apply(to: &state)
    // The camera does not belong to a step. It looks at other places now.
    if after.listing != nil || after.picked != nil || categories != nil { state.map = MapState() }
    if let checked { state.checked = checked.applied(to: state.checked) }
    if let categories { state.selectedCategories = categories.applied(to: state.selectedCategories) }
    return state
  }
}

/// A fact that can be absent.
package enum Fact<Value> {
  case set(Value)
  case removed

  init(_ value: Value?) { self = value.map { .set($0) } ?? .removed }

  var value: Value? { if case .set(let value) = self { value } else { nil } }
}

extension Fact: Equatable where Value: Equatable {}
extension Fact: Sendable where Value: Sendable {}

/// Some facts of a state; those that are nil are not known. Without the checked places, because there can be many.
package struct SessionFacts: Equatable, Sendable {
  package var open: [SessionState.Source]?
  package var inUse: [String]?
  /// nil in a change, which has a `ListChange` instead, because there can be many.
  package var selectedCategories: [Untrusted]?
  package var listing: Fact<Listing>?
  package var picked: Fact<PlaceID>?
  package var current: Fact<PlaceID>?
  /// Only in a change: the settings that it sets, in order.
  package var settings: [Setting.Change] = []

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
    selectedCategories = nil
    if state.listing == other.listing { listing = nil }
    if state.picked == other.picked { picked = nil }
    if state.current == other.current { current = nil }
  }

  /// Whether a state shows the list and the place of these facts, however many rows of the list were printed.
  func isShown(in state: SessionState) -> Bool {
    if let listing, listing.value?.source != state.listing?.source { return false }
    return picked.map { $0.value == state.picked } ?? true
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
