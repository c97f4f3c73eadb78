import GazetteerIndex
import GazetteerServices

/// A file of favorites: what a session takes to read it, to ask it for news and to keep one more.
final class StoreBench {
  private let path: String
  private var store: FavoritesStore
  private var revision: Int64 = 0
  private var count: Int64 = 0

  /// Puts favorites into a new file.
  init(_ path: String, _ favorites: [Favorite]) throws {
    self.path = path
    store = FavoritesStore(path: path)
    let changes = favorites.map { FavoriteChange(from: nil, to: $0) }
    revision = try store.keep(FavoritesEdit(Untrusted("favorite"), changes, at: 0), by: "").number
    count = Int64(favorites.count)
  }

  /// Another session reads all of it; how many favorites it finds.
  func load() throws -> (result: Int, nanoseconds: Int) {
    store = FavoritesStore(path: path)
    return try timed { try store.update(since: 0)?.changed.count ?? 0 }
  }

  /// The session asks what is new since it asked last; how many favorites are.
  func news() throws -> (result: Int, nanoseconds: Int) {
    let (update, nanoseconds) = try timed { try store.update(since: revision) }
    revision = update?.revision ?? revision
    return (update?.changed.count ?? 0, nanoseconds)
  }

  /// The session keeps one more, of the place of another; how many favorites it asks for then are new.
  func keep(_ favorite: Favorite) throws -> (result: Int, nanoseconds: Int) {
    count += 1
    let id = FavoriteID(milliseconds: count, counter: 1, random: 0)
    let favorite = Favorite(id: id, place: favorite.place, created: count)
    let edit = FavoritesEdit(Untrusted("favorite"), [FavoriteChange(from: nil, to: favorite)], at: count)
    let (_, nanoseconds) = try timed { try store.keep(edit, by: "") }
    return (try news().result, nanoseconds)
  }
}
