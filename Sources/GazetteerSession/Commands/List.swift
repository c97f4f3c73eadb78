import GazetteerIndex

extension Command {
  static let list = Command(
    "list", "Print the last search again, or the selected place, or the places of the selected categories.",
    takes: Inputs(CommonInput.columns, CommonInput.limit),
    family: .find, synonyms: ["ls", "dir", "print", "results"],
    examples: ["list", "list --limit 5", "list --columns name,population"]
  ) { session, context, columns, limit in
    if let picked = session.picked {
      let place = try session.place(picked)
      let catalog = session.catalog(of: [picked.dataset])
      let source = try ListSource.place(place.id).showing(columns, in: catalog)
      let reply = try session.list(source, in: catalog, limit: limit ?? context.limit, context)
      return try session.withCamera(reply, context)
    }
    let limit = limit ?? session.listing?.limitToPrint
    if let listing = session.listing, !listing.source.followsSelection {
      let catalog = session.catalog(of: listing.datasets)
      let source = try listing.source.showing(columns, in: catalog)
      let reply = try session.list(source, in: catalog, limit: limit ?? context.limit, context)
      return try session.withCamera(reply, context)
    }
    guard !session.selectedCategories.isEmpty else {
      let absence: Message = "nothing is shown yet; try: search TEXT, near LAT,LON, or select-category C"
      return Reply(PlacesView(nothingIn: session.catalog, absence: absence), notices: session.unrestored(context))
    }
    return try session.shown(of: session.selectedCategories, showing: columns, limit: limit, context)
  }
}

extension Session {
  /// A list of what the map shows already does not move the camera: the list and the map can be shown in turn.
  fileprivate func withCamera(_ reply: Reply, _ context: Context) throws -> Reply {
    guard map.target == .shown, case .listed(_, let places, _)? = reply.events.first,
      places == picked.map({ [$0] }) ?? filtered
    else { return reply }
    var (reply, map) = (reply, map)
    // What was picked is the list from now on, which would be shown smaller.
    if picked != nil { map.viewport = try viewport(of: map, context) }
    reply.events.append(.mapped(map))
    return reply
  }

}

extension Listing {
  /// How many rows are printed when it is printed again: as many as were asked for, so that a list that had them all
  /// shows what came since, such as after `refresh`. nil if that is not known.
  var limitToPrint: Limit? { limit ?? (shown > 0 ? .rows(shown) : nil) }
}
