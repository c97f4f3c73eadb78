import GazetteerIndex
import GazetteerServices

/// A file of favorites, to time reading it, asking for changes and adding a favorite.
final class StoreBench {
  private let path: String
  private var store: FavoritesStore
  private var revision: Int64 = 0
  private var count: Int64 = 0

  /// Saves favorites in a new file.
  init(_ path: String, _ favorites: [Favorite]) throws {
    self.path = path
    store = FavoritesStore(path: path)
    let changes = favorites.map { FavoriteChange(from: nil, to: $0) }
    revision = try store.keep(FavoritesEdit(Untrusted("favorite"), changes, at: 0), by: "").number
    count = Int64(favorites.count)
  }

  /// Times another session that reads all; the number of favorites that it finds.
  func load() throws -> (result: Int, nanoseconds: Int) {
    store = FavoritesStore(path: path)
    return try timed { try store.update(since: 0)?.changed.count ?? 0 }
  }

  /// Times asking for the changes since the last time; the number of favorites that changed.
  func news() throws -> (result: Int, nanoseconds: Int) {
    let (update, nanoseconds) = try timed { try store.update(since: revision) }
    revision = update?.revision ?? revision
    return (update?.changed.count ?? 0, nanoseconds)
  }

  /// Times adding a favorite for a place that has one already; the number of favorites that are new afterwards.
  func keep(_ favorite: Favorite) throws -> (result: Int, nanoseconds: Int) {
    count += 1
    let id = FavoriteID(milliseconds: count, counter: 1, random: 0)
    let favorite = Favorite(id: id, place: favorite.place, created: count)
    let edit = FavoritesEdit(Untrusted("favorite"), [FavoriteChange(from: nil, to: favorite)], at: count)
    let (_, nanoseconds) = try timed { try store.keep(edit, by: "") }
    return (try news().result, nanoseconds)
  }
}
