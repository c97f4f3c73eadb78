import GazetteerIndex

/// The part of a session that is saved for the next start and that `undo` restores. It holds identities, not places.
package struct SessionState: Equatable, Sendable {
  /// Where an open dataset comes from.
  package struct Source: Equatable, Sendable {
    package let name: String
    /// As in `OpenRequest`.
    package var source: Untrusted
    package let format: Untrusted?
    /// As in `OpenRequest`.
    package let reading: SourceReading
    /// As in `OpenRequest`.
    package var isPool = false

    package init(
      name: String, source: Untrusted, format: Untrusted? = nil, reading: SourceReading = SourceReading()
    ) {
      self.name = name
      self.source = source
      self.format = format
      self.reading = reading
    }

    init(_ request: OpenRequest) {
      self.init(name: request.name, source: request.source, format: request.format, reading: request.reading)
      isPool = request.isPool
    }

    /// The pool of a provider's answers.
    package init(poolOf provider: PlacesRequest.Provider) {
      self.init(name: provider.rawValue, source: Untrusted(provider.rawValue))
      isPool = true
    }

    /// The request to open it again.
    func request(inBackground: Bool = false) -> OpenRequest {
      OpenRequest(
        source: source, name: name, format: format, reading: reading, inBackground: inBackground, isPool: isPool)
    }
  }

  /// In the order of opening.
  package var open: [Source] = []
  package var inUse: [String] = []
  package var selectedCategories: [Untrusted] = []
  /// Its rows are not saved: datasets never change, so asking again gives the same rows.
  package var listing: Listing?
  package var picked: PlaceID?
  package var current: PlaceID?
  package var map = MapState()
  /// In the order of checking.
  package var checked: [PlaceID] = []

  package init() {}
}

extension SessionState {
  /// The names of the open datasets.
  package var names: [String] { open.map(\.name) }

  /// Whether it refers to favorites, which then must be read before it is restored.
  package var namesFavorites: Bool {
    let datasets = (checked + [picked, current].compactMap(\.self)).map(\.dataset)
    return datasets.contains(Favorite.dataset) || listing?.datasets.contains(Favorite.dataset) == true
  }

  /// This state with the changes from `start` to `end`. If both changed something, `end` wins.
  func with(changesFrom start: SessionState, to end: SessionState) -> SessionState {
    func later<Value: Equatable>(_ path: KeyPath<SessionState, Value>) -> Value {
      start[keyPath: path] == end[keyPath: path] ? self[keyPath: path] : end[keyPath: path]
    }
    var merged = SessionState()
    merged.open = later(\.open)
    merged.inUse = later(\.inUse)
    merged.selectedCategories = later(\.selectedCategories)
    let listsAnew = start.listing != end.listing || start.picked != end.picked
    merged.listing = listsAnew ? end.listing : listing
    merged.picked = listsAnew ? end.picked : picked
    merged.current = later(\.current)
    merged.map = later(\.map)
    merged.checked = checked
    if start.checked != end.checked {
      let (before, after) = (Set(start.checked), Set(end.checked))
      let known = Set(checked)
      merged.checked.removeAll { before.contains($0) && !after.contains($0) }
      merged.checked += end.checked.filter { !before.contains($0) && !known.contains($0) }
    }
    return merged
  }

  /// What was restored, in one line; nil if there is nothing to mention.
  ///
  /// - Parameter start: the state of a new session.
  package func summary(besides start: SessionState) -> Message? {
    var parts: [Message] = []
    let opened = names.filter { !start.names.contains($0) }
    if !opened.isEmpty { parts.append("\(own: opened.joined(separator: ", ")) open") }
    if !selectedCategories.isEmpty { parts.append("selected \(selectedCategories.listed)") }
    // Whether a list that names its places has them is known only when their dataset is open, and said then.
    if let listing, listing.source.named.isEmpty {
      parts.append("\(own: Numeral.places(listing.shown)) listed")
    }
    if !checked.isEmpty { parts.append("\(own: Numeral.grouped(checked.count)) checked") }
    if current != nil { parts.append("a current place (show)") }
    guard let first = parts.first else { return nil }
    return parts.dropFirst().reduce(first) { "\($0); \($1)" }
  }
}
