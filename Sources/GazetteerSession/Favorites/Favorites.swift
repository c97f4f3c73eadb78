import GazetteerIndex

/// The favorites as the store last reported them. Immutable, so that copying a session costs nothing.
package final class Favorites: Sendable {
  /// The revision of the store; 0 before the first edit.
  package let revision: Int64
  /// Oldest first.
  package let all: [Favorite]
  private let indexes: [FavoriteID: Int]
  private let indexesOfPlaces: [PlaceID: [Int]]
  private let searched = Lazy<Dataset>()
  private let counted = Lazy<Labels>()
  /// The indexes of the favorites by their identity in their source, whatever their dataset is called.
  private let byIdentity = Lazy<[SourceID: [Int]]>()
  /// The last datasets beside others, the newest last.
  private let besides = Monitor<[(others: Catalog, dataset: Dataset)]>([])

  /// No favorites.
  package convenience init() { self.init(revision: 0, all: [], indexes: [:], indexesOfPlaces: [:]) }

  private init(revision: Int64, sorted favorites: [Favorite]) {
    self.revision = revision
    all = favorites
    indexes = Dictionary(uniqueKeysWithValues: favorites.enumerated().map { ($1.id, $0) })
    var indexesOfPlaces: [PlaceID: [Int]] = [:]
    indexesOfPlaces.reserveCapacity(favorites.count)
    for (index, favorite) in favorites.enumerated() { indexesOfPlaces[favorite.place.id, default: []].append(index) }
    self.indexesOfPlaces = indexesOfPlaces
  }

  private init(
    revision: Int64, all: [Favorite], indexes: [FavoriteID: Int], indexesOfPlaces: [PlaceID: [Int]]
  ) {
    (self.revision, self.all, self.indexes, self.indexesOfPlaces) = (revision, all, indexes, indexesOfPlaces)
  }

  /// Whether an import would treat this place as the same place as one of them. O(n).
  func hasOne(like place: Place) -> Bool { all.contains { $0.place.isTakenFor(place) } }

  /// The favorites after an update. O(n), and O(changes log changes).
  package func updated(by update: FavoritesUpdate) -> Favorites {
    let changed = update.changed.sorted { $0.id < $1.id }
    guard !update.isWhole else { return Favorites(revision: update.revision, sorted: changed) }
    if update.removed.isEmpty, let patched = patched(changed, revision: update.revision) { return patched }
    let gone = Set(update.removed).union(changed.map(\.id))
    var merged: [Favorite] = []
    merged.reserveCapacity(all.count + changed.count)
    var new = changed[...]
    for favorite in all where !gone.contains(favorite.id) {
      while let first = new.first, first.id < favorite.id { merged.append(new.removeFirst()) }
      merged.append(favorite)
    }
    return Favorites(revision: update.revision, sorted: merged + new)
  }

  /// The favorites with some replaced or appended, without hashing the others again; nil if other changes are needed.
  private func patched(_ changed: [Favorite], revision: Int64) -> Favorites? {
    var (all, indexes, indexesOfPlaces) = (all, indexes, indexesOfPlaces)
    for favorite in changed {
      if let index = indexes[favorite.id] {
        guard all[index].place.id == favorite.place.id else { return nil }
        all[index] = favorite
      } else {
        if let last = all.last, favorite.id < last.id { return nil }
        indexes[favorite.id] = all.count
        indexesOfPlaces[favorite.place.id, default: []].append(all.count)
        all.append(favorite)
      }
    }
    return Favorites(revision: revision, all: all, indexes: indexes, indexesOfPlaces: indexesOfPlaces)
  }

  package subscript(id: FavoriteID) -> Favorite? { indexes[id].map { all[$0] } }

  /// The favorite with the identity of a place, in its source or among the favorites. O(1).
  package subscript(place: PlaceID) -> Favorite? { index(of: place).map { all[$0] } }

  /// The favorite with the identity of a place, if it can still be the same place. When a file changes, its ids may
  /// belong to other places. O(favorites of the identity).
  package subscript(place: Place) -> Favorite? { index(of: place).map { all[$0] } }

  /// The index of the favorite with the identity of a place.
  func index(of place: PlaceID) -> Int? {
    guard place.dataset == Favorite.dataset, case .text(let text) = place.id else {
      return indexesOfPlaces[place]?.first
    }
    return FavoriteID(text).flatMap { indexes[$0] }
  }

  /// The same, if it can still be the same place.
  func index(of place: Place) -> Int? {
    guard place.id.dataset != Favorite.dataset else { return index(of: place.id) }
    return indexesOfPlaces[place.id]?.first { all[$0].place.isLike(place) } ?? indexUnderOtherName(of: place)
  }

  /// Whether a favorite has this identity in a source. O(favorites) at the first call.
  func has(_ id: SourceID) -> Bool { identified[id] != nil }

  /// The index of the favorite of a place that was kept when its dataset had another name.
  private func indexUnderOtherName(of place: Place) -> Int? {
    identified[place.id.id]?.first { all[$0].source != nil && all[$0].place.isSameRecord(as: place) }
  }

  private var identified: [SourceID: [Int]] {
    byIdentity { Dictionary(grouping: all.indices) { all[$0].place.id.id } }
  }

  /// The lists and tags of the favorites. O(favorites) at the first call.
  package var labels: Labels { counted { Labels(of: all) } }

  /// The favorites as a dataset to search. O(n log n) at the first call.
  package var dataset: Dataset {
    searched { Self.dataset(of: all, attribution: attribution) }
  }

  /// The favorites as a dataset that is used together with others: without those whose places the others have, so that
  /// lists have each place once. O(n log n) at the first call with the same others.
  package func dataset(beside others: [any PlaceSource]) -> Dataset {
    let others = Catalog(others)
    let known = besides.read { $0.first { $0.others == others }?.dataset }
    if let known { return known }
    let rest = all.filter { favorite in
      others.sourcePlace(of: favorite) == nil
    }
    let made = rest.count == all.count ? dataset : Self.dataset(of: rest, attribution: attribution)
    return besides.change { besides in
      if let known = besides.first(where: { $0.others == others }) { return known.dataset }
      besides = besides.suffix(3) + [(others, made)]
      return made
    }
  }

  private static func dataset(of favorites: [Favorite], attribution: Untrusted?) -> Dataset {
    var builder = DatasetBuilder()
    for column in Favorite.columnNames {
      column.bytes.withUnsafeBufferPointer { builder.keep(attribute: builder.number(ofAttribute: $0)) }
    }
    for favorite in favorites { builder.add(favorite.row, as: .text(favorite.id.text)) }
    let about = DatasetAbout(format: Favorite.dataset, attribution: attribution)
    return Dataset(name: Favorite.dataset, about: about, builder: builder)
  }

  /// Prepares completion, so that the first key does not have to wait. O(n log n).
  package func prepareForTyping() {
    dataset.prepareForTyping()
    _ = labels
  }

  /// Whom to credit, each once.
  private var attribution: Untrusted? {
    var credited: Set<Untrusted> = []
    let credits = all.compactMap(\.attribution).filter { !$0.isEmpty && credited.insert($0).inserted }
    return credits.isEmpty ? nil : Untrusted(bytes: credits.map(\.bytes).joined(separator: "; ".utf8))
  }
}

extension Catalog {
  /// The place that a favorite was made of, also if its dataset has another name now; nil if it is not here.
  func sourcePlace(of favorite: Favorite) -> Place? {
    guard let source = favorite.source else { return nil }
    if let place = place(source), place.isLike(favorite.place) { return place }
    return datasets.lazy.compactMap { place(PlaceID(dataset: $0.name, id: source.id)) }
      .first { $0.isSameRecord(as: favorite.place) }
  }
}

extension Place {
  /// Whether a place of a dataset with another name is the same record: it has the same identity and the same name, and
  /// is near.
  fileprivate func isSameRecord(as other: Place) -> Bool {
    guard id.id == other.id.id else { return false }
    return isTakenFor(other) || coordinate == nil && other.coordinate == nil && name == other.name
  }
}

extension Favorites: Equatable {
  package static func == (left: Favorites, right: Favorites) -> Bool {
    left === right || left.revision == right.revision && left.all == right.all
  }
}
