import GazetteerIndex

/// The favorites as the session knows them: what the store held when it was asked last. Immutable, so that sessions are
/// copied for nothing.
package final class Favorites: Sendable {
  /// That of the store; 0 before anything was kept.
  package let revision: Int64
  /// In the order of making.
  package let all: [Favorite]
  private let indexes: [FavoriteID: Int]
  private let indexesOfPlaces: [PlaceID: [Int]]
  private let searched = Lazy<Dataset>()
  private let counted = Lazy<Labels>()

  /// None.
  package convenience init() { self.init(revision: 0, sorted: []) }

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

  /// Whether one is called as a place and lies where it lies, so that an import would take the two for one. O(n).
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

  /// The favorites with some changed in their places or added behind the others, without hashing the rest anew; nil
  /// where that is not all there is to do.
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

  /// The favorite that a place is, by the place's identity: in its source, or among the favorites. O(1).
  package subscript(place: PlaceID) -> Favorite? { index(of: place).map { all[$0] } }

  /// The favorite that a place is, by its identity where nothing speaks against that: the rows of a file may have moved
  /// since. O(favorites of its identity).
  package subscript(place: Place) -> Favorite? { index(of: place).map { all[$0] } }

  /// Where among all the favorite is that a place is.
  func index(of place: PlaceID) -> Int? {
    guard place.dataset == Favorite.dataset, case .text(let text) = place.id else {
      return indexesOfPlaces[place]?.first
    }
    return FavoriteID(text).flatMap { indexes[$0] }
  }

  /// Likewise.
  func index(of place: Place) -> Int? {
    guard place.id.dataset != Favorite.dataset else { return index(of: place.id) }
    return indexesOfPlaces[place.id]?.first { all[$0].place.isLike(place) }
  }

  /// The lists and tags that favorites have. O(favorites) when first asked.
  package var labels: Labels { counted { Labels(of: all) } }

  /// The favorites as places to search. O(n log n) when first asked.
  package var dataset: Dataset {
    searched {
      Dataset(
        name: Favorite.dataset, about: DatasetAbout(format: Favorite.dataset, attribution: attribution),
        places: all.map { (.text($0.id.text), $0.place) })
    }
  }

  /// Makes what completion asks, lest the first key wait for it. O(n log n).
  package func prepareForTyping() {
    dataset.prepareForTyping()
    _ = labels
  }

  /// All who are to be credited, each once.
  private var attribution: Untrusted? {
    var credited: Set<Untrusted> = []
    let credits = all.compactMap(\.attribution).filter { !$0.isEmpty && credited.insert($0).inserted }
    return credits.isEmpty ? nil : Untrusted(bytes: credits.map(\.bytes).joined(separator: "; ".utf8))
  }
}

extension Favorites: Equatable {
  package static func == (left: Favorites, right: Favorites) -> Bool {
    left === right || left.revision == right.revision && left.all == right.all
  }
}
