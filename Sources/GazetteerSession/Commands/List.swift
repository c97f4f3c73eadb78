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
    let shown = session.listing.flatMap { $0.shown > 0 ? Limit.rows($0.shown) : nil }
    if let listing = session.listing, !listing.source.followsSelection {
      let catalog = session.catalog(of: listing.datasets)
      return try session.list(listing.source, in: catalog, limit: limit ?? shown ?? context.limit, context)
    }
    guard !session.selectedCategories.isEmpty else {
      let absence: Message = "nothing is shown yet; try: search TEXT, near LAT,LON, or select-category C"
      return Reply(PlacesView(nothingIn: session.catalog, absence: absence))
    }
    return try session.shown(of: session.selectedCategories, limit: limit ?? shown, context)
  }
}
