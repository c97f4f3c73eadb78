/// A place that the user has saved, with everything needed to show it when its dataset is not open.
package struct Favorite: Equatable, Sendable {
  package let id: FavoriteID
  /// The place as it was saved, with later edits. Its id is the one in its source. A place that was added by hand has
  /// the id `favorites:ID`.
  package var place: Place
  /// Whom to credit for the place.
  package var attribution: Untrusted?
  /// The lists that it is on, without duplicates, oldest first.
  package var lists: [Untrusted] = []
  /// Its tags, without duplicates, oldest first.
  package var tags: [Untrusted] = []
  /// May have several lines.
  package var note: Untrusted?
  /// The user's own rating, 1…5. The rating by the source is an attribute of the place.
  package var rating: Int?
  /// When the user last was there.
  package var visited: CalendarDay?
  /// The station assigned to it.
  package var station: Station?
  /// Seconds since 1970-01-01 00:00 UTC.
  package var created: Int64
  /// When any field was last changed, in seconds since 1970-01-01 00:00 UTC.
  package var changed: Int64
  /// What imported files say in addition to the other fields. It is written back to files of the same format.
  package var extras: [Place.Attribute] = []

  /// A station as it was when the favorite was assigned to it.
  package struct Station: Equatable, Sendable {
    package var id: PlaceID
    package var name: Untrusted
    package var coordinate: Coordinate?
    /// From the station to the place; nil if not known.
    package var distance: Distance?

    package init(id: PlaceID, name: Untrusted, coordinate: Coordinate?, distance: Distance? = nil) {
      self.id = id
      self.name = name
      self.coordinate = coordinate
      self.distance = distance
    }

    /// A US zip code as a station.
    package init(_ zip: ZipCode, name: Untrusted) {
      self.init(
        id: PlaceID(dataset: Self.zipCodes, id: .text(zip.code)), name: name, coordinate: zip.coordinate)
    }

    /// A point as a station.
    ///
    /// - Parameter word: the point as it is typed.
    package init(_ point: Coordinate, word: Untrusted) {
      self.init(id: PlaceID(dataset: Self.points, id: .text(word.text)), name: word, coordinate: point)
    }

    /// What zip codes and points have instead of the name of a dataset.
    private static let zipCodes = "zip"
    private static let points = "point"

    /// Whether its identity says nothing that its name does not say.
    package var isNamedByID: Bool { [Self.zipCodes, Self.points].contains(id.dataset) }
  }

  package init(id: FavoriteID, place: Place, created: Int64) {
    self.id = id
    self.place = place
    self.created = created
    changed = created
  }

  /// A favorite without any values, to be filled field by field.
  package init(empty id: FavoriteID) {
    let place = Place(id: PlaceID(dataset: "", id: .number(0)), name: Untrusted(""), categories: [])
    self.init(id: id, place: place, created: 0)
  }

  /// The same, for uses where the id does not matter.
  package static let empty = Favorite(empty: FavoriteID(milliseconds: 0, counter: 0, random: 0))

  /// Measures the distance from the station again if the station or the place has moved since `old`.
  package mutating func measureStation(since old: Favorite) {
    guard var moved = station, moved.id != old.station?.id || place.coordinate != old.place.coordinate else { return }
    // A distance that was given with a new station is kept: its source knows it better.
    if moved.distance != nil, moved.distance != old.station?.distance { return }
    moved.distance = moved.coordinate.flatMap { place.coordinate?.distance(to: $0) }
    station = moved
  }

  /// How many stars a rating may have.
  package static let ratings = 1...5

  /// The name of the dataset that the favorites form. It is reserved for them.
  package static let dataset = "favorites"

  /// The id of the place among the favorites.
  package var handle: PlaceID { PlaceID(dataset: Favorite.dataset, id: .text(id.text)) }
}
