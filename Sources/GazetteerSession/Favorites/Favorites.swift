import GazetteerIndex

/// The favorites as the session knows them: what the store held when it was asked last. Immutable, so that sessions are
/// copied for nothing.
package final class Favorites: Sendable {
  /// That of the store; 0 before anything was kept.
  package let revision: Int64
  /// In the order of making.
  package let all: [Favorite]
  private let indexes: [FavoriteID: Int]
  private let idsOfPlaces: [PlaceID: [FavoriteID]]
  private let searched = Lazy<Dataset>()

  /// None.
  package convenience init() { self.init(revision: 0, []) }

  private init(revision: Int64, _ favorites: some Sequence<Favorite>) {
    self.revision = revision
    all = favorites.sorted { $0.id < $1.id }
    indexes = Dictionary(uniqueKeysWithValues: all.enumerated().map { ($1.id, $0) })
    idsOfPlaces = Dictionary(grouping: all, by: \.place.id).mapValues { $0.map(\.id) }
  }

  /// The favorites after an update. O(n log n).
  package func updated(by update: FavoritesUpdate) -> Favorites {
    guard !update.isWhole else { return Favorites(revision: update.revision, update.changed) }
    var favorites = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })
    for id in update.removed { favorites[id] = nil }
    for favorite in update.changed { favorites[favorite.id] = favorite }
    return Favorites(revision: update.revision, favorites.values)
  }

  package subscript(id: FavoriteID) -> Favorite? { indexes[id].map { all[$0] } }

  /// The favorite that a place is, by the place's identity: in its source, or among the favorites. O(1).
  package subscript(place: PlaceID) -> Favorite? {
    guard place.dataset == Favorite.dataset, case .text(let text) = place.id else {
      return idsOfPlaces[place]?.first.flatMap { self[$0] }
    }
    return FavoriteID(text).flatMap { self[$0] }
  }

  /// The favorites as places to search. O(n log n) when first asked.
  package var dataset: Dataset {
    searched {
      Dataset(
        name: Favorite.dataset, about: DatasetAbout(format: "favorites"),
        places: all.map { (.text($0.id.text), $0.place) })
    }
  }
}

extension Favorites: Equatable {
  package static func == (left: Favorites, right: Favorites) -> Bool {
    left === right || left.revision == right.revision && left.all == right.all
  }
}
