import GazetteerIndex

/// A state on its way back: what it takes of datasets is still being opened.
struct Restoration: Equatable, Sendable {
  let target: SessionState
  /// What there was when it began: what is otherwise since then is the user's own doing, and stays.
  let start: SessionState
  /// The names of the datasets that it waits for.
  var awaited: Set<String>
}

extension Session {
  /// What is open and selected, listed, picked and checked; what is on its way back included.
  package var state: SessionState {
    let now = present
    guard let restoration else { return now }
    var state = restoration.target.with(changesFrom: restoration.start, to: now)
    state.open = restoration.target.open.filter {
      restoration.awaited.contains($0.name) || now.open.contains($0)
    }
    state.open += now.open.filter { !state.open.contains($0) }
    return state
  }

  /// The same without what is on its way back.
  private var present: SessionState {
    var state = SessionState()
    state.open = open.map { source(of: $0.name) }
    state.inUse = inUse
    state.selectedCategories = selectedCategories
    state.listing = listing
    state.picked = picked
    state.current = current
    state.checked = checked.places
    return state
  }

  /// Where a dataset comes from; the built-in one from itself.
  private func source(of name: String) -> SessionState.Source {
    sources[name] ?? SessionState.Source(name: name, source: Untrusted(name))
  }

  /// Lets a state come back: at once, but for what has to be opened first.
  mutating func restore(_ target: SessionState, inBackground: Bool) -> [Effect] {
    var effects: [Effect] = []
    for name in restoration?.awaited ?? [] where !target.names.contains(name) {
      jobs.removeAll { $0 == .opening(name) }
      effects.append(.stop(.opening(name)))
    }
    open = open.filter { target.open.contains(source(of: $0.name)) }
    var awaited = (restoration?.awaited ?? []).intersection(target.names)
    for source in target.open where !open.contains(where: { $0.name == source.name }) && !awaited.contains(source.name)
    {
      awaited.insert(source.name)
      jobs.append(.opening(source.name))
      sources[source.name] = source
      effects.append(
        .open(
          OpenRequest(source: source.source, name: source.name, format: source.format, inBackground: inBackground)))
    }
    restoration = Restoration(target: target, start: present, awaited: awaited)
    return effects + (awaited.isEmpty ? endRestoration() : [])
  }

  /// Whether a dataset is opened for a state that comes back.
  func isAwaited(_ name: String) -> Bool { restoration?.awaited.contains(name) == true }

  /// A dataset that a state on its way back waits for is there, or will not come.
  mutating func arrived(_ name: String, _ dataset: Dataset? = nil) -> [Effect] {
    jobs.removeAll { $0 == .opening(name) }
    if let dataset { open.append(dataset) } else { sources[name] = nil }
    guard restoration?.awaited.remove(name) != nil, restoration?.awaited.isEmpty == true else { return [] }
    return endRestoration()
  }

  /// Everything is open that can be: the state is there.
  private mutating func endRestoration() -> [Effect] {
    let state = state
    restoration = nil
    let order = state.names
    open.sort { (order.firstIndex(of: $0.name) ?? .max) < (order.firstIndex(of: $1.name) ?? .max) }
    inUse = state.inUse.filter(datasetNames.contains)
    if inUse.isEmpty, let last = open.last { inUse = [last.name] }
    selectedCategories = state.selectedCategories
    list(as: state)
    let lost = mark(as: state)
    steps.settled = self.state
    guard lost > 0 else { return [] }
    return [.notice("\(own: Numeral.places(lost)) less: no longer there to be checked or current")]
  }

  /// Lets the last list be that of a state; its rows are asked for when they are needed.
  private mutating func list(as state: SessionState) {
    guard state.listing != listing else { return }
    closedSinceListed = []
    listed = ListedPlaces()
    listing = state.listing.flatMap { $0.datasets.allSatisfy(datasetNames.contains) ? $0 : nil }
    guard let listing else { return }
    var asked = Session()
    asked.open = open
    asked.favorites = favorites
    listed = ListedPlaces { [asked] in
      let catalog = asked.catalog(of: listing.datasets)
      let result = try? asked.places(listing.source, in: catalog, limit: .rows(listing.shown), Context())
      return result?.hits.map(\.place) ?? []
    }
  }

  /// Lets the same places be picked, current and checked as in a state, and says how many of them are no more.
  private mutating func mark(as state: SessionState) -> Int {
    let places = state.checked.filter { found($0) != nil }
    checked = PlaceSet()
    checked.insert(places)
    picked = state.picked.flatMap { found($0) == nil ? nil : $0 }
    (current, lostCurrent) = (state.current.flatMap { found($0) == nil ? nil : $0 }, nil)
    return state.checked.count - places.count + (state.current != nil && current == nil ? 1 : 0)
  }
}
