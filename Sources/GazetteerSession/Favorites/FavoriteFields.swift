import GazetteerIndex

/// What options say of a favorite.
package struct FavoriteFields: Equatable {
  var name: FavoriteName?
  var position: PointReference?
  var categories: [Untrusted] = []
  var lists: [Untrusted] = []
  var otherLists: [Untrusted] = []
  var tags: [Untrusted] = []
  var otherTags: [Untrusted] = []
  var rating: OrNone<Rating>?
  var note: FreeText?
  var visited: OrNone<CalendarDay>?
  var station: PlaceReference?
  var hasNoStation = false

  var isEmpty: Bool { self == FavoriteFields() }

  /// Puts them into a favorite.
  func change(_ favorite: inout Favorite, in session: Session) throws {
    if let name { favorite.place.name = name.text }
    if let position { favorite.place.coordinate = try session.point(position) }
    if !categories.isEmpty { favorite.place.categories = [].with(categories) }
    favorite.lists = favorite.lists.with(lists, without: otherLists)
    favorite.tags = favorite.tags.with(tags, without: otherTags)
    if let rating { favorite.rating = rating.value?.stars }
    if let note { favorite.note = note.text.isEmpty ? nil : note.text }
    if let visited { favorite.visited = visited.value }
    if hasNoStation { favorite.station = nil }
    if let station { favorite.station = Favorite.Station(try session.place(station)) }
  }
}

extension [Untrusted] {
  /// With others at the end, each once, and without some.
  func with(_ others: [Untrusted], without unwanted: [Untrusted] = []) -> [Untrusted] {
    var kept = removing(unwanted)
    for other in others where !kept.contains(other) { kept.append(other) }
    return kept
  }
}

extension Favorite.Station {
  init(_ place: Place) { self.init(id: place.id, name: place.name, coordinate: place.coordinate) }
}
