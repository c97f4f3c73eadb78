import GazetteerIndex

/// Datasets of the saved session whose sources could not be read at its start, such as files on a disk that is not there.
/// They stay in the saved session, with their check marks, until they are opened or closed.
package struct AbsentDatasets: Equatable, Sendable {
  private(set) var sources: [SessionState.Source] = []
  /// Those of them that were in use.
  private var inUse: [String] = []
  /// Their places with check marks, in the order of checking.
  private var checked: [PlaceID] = []

  package var names: [String] { sources.map(\.name) }

  func contains(_ name: String) -> Bool { sources.contains { $0.name == name } }

  /// Adds a dataset of a saved state.
  mutating func add(_ source: SessionState.Source, of state: SessionState) {
    remove(source.name)
    sources.append(source)
    if state.inUse.contains(source.name) { inUse.append(source.name) }
    checked += state.checked.filter { $0.dataset == source.name }
  }

  /// Removes a dataset, and returns which of its places had check marks.
  @discardableResult
  mutating func remove(_ name: String) -> [PlaceID] {
    sources.removeAll { $0.name == name }
    inUse.removeAll { $0 == name }
    defer { checked.removeAll { $0.dataset == name } }
    return checked.filter { $0.dataset == name }
  }

  /// A state with what is absent.
  func added(to state: SessionState) -> SessionState {
    var state = state
    state.open += sources
    state.inUse += inUse
    // While a state is being restored, it has them already.
    let known = Set(state.checked)
    state.checked += checked.filter { !known.contains($0) }
    return state
  }
}
