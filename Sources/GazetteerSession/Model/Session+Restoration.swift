import GazetteerIndex

extension Session {
  /// What is open, selected, listed, picked and checked, including what is still being restored.
  package var state: SessionState {
    let now = present
    guard let restoration else { return now }
    var state = restoration.target.with(changesFrom: restoration.start, to: now)
    state.open = restoration.target.open.filter {
      restoration.awaited.contains($0.name) || now.open.contains($0)
    }
    state.open += now.open.filter { !state.open.contains($0) }
    for name in restoration.named where !state.inUse.contains(name) {
      state.inUse = state.inUse.filter { $0 != Session.world } + [name]
    }
    return state
  }

  /// The same without what is still being restored.
  private var present: SessionState {
    var state = SessionState()
    state.open = open.map { source(of: $0.name) }
    state.inUse = inUse
    state.selectedCategories = selectedCategories
    state.listing = listing
    state.picked = picked
    state.current = current
    state.map = map
    state.checked = checked.places
    return state
  }

  /// The source of an open dataset.
  private func source(of name: String) -> SessionState.Source {
    sources[name] ?? SessionState.Source(name: name, source: Untrusted(name))
  }

  /// Restores what the previous prompt saved.
  mutating func restore(_ record: SessionRecord) -> [Effect] {
    steps = record.steps
    return restore(record.state, inBackground: true, saysWhat: true)
  }

  /// Restores a state. Parts that need datasets which are not open are restored when those are open.
  ///
  /// - Parameter saysWhat: whether to say what became of a list whose places may be missing.
  mutating func restore(_ target: SessionState, inBackground: Bool, saysWhat: Bool = false) -> [Effect] {
    var effects: [Effect] = []
    for name in restoration?.awaited ?? [] where !target.names.contains(name) {
      jobs.removeAll { $0 == .opening(name) }
      effects.append(.stop(.opening(name)))
    }
    let stay = open.filter { target.open.contains(source(of: $0.name)) }
    for name in open.map(\.name) where !stay.contains(where: { $0.name == name }) { loseNumbers(of: name) }
    open = stay
    forgetAnswersOfClosedProviders()
    var awaited = (restoration?.awaited ?? []).intersection(target.names)
    for source in target.open where !open.contains(where: { $0.name == source.name }) && !awaited.contains(source.name)
    {
      awaited.insert(source.name)
      jobs.append(.opening(source.name))
      sources[source.name] = source
      effects.append(.open(source.request(inBackground: inBackground)))
    }
    restoration = Restoration(target: target, start: present, awaited: awaited, saysWhat: saysWhat)
    if awaited.isEmpty { effects += endRestoration() }
    steps.settled = state
    return effects
  }

  /// Whether a restoration waits for this dataset.
  func isAwaited(_ name: String) -> Bool { restoration?.awaited.contains(name) == true }

  /// An opening has ended, with or without a dataset. If it is the last one that a restoration waits for, the
  /// restoration ends too.
  mutating func endOpening(_ name: String, _ dataset: (any PlaceSource)? = nil) -> [Effect] {
    jobs.removeAll { $0 == .opening(name) }
    var effects: [Effect] = []
    verboseOpenings.remove(name)
    if let dataset {
      if let copy = dataset.about.localCopy, !isPool(name) {
        effects.append(.notice("\(own: name): \(copy.sentence)"))
      }
      // A provider may have answered meanwhile. Then its pool is newer than this one.
      if !open.contains(where: { $0.name == name }) { open.append(dataset) }
    } else {
      sources[name] = nil
    }
    guard restoration?.awaited.remove(name) != nil, restoration?.awaited.isEmpty == true else { return effects }
    return effects + endRestoration()
  }

  /// The same for an opening that the user has not stopped: what it restores is no step for `undo`. What a saved session
  /// has of missing sources is one, so that `undo` brings it back when they are there again.
  mutating func endRestoring(_ name: String, _ dataset: (any PlaceSource)? = nil) -> [Effect] {
    guard isAwaited(name) else { return endOpening(name, dataset) }
    if dataset == nil, restoration?.saysWhat == true, let source = sources[name] { restoration?.missing.append(source) }
    let missing = restoration?.missing ?? []
    var whole = state
    let wanted = whole.open + missing
    let order = restoration?.target.open ?? []
    whole.open = order.filter(wanted.contains) + whole.open.filter { !order.contains($0) }
    let effects = endOpening(name, dataset)
    steps.settled = state
    guard restoration == nil, !missing.isEmpty else { return effects }
    let names = missing.map(\.name).joined(separator: ", ")
    steps.settled = whole
    steps.settle(state, Untrusted("start without \(names)"))
    return effects + [.notice("when \(own: names) can be opened again: undo")]
  }

  /// Uses a dataset also when a restoration ends.
  ///
  /// - Parameter names: what is in use from now on. It does not replace what the saved session had in use.
  mutating func useRestored(_ name: String, inUse names: [String]) {
    guard var restoration else { return }
    if restoration.start.inUse == inUse { restoration.start.inUse = names }
    restoration.named.append(name)
    if let listing = restoration.target.listing, !listing.datasets.contains(name) {
      (restoration.target.listing, restoration.target.picked) = (nil, nil)
    }
    self.restoration = restoration
  }

  /// Restores the rest of the state, now that all datasets that can be opened are open.
  private mutating func endRestoration() -> [Effect] {
    let state = state
    let saysWhat = restoration?.saysWhat == true
    restoration = nil
    let order = state.names
    open.sort { (order.firstIndex(of: $0.name) ?? .max) < (order.firstIndex(of: $1.name) ?? .max) }
    inUse = state.inUse.filter(datasetNames.contains)
    if inUse.isEmpty, let last = open.last(where: { !isPool($0.name) }) ?? open.last { inUse = [last.name] }
    selectedCategories = state.selectedCategories
    restoreList(of: state)
    map = state.map
    var effects: [Effect] = restoredList(saysWhat: saysWhat).map { [.notice($0)] } ?? []
    let lost = restoreMarks(of: state)
    guard lost > 0 else { return effects }
    let places = lost == 1 ? "place no longer exists" : "places no longer exist"
    effects.append(.notice("\(own: Numeral.grouped(lost)) checked or current \(own: places)"))
    return effects
  }

  /// What to say about a restored list that names its places itself; nil for other lists. Which places there are is
  /// known only now.
  ///
  /// - Parameter saysWhat: whether to say it even if no place is missing.
  private func restoredList(saysWhat: Bool) -> Message? {
    guard let listing, !listing.source.named.isEmpty else { return nil }
    let named = listing.source.named
    let gone = named.count { found($0) == nil }
    let reason: Message = "because no copies of the provider's answers are left"
    guard gone < named.count else { return "the listed places cannot be restored, \(reason)" }
    let rest = min(listing.shown, named.count - gone)
    let restored: Message = "restored: \(own: Numeral.places(rest)) of \(own: listing.datasets[0]) listed"
    guard gone > 0 else { return saysWhat ? restored : nil }
    return "\(restored); \(own: Numeral.grouped(gone)) cannot be restored, \(reason)"
  }

  /// Restores the last list. Its rows are looked up when they are needed.
  private mutating func restoreList(of state: SessionState) {
    let restored = state.listing.flatMap { $0.datasets.allSatisfy(datasetNames.contains) ? $0 : nil }
    guard restored != listing else { return }
    closedSinceListed = []
    listed = ListedPlaces()
    listing = restored
    guard let listing else { return }
    var asked = Session()
    asked.open = open
    asked.favorites = favorites
    asked.locations = locations
    listed = ListedPlaces { [asked] in
      let catalog = asked.catalog(of: listing.datasets)
      let result = try? asked.places(listing.source, in: catalog, limit: .rows(listing.shown), Context())
      return result?.hits.map(\.place) ?? []
    }
  }

  /// Restores which places are picked, current and checked. Returns how many of them no longer exist.
  private mutating func restoreMarks(of state: SessionState) -> Int {
    let places = state.checked.filter { found($0) != nil }
    checked = PlaceSet()
    checked.insert(places)
    picked = state.picked.flatMap { found($0) == nil ? nil : $0 }
    (current, lostCurrent) = (state.current.flatMap { found($0) == nil ? nil : $0 }, nil)
    return state.checked.count - places.count + (state.current != nil && current == nil ? 1 : 0)
  }
}
