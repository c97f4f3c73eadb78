import GazetteerIndex

extension Command {
  static let list = Command(
    "list", "Print the last search again, or the selected place, or the places of the selected categories.",
    takes: Inputs(CommonInput.limit),
    family: .find, synonyms: ["ls", "dir", "print", "results"], examples: ["list", "list --limit 5"]
  ) { session, context, limit in
    if let picked = session.picked {
      let place = try session.place(picked)
      let catalog = session.catalog(of: [picked.dataset])
      return try session.list(.place(place.id), in: catalog, limit: limit ?? context.limit, context)
    }
    let limit = limit ?? session.limitOfList
    if let listing = session.listing, !listing.source.followsSelection {
      let catalog = session.catalog(of: listing.datasets)
      return try session.list(listing.source, in: catalog, limit: limit ?? context.limit, context)
    }
    guard !session.selectedCategories.isEmpty else {
      let absence: Message = "nothing is shown yet; try: search TEXT, near LAT,LON, or select-category C"
      return Reply(PlacesView(nothingIn: session.catalog, absence: absence))
    }
    return try session.shown(of: session.selectedCategories, limit: limit, context)
  }
}

extension Session {
  /// How many rows `list` prints: as many as were asked for, so that a list that had them all shows what came since, such
  /// as after `refresh`. nil if that is not known.
  fileprivate var limitOfList: Limit? {
    guard let listing else { return nil }
    return listing.limit ?? (listing.shown > 0 ? .rows(listing.shown) : nil)
  }
}
