import GazetteerIndex

extension Favorite {
  /// The place under its identity among the favorites.
  var listed: Place {
    var place = place
    place.id = handle
    return place
  }
}
