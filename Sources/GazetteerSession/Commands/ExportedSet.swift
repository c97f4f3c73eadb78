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

  /// `12 favorites`.
  fileprivate func title(of count: Int) -> String {
    switch self {
    case .favorites: Numeral.grouped(count) + (count == 1 ? " favorite" : " favorites")
    case .filtered: Numeral.places(count)
    case .checked: Numeral.grouped(count) + (count == 1 ? " checked place" : " checked places")
    }
  }

  init(word: Untrusted) throws(Malformed) {
    guard let set = ExportedSet(rawValue: word.text) else { throw Malformed() }
    self = set
  }
}

extension Session {
  /// All places of a set. Favorites come with all their fields.
  ///
  /// - Parameters:
  ///   - query: which of the favorites are exported.
  ///   - conditions: only places that meet all of these.
  func export(
    _ set: ExportedSet, limitedBy query: FavoritesQuery = FavoritesQuery(Query(Untrusted(""))),
    where conditions: [Condition] = [], _ context: Context
  ) throws -> Export {
    let all = try ids(of: set, limitedBy: query, context)
    var datasets: [String] = []
    for id in all where !datasets.contains(id.dataset) { datasets.append(id.dataset) }
    let ids = try catalog(of: datasets).places(all, meeting: conditions, context.cancellation)
    guard !ids.isEmpty else {
      throw Failure("none of \(own: set.title(of: all.count)) meets the conditions", try: "columns")
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
    return Export(title: set.title(of: ids.count), places: places, time: context.now)
  }

  /// At least one.
  private func ids(of set: ExportedSet, limitedBy query: FavoritesQuery, _ context: Context) throws -> [PlaceID] {
    switch set {
    case .favorites:
      guard hasFavorites else { throw Failure("there are no favorites to export", try: "favorite 1") }
      let ids = favorites.all.filter(query.matches).map(\.handle)
      guard !ids.isEmpty else { throw Failure("no favorite matches these options", try: "favorites --lists") }
      return ids
    case .filtered:
      guard let listing else {
        throw unrestoredFailure("there is no list to export", context)
          ?? Failure("there is no list to export", try: "search TEXT, near WHERE or list first")
      }
      let ids = try places(listing.source, in: catalog(of: listing.datasets), limit: .all, context).hits.map(\.place)
      guard !ids.isEmpty else { throw Failure("the list is empty") }
      return ids
    case .checked:
      guard !checked.places.isEmpty else {
        throw unrestoredFailure("nothing is checked", context) ?? Failure("nothing is checked", try: "check 1")
      }
      return checked.places
    }
  }

  /// The failure for what may come back when the session is restored; nil if nothing will.
  private func unrestoredFailure(_ what: Message, _ context: Context) -> Failure? {
    unrestored(context).first.map { Failure(what, why: $0, try: "wait; then run the command again") }
  }
}
