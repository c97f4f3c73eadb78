import GazetteerIndex

extension Session {
  /// The favorite that a place is.
  func favorite(_ reference: PlaceReference) throws(Failure) -> Favorite {
    let place = try place(reference)
    guard let favorite = favorites[place.id] else {
      throw Failure("\(quoted: place.name) is no favorite", try: "favorite \(place.id.word)")
    }
    return favorite
  }

  /// The station that a word means.
  func station(_ word: Untrusted) throws(Failure) -> Favorite.Station {
    do {
      return Favorite.Station(try place(PlaceReference.read(word, for: "station")))
    } catch {
      throw Failure(wrapping: error)
    }
  }
}
