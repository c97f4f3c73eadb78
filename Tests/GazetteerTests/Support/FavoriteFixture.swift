import GazetteerIndex

/// Favorites to test with.
enum FavoriteFixture {
  static func id(_ number: Int) -> FavoriteID { FavoriteID(milliseconds: Int64(number), counter: 0, random: 7) }

  /// A favorite with a value in every field.
  static func full(_ number: Int, named name: Untrusted = Untrusted("Joe's \u{0}Pizza")) -> Favorite {
    var place = Place(
      id: PlaceID(dataset: "restaurants", id: .text("é")), name: name,
      alternates: [Untrusted("Giuseppe"), Untrusted("")],
      categories: [Untrusted("pizza"), Untrusted("a,b")], coordinate: Coordinate(latitude: 40.1, longitude: -74.3),
      region: Region(
        country: Untrusted("US"), countryName: Untrusted("U.S."), admin1: Untrusted("NJ"),
        admin1Name: Untrusted("Jersey")),
      population: 7, timeZone: Untrusted("America/New_York"))
    place.attributes = [Place.Attribute(key: Untrusted("rating"), value: Untrusted("4.5"))]
    var favorite = Favorite(id: id(number), place: place, created: 1_767_268_800)
    favorite.attribution = Untrusted("© somebody")
    favorite.lists = [Untrusted("lunch"), Untrusted("\u{202E}evil")]
    favorite.tags = [Untrusted("cheap")]
    favorite.note = Untrusted("two\nlines")
    favorite.rating = 5
    favorite.visited = CalendarDay("2024-02-29")
    favorite.station = Favorite.Station(
      id: PlaceID(dataset: "njtransit", id: .number(-1)), name: Untrusted("Hoboken"), coordinate: nil)
    favorite.changed += 1
    favorite.extras = [Place.Attribute(key: Untrusted("osmand:color"), value: Untrusted("#ff0000"))]
    return favorite
  }

  /// A favorite with as few values as possible.
  static func plain(_ number: Int) -> Favorite {
    let id = id(number)
    let place = Place(
      id: PlaceID(dataset: Favorite.dataset, id: .text(id.text)), name: Untrusted("place \(number)"))
    return Favorite(id: id, place: place, created: 0)
  }

  static func addition(_ numbers: some Sequence<Int>) -> FavoritesEdit {
    FavoritesEdit(Untrusted("favorite some"), numbers.map { FavoriteChange(from: nil, to: plain($0)) }, at: 1)
  }
}
