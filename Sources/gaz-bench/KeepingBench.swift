import GazetteerIndex
import GazetteerSession

/// A session with many favorites, to time its commands and Tab in-process.
struct KeepingBench {
  private let session: Session
  private var store: StoreBench?
  private let context: Context

  /// Makes favorites of the first `count` places of a dataset.
  init(_ count: Int, of dataset: Dataset) {
    let favorites = (0..<min(count, dataset.count)).map { row in
      Favorite(
        id: FavoriteID(milliseconds: Int64(row), counter: 0, random: 0), place: dataset.place(row), created: Int64(row))
    }
    let update = FavoritesUpdate(revision: 1, isWhole: true, changed: favorites)
    var session = Session(world: dataset)
    _ = session.receive(.favoritesRead(Favorites().updated(by: update)))
    self.session = session
    var context = Context()
    context.allowed = [.favorites]
    self.context = context
  }

  /// Times changing one favorite in memory; if `dataset` is true, also making the dataset for searches again.
  func change(with dataset: Bool) -> (result: Int, nanoseconds: Int) {
    var favorite = session.favorites.all[0]
    favorite.rating = 1
    let update = FavoritesUpdate(revision: 2, isWhole: false, changed: [favorite])
    return timed {
      let favorites = session.favorites.updated(by: update)
      return dataset ? favorites.dataset.count : favorites.all.count
    }
  }

  /// Saves all of them in a new file.
  mutating func store(in path: String) throws { store = try StoreBench(path, session.favorites.all) }

  /// Times a request to that file; nil for an unknown request.
  func stored(_ request: String) throws -> (result: Int, nanoseconds: Int)? {
    switch request {
    case "load": try store?.load()
    case "news": try store?.news()
    case "keep": try store?.keep(session.favorites.all[0])
    default: nil
    }
  }

  /// Times a command; the result is the number of lines that it prints, 80 cells wide.
  func lines(of line: String) throws -> (result: Int, nanoseconds: Int) {
    let statements = try Statement.statements(of: Untrusted(line))
    let (text, nanoseconds) = try timed {
      try statements.map { try session.answer($0, in: context).rendered(in: Style(width: 80)) }.joined()
    }
    return (text.utf8.count { $0 == UInt8(ascii: "\n") }, nanoseconds)
  }

  /// Times Tab at the end of a line: the number of names that it finds, and the number that a linear scan finds.
  func names(behind line: String, typed: String) -> (result: [Int], nanoseconds: Int) {
    let context = CompletionContext()
    let (completion, nanoseconds) = timed { session.completion(of: line, cursor: line.utf8.count, in: context) }
    let beginning = Fold.fold(typed)
    let names = Set(session.favorites.all.map { Fold.fold($0.place.name.text) }.filter { $0.hasPrefix(beginning) })
    return ([completion?.total ?? 0, names.count], nanoseconds)
  }
}
