import GazetteerIndex

extension Command {
  static let list = Command(
    "list", "Print what is shown: the last search, the place picked, or the selected categories.",
    takes: Option<Limit>("limit", "N", "How many rows; 0: the total only; all."),
    family: .find, synonyms: ["ls", "dir", "print", "results"], examples: ["list", "list --limit 5"]
  ) { session, context, limit in
    if let picked = session.picked {
      let place = try session.place(picked)
      let catalog = session.catalog(of: [picked.dataset])
      return try session.list(.place(place.id), in: catalog, limit: limit ?? context.limit, context)
    }
    if let listing = session.listing {
      let shown = listing.shown > 0 ? Limit.rows(listing.shown) : context.limit
      let catalog = session.catalog(of: listing.datasets)
      return try session.list(listing.source, in: catalog, limit: limit ?? shown, context)
    }
    guard !session.selectedCategories.isEmpty else {
      let absence: Message = "nothing is shown yet; try: search TEXT, or near LAT,LON"
      return Reply(.places(PlacesView(nothingIn: session.catalog, absence: absence)))
    }
    let source = Listing.Source.categories(session.selectedCategories)
    return try session.list(source, in: session.catalog, limit: limit ?? context.limit, context)
  }
}
