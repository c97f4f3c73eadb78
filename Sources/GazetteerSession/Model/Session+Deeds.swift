import GazetteerIndex

/// What commands have done to places and contacts, as `--json` gives it.
extension Session {
  /// What a command does to places of open datasets and to favorites.
  ///
  /// - Parameter areChecked: whether they have check marks after the command; nil: as before.
  func deed(_ lines: [Message], to places: [Place], areChecked: Bool? = nil, _ context: Context) -> Deed {
    // Otherwise nobody sees the records, of which there may be very many.
    context.asksObject ? deed(lines, to: places, areChecked: areChecked) : Deed(lines)
  }

  private func deed(_ lines: [Message], to places: [Place], areChecked: Bool? = nil) -> Deed {
    let numbers = Dictionary(filtered.enumerated().map { ($1, $0 + 1) }) { first, _ in first }
    return Deed(
      lines, "places",
      places.map { place in
        record(of: place, isChecked: areChecked ?? isChecked(place.id)) { numbers[$0] }
      })
  }

  /// What was done to favorites. Those that were removed are as they were.
  package func deed(_ line: Message, by edit: FavoritesEdit) -> Deed {
    deed([line], to: edit.changes.compactMap { ($0.after ?? $0.before)?.listed })
  }

  /// What was done to contacts. Those that were removed are as they were.
  package func deed(_ line: Message, by edit: ContactsEdit) -> Deed {
    Deed([line], "contacts", edit.changes.compactMap { $0.after ?? $0.before }.map(\.record))
  }

  /// What was done to a location; nil: it is not known.
  func deed(_ line: Message, to location: Location?, of service: String) -> Deed {
    deed([line], to: [location?.place(in: service)].compactMap(\.self))
  }

  /// A place as lists give it.
  ///
  /// - Parameter number: its number in the last list, by any of its identities.
  private func record(of place: Place, isChecked: Bool, number: (PlaceID) -> Int?) -> Record {
    let favorite = favorite(place.id)
    let identities = [place.id, favorite?.handle, favorite?.source].compactMap(\.self)
    var record = Record()
    record.add("n", identities.lazy.compactMap(number).first.map { .integer($0) })
    record.add("id", place.id.id.datum)
    record.add("dataset", .own(place.id.dataset))
    record.add(contentsOf: place)
    record.add("checked", isChecked ? .flag(true) : nil)
    record.add("favorite", favorite == nil ? nil : .flag(true))
    if place.id.dataset == Favorite.dataset, let favorite { record.add(contentsOf: favorite) }
    if locations(of: place.id.dataset) != nil { record.add(contentsOfLocation: place) }
    return record
  }
}
