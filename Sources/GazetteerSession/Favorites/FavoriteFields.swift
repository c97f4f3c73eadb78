import GazetteerIndex

/// What is to become of the fields of a favorite; by itself nothing.
package struct FavoriteFields: Equatable, Sendable {
  /// What is to become of a field.
  package enum Change<Value: Equatable & Sendable>: Equatable, Sendable {
    case set(Value)
    case removed

    fileprivate var value: Value? { if case .set(let value) = self { value } else { nil } }
  }

  package var name: Untrusted?
  package var coordinate: Coordinate?
  package var categories: [Untrusted]?
  package var addedLists: [Untrusted] = []
  package var removedLists: [Untrusted] = []
  package var addedTags: [Untrusted] = []
  package var removedTags: [Untrusted] = []
  package var note: Change<Untrusted>?
  package var rating: Change<Int>?
  package var visited: Change<CalendarDay>?
  package var station: Change<Favorite.Station>?

  package init() {}

  /// The favorite with these fields; the same one where it has them already.
  ///
  /// - Parameter now: seconds since 1970-01-01 00:00 UTC.
  package func applied(to favorite: Favorite, at now: Int64) -> Favorite {
    var changed = favorite
    if let name { changed.place.name = name }
    if let coordinate { changed.place.coordinate = coordinate }
    if let categories { changed.place.categories = categories }
    changed.lists = favorite.lists.adding(addedLists, without: removedLists)
    changed.tags = favorite.tags.adding(addedTags, without: removedTags)
    if let note { changed.note = note.value }
    if let rating { changed.rating = rating.value }
    if let visited { changed.visited = visited.value }
    if let station { changed.station = station.value }
    if changed != favorite { changed.changed = now }
    return changed
  }
}

extension FavoriteFields {
  /// The options of the commands that add and change favorites.
  enum Options {
    static let lists = RepeatedOption<LabelName>(
      "list", "L", "Put it on this list; more than once: on several.", completes: .label(.list))
    static let tags = RepeatedOption<LabelName>(
      "tag", "T", "Give it this tag; more than once: several.", completes: .label(.tag))
    static let rating = Option<OwnRating>("rating", "1-5", "How many stars you give it.")
    static let note = Option<NoteText>("note", "TEXT", "What you want to remember of it.")
    static let visited = Option<CalendarDay>("visited", "DATE", "When you were there last, as 2026-01-31.")
    static let station = Option<PlaceReference>(
      "station", "DATASET:ID", "The station it belongs to; a number of the last list will do.")
  }

  /// What the options say, in a session that knows the names of lists and what the station is.
  init(
    lists: [LabelName], tags: [LabelName], rating: OwnRating?, note: NoteText?, visited: CalendarDay?,
    station: PlaceReference?, in session: Session
  ) throws(Failure) {
    addedLists = session.favorites.labels.spelled(lists, .list)
    addedTags = session.favorites.labels.spelled(tags, .tag)
    self.rating = rating.map { .set($0.stars) }
    self.note = note.map { $0.text.isEmpty ? .removed : .set($0.text) }
    self.visited = visited.map { .set($0) }
    if let station { self.station = .set(try session.station(station)) }
  }
}

extension [Untrusted] {
  /// Without some, then with others behind the rest, each once.
  fileprivate func adding(_ added: [Untrusted], without removed: [Untrusted]) -> [Untrusted] {
    guard !added.isEmpty || !removed.isEmpty else { return self }
    let unwanted = Set(removed)
    return (self + added).reduce(into: []) { kept, name in
      if !unwanted.contains(name), !kept.contains(name) { kept.append(name) }
    }
  }
}
