import GazetteerIndex

extension Session {
  /// Whether there is a favorite.
  package var keepsFavorites: Bool { !favorites.all.isEmpty }

  /// The favorite that a place is. Takes the place out of its dataset only where a favorite has its identity.
  package func favorite(_ id: PlaceID) -> Favorite? { favoriteIndex(id).map { favorites.all[$0] } }

  /// Where among all favorites it is.
  func favoriteIndex(_ id: PlaceID) -> Int? {
    guard let index = favorites.index(of: id) else { return nil }
    guard id.dataset != Favorite.dataset, let place = catalog(of: [id.dataset]).place(id) else { return index }
    return favorites.index(of: place)
  }

  /// What else a place is called: a favorite in its source where that is open, a place of a dataset among the favorites.
  func otherName(of id: PlaceID) -> PlaceID? {
    guard let favorite = favorite(id) else { return nil }
    guard id.dataset == Favorite.dataset else { return favorite.handle }
    guard let source = favorite.source, let place = catalog(of: [source.dataset]).place(source) else { return nil }
    return place.isLike(favorite.place) ? source : nil
  }

  /// All that a place is called.
  func names(of id: PlaceID) -> [PlaceID] { [id] + [otherName(of: id)].compactMap(\.self) }

  /// Places without those that are among them under another name already.
  func withoutOtherNames(_ places: [Place]) -> [Place] {
    guard keepsFavorites else { return places }
    var seen: Set<PlaceID> = []
    return places.filter { place in
      let names = names(of: place.id)
      defer { seen.formUnion(names) }
      return seen.isDisjoint(with: names)
    }
  }

  /// Whether a place has a check mark, under whatever name.
  func isChecked(_ id: PlaceID) -> Bool {
    guard !checked.isEmpty else { return false }
    return checked.contains(id) || otherName(of: id).map(checked.contains) ?? false
  }

  /// What is kept of a place, where it is a favorite.
  func kept(_ place: Place) -> KeptDetail? {
    favorite(place.id).map { favorite in
      KeptDetail(favorite: favorite, isListed: place.id == favorite.handle, fate: fate(of: favorite))
    }
  }

  /// What has become of a favorite's place in its source; nil where it is there as it was, or was in none.
  private func fate(of favorite: Favorite) -> String? {
    guard let source = favorite.source else { return nil }
    let catalog = catalog(of: [source.dataset])
    guard !catalog.datasets.isEmpty else { return "whose dataset is not open" }
    guard let place = catalog.place(source) else { return "which is there no more" }
    return place.isLike(favorite.place) ? nil : "which is another place now"
  }

  /// Of some places the favorites that they are, each once, and those that are none.
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

  /// The favorites that `reference` names; the others that it names are none.
  package func favorites(_ reference: PlaceReference) throws(Failure) -> [Favorite] {
    let (favorites, others) = favorites(among: try places(reference))
    guard let other = others.first else { return favorites }
    throw Failure("\(quoted: other.name) is not a favorite", try: "favorite \(other.id.word)")
  }

  /// The only one.
  package func favorite(_ reference: PlaceReference) throws(Failure) -> Favorite {
    let place = try place(reference)
    guard let favorite = favorite(place.id) else {
      throw Failure("\(quoted: place.name) is not a favorite", try: "favorite \(place.id.word)")
    }
    return favorite
  }

  /// Gives favorites the fields, and says so once that is kept; where they all have them already, says that.
  ///
  /// - Parameter detail: what follows the names in the title of the edit.
  func change(
    _ favorites: [Favorite], _ fields: FavoriteFields, verb: String, detail: String = "", saying message: Message,
    _ context: Context
  ) -> Reply {
    let changes = favorites.changes(fields, at: context.now)
    guard !changes.isEmpty else { return Reply(.text(["kept so already: \(favorites.summary)"])) }
    let edit = FavoritesEdit(verb: verb, changes, detail: detail, at: context.now)
    return Reply(effects: [.keepFavorites(edit, saying: message)])
  }

  /// Whom to credit for a place: as its dataset says, else as it is kept.
  func attribution(of id: PlaceID) -> Untrusted? {
    guard id.dataset != Favorite.dataset else { return favorites[id]?.attribution }
    return catalog(of: [id.dataset]).datasets.first?.about.attribution ?? favorites[id]?.attribution
  }

  /// The station that `reference` names, as a favorite keeps it: under its name in its source.
  func station(_ reference: PlaceReference) throws(Failure) -> Favorite.Station {
    let place = try place(reference)
    let id = place.id.dataset == Favorite.dataset ? favorites[place.id]?.place.id ?? place.id : place.id
    return Favorite.Station(id: id, name: place.name, coordinate: place.coordinate)
  }

  /// The station that a word means.
  func station(written word: Untrusted) throws(Failure) -> Favorite.Station {
    do {
      return try station(PlaceReference.read(word, for: "station"))
    } catch {
      throw Failure(wrapping: error)
    }
  }
}

extension Favorite {
  /// The place, called as it is among the favorites.
  var listed: Place {
    var place = place
    place.id = handle
    return place
  }
}

extension FavoritesEdit {
  /// An edit that is called as in `favorite Paris`, `rate Paris 4` or `unfavorite 3 places`.
  init(verb: String, _ changes: [FavoriteChange], detail: String = "", at time: Int64) {
    let names = changes.compactMap { ($0.before ?? $0.after)?.place.name }
    let what = names.count == 1 ? names[0].beginning(200).bytes : Array(Numeral.places(names.count).utf8)
    let title = [Array(verb.utf8), what, Array(detail.utf8)].filter { !$0.isEmpty }
    self.init(Untrusted(bytes: title.joined(separator: " ".utf8)), changes, at: time)
  }
}

extension [Favorite] {
  /// The name of the only one, or how many there are.
  var summary: Message { map(\.place).summary }

  /// The changes that give these the fields; those that have them already are not among them.
  func changes(_ fields: FavoriteFields, at now: Int64) -> [FavoriteChange] {
    compactMap { favorite in
      let changed = fields.applied(to: favorite, at: now)
      return changed == favorite ? nil : FavoriteChange(from: favorite, to: changed)
    }
  }
}

extension [Place] {
  /// The name of the only one, or how many there are.
  var summary: Message {
    guard let first, count == 1 else { return "\(own: Numeral.places(count))" }
    return "\(cut: first.name)"
  }
}
