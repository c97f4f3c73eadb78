import GazetteerIndex

/// The places that are exported together.
enum ExportedSet: String, CaseIterable, Readable {
  case favorites, filtered, checked

  static var expected: Message { "favorites, filtered or checked" }

  static var completes: Completes? {
    .choices([
      Completes.Choice("favorites", "all of them"), Completes.Choice("filtered", "the whole last list"),
      Completes.Choice("checked", "the checked places"),
    ])
  }

  init(word: Untrusted) throws(Malformed) {
    guard let set = ExportedSet(rawValue: word.text) else { throw Malformed() }
    self = set
  }
}

extension Session {
  /// All places of a set. Favorites come with all their fields.
  ///
  /// - Parameter query: which of the favorites are exported.
  func export(
    _ set: ExportedSet, limitedBy query: FavoritesQuery = FavoritesQuery(Query(Untrusted(""))), _ context: Context
  ) throws -> Export {
    let (ids, title): ([PlaceID], String)
    switch set {
    case .favorites:
      guard hasFavorites else { throw Failure("there are no favorites to export", try: "favorite 1") }
      let favorites = favorites.all.filter(query.matches)
      guard !favorites.isEmpty else { throw Failure("no favorite matches these options", try: "favorites --lists") }
      let title = Numeral.grouped(favorites.count) + (favorites.count == 1 ? " favorite" : " favorites")
      return Export(title: title, places: favorites.map { ExportedPlace($0) }, time: context.now)
    case .filtered:
      guard let listing else {
        throw unrestoredFailure("there is no list to export", context)
          ?? Failure("there is no list to export", try: "search TEXT, near WHERE or list first")
      }
      let result = try places(listing.source, in: catalog(of: listing.datasets), limit: .all, context)
      (ids, title) = (result.hits.map(\.place), Numeral.places(result.hits.count))
    case .checked:
      ids = checked.places
      title = ids.count == 1 ? "1 checked place" : Numeral.grouped(ids.count) + " checked places"
    }
    guard !ids.isEmpty else {
      guard set == .checked else { throw Failure("the list is empty") }
      throw unrestoredFailure("nothing is checked", context) ?? Failure("nothing is checked", try: "check 1")
    }
    var places: [ExportedPlace] = []
    for (index, id) in ids.enumerated() {
      if index.isMultiple(of: 4096) { try context.cancellation.check() }
      if let favorite = favorite(id) {
        places.append(ExportedPlace(favorite))
      } else {
        let place = try place(id)
        let station = set == .filtered ? stationOfList(for: place) : nil
        places.append(ExportedPlace(place, attribution: attribution(of: id), station: station))
      }
    }
    return Export(title: title, places: places, time: context.now)
  }

  /// The failure for what may come back when the session is restored; nil if nothing will.
  private func unrestoredFailure(_ what: Message, _ context: Context) -> Failure? {
    unrestored(context).first.map { Failure(what, why: $0, try: "wait; then run the command again") }
  }
}
