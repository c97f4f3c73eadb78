import GazetteerIndex

extension Session {
  /// Whether there is any favorite.
  package var hasFavorites: Bool { !favorites.all.isEmpty }

  /// The favorite of a place, if it is one. Reads the place from its dataset only if a favorite has its identity.
  package func favorite(_ id: PlaceID) -> Favorite? { favoriteIndex(id).map { favorites.all[$0] } }

  /// Its index among all favorites.
  func favoriteIndex(_ id: PlaceID) -> Int? {
    let index = favorites.index(of: id)
    guard index != nil || favorites.has(id.id) else { return nil }
    guard id.dataset != Favorite.dataset, let place = catalog(of: [id.dataset]).place(id) else { return index }
    return favorites.index(of: place)
  }

  /// The other identity of a place. For a favorite, the one in its source, if that is open. For a place of a dataset,
  /// the one among the favorites. nil if there is none.
  func otherIdentity(of id: PlaceID) -> PlaceID? {
    guard let favorite = favorite(id) else { return nil }
    guard id.dataset == Favorite.dataset else { return favorite.handle }
    return catalog(of: open.map(\.name)).sourcePlace(of: favorite)?.id
  }

  /// Every identity of a place.
  func identities(of id: PlaceID) -> [PlaceID] { [id] + [otherIdentity(of: id)].compactMap(\.self) }

  /// The places without repeats: a place may be in the list under several identities.
  func withoutRepeats(_ places: [Place]) -> [Place] {
    guard hasFavorites else { return places }
    var seen: Set<PlaceID> = []
    return places.filter { place in
      let identities = identities(of: place.id)
      defer { seen.formUnion(identities) }
      return seen.isDisjoint(with: identities)
    }
  }

  /// Whether a place has a check mark, under any of its identities.
  func isChecked(_ id: PlaceID) -> Bool {
    guard !checked.isEmpty else { return false }
    return checked.contains(id) || otherIdentity(of: id).map(checked.contains) ?? false
  }

  /// The favorites among some places, each once, and the places that are not favorites.
  func favorites(among places: [Place]) -> (favorites: [Favorite], others: [Place]) {
    var seen: Set<FavoriteID> = []
    var favorites: [Favorite] = []
    var others: [Place] = []
    for place in places {
      guard let favorite = self.favorite(place.id) else {
        others.append(place)
        continue
      }
      if seen.insert(favorite.id).inserted { favorites.append(favorite) }
    }
    return (favorites, others)
  }

  /// The favorites that `reference` names. Throws if one of the places is not a favorite.
  package func favorites(_ reference: PlaceReference) throws(Failure) -> [Favorite] {
    let (favorites, others) = favorites(among: try places(reference))
    guard let other = others.first else { return favorites }
    throw Failure("\(quoted: other.name) is not a favorite", try: "favorite \(other.id.word)")
  }

  /// The only favorite that `reference` names.
  package func favorite(_ reference: PlaceReference) throws(Failure) -> Favorite {
    let place = try place(reference)
    guard let favorite = favorite(place.id) else {
      throw Failure("\(quoted: place.name) is not a favorite", try: "favorite \(place.id.word)")
    }
    return favorite
  }

  /// The reply that changes fields of favorites. If they already have these values, it says so.
  ///
  /// - Parameter detail: what follows the names in the title of the edit.
  func reply(
    changing favorites: [Favorite], _ changes: [FieldChange], verb: String, detail: String = "",
    saying message: Message, _ context: Context
  ) -> Reply {
    let changes = favorites.applying(changes, at: context.now)
    guard !changes.isEmpty else {
      return Reply(deed([favorites.unchanged], to: favorites.map(\.listed), context))
    }
    let edit = FavoritesEdit(verb: verb, changes, detail: detail, at: context.now)
    return Reply(effects: [.keepFavorites(edit, saying: message)])
  }

  /// Whom to credit for a place: as its dataset says, otherwise as the favorite says.
  func attribution(of id: PlaceID) -> Untrusted? {
    guard id.dataset != Favorite.dataset else { return favorites[id]?.attribution }
    return catalog(of: [id.dataset]).datasets.first?.about.attribution ?? favorites[id]?.attribution
  }

  /// The station that `reference` names, with its identity in its source.
  func station(_ reference: PlaceReference) throws(Failure) -> Favorite.Station { station(at: try place(reference)) }

  /// A place as a station, with its identity in its source.
  func station(at place: Place) -> Favorite.Station {
    let id = place.id.dataset == Favorite.dataset ? favorites[place.id]?.place.id ?? place.id : place.id
    return Favorite.Station(id: id, name: place.name, coordinate: place.coordinate)
  }

  /// The station around which the last list is, if a place is in that list.
  func listedStation(of place: Place) -> Favorite.Station? {
    filtered.contains(place.id) ? stationOfList(for: place) : nil
  }

  /// The station around which the last list is, with its distance from a place of that list.
  func stationOfList(for place: Place) -> Favorite.Station? {
    guard let source = listing?.source, var station = source.station, station.id != place.id else { return nil }
    station.distance = source.distance(of: place)
    return station
  }

  /// The station named by a word.
  func station(written word: Untrusted) throws(Failure) -> Favorite.Station {
    do {
      return try station(PlaceReference.read(word, for: "station"))
    } catch {
      throw Failure(wrapping: error)
    }
  }
}

extension Session {
  /// What a page of a place says if the place is a favorite; nil if it is not.
  func favoriteDetail(of place: Place) -> FavoriteDetail? {
    favorite(place.id).map { favorite in
      FavoriteDetail(favorite: favorite, isListed: place.id == favorite.handle, fate: fate(of: favorite))
    }
  }

  private func fate(of favorite: Favorite) -> String? {
    guard let source = favorite.source else { return nil }
    let catalog = catalog(of: [source.dataset])
    guard !catalog.datasets.isEmpty else { return "whose dataset is not open" }
    guard let place = catalog.place(source) else { return "which no longer exists" }
    return place.isLike(favorite.place) ? nil : "which is a different place now"
  }
}

extension Session {
  /// The favorite that a number of the last list, `.` or `DATASET:ID` names, even if it was removed. nil for other
  /// words, which may be a name.
  func pastFavorite(_ words: Untrusted) throws(Failure) -> FavoriteID? {
    guard let reference = try? PlaceReference(word: words) else { return nil }
    if case .identity(Favorite.dataset, let id) = reference, let id = FavoriteID(id) { return id }
    return try favorite(reference).id
  }
}

extension Session {
  /// Replaces the favorites with newer ones. References to removed favorites become references to their source, if it
  /// is open.
  mutating func replaceFavorites(by favorites: Favorites) -> [Effect] {
    let session = self
    let isGone = { (id: PlaceID) in id.dataset == Favorite.dataset && favorites[id] == nil }
    let name = { (id: PlaceID) in isGone(id) ? session.otherIdentity(of: id) ?? id : id }
    checked.rename(name)
    picked = picked.map(name).flatMap { isGone($0) ? nil : $0 }
    if let id = current.map(name) { (current, lostCurrent) = isGone(id) ? (nil, id) : (id, lostCurrent) }
    self.favorites = favorites
    if let draft = favoriteDraft, draft.isSaved(in: favorites) { mode = .commands }
    let lost = checked.removeAll(where: isGone)
    guard lost > 0 else { return [] }
    return [
      .notice(
        "\(own: Numeral.places(lost)) \(own: lost == 1 ? "is" : "are") no longer checked: removed from the favorites")
    ]
  }
}
