import GazetteerIndex

extension Command {
  static let map = Command(
    "map", "Show the shown places on a map, or others: by number, checked, favorites, or filtered (the last list).",
    takes: Inputs(
      OptionalParameter<MapReference>(
        "WHAT", "A name, numbers of the last list, checked, favorites, filtered, or shown (the default)."),
      Flag("text", "In sentences instead of a picture, such as for a screen reader."),
      Flag(
        "interactive", short: "i",
        "Fills the screen: arrows move, + and - zoom, f shows all, a number and Enter select, / searches, q leaves."),
      Flag("ascii", "Draws this map with letters instead of dots; set ascii on: everything, always.")),
    details: .marks, family: .map, synonyms: ["plot", "draw"],
    examples: [
      "map", .after("search springfield", "map 1-3"), "map munich",
      .after("search springfield", "map 1 --text"), "map --ascii",
    ]
  ) { session, context, reference, isText, isInteractive, isASCII in
    var map = session.map
    if let reference { map.refit(to: try session.mapTarget(reference)) }
    if isInteractive {
      guard context.hasPicker else {
        throw Failure(
          "there is no screen for a map with keys",
          why: "it needs the prompt, and a terminal that can do more than print lines (TERM is not dumb)", try: "map")
      }
      return Reply(events: [.mapped(map)], effects: [.browseMap(isASCII: isASCII)])
    }
    guard isText else {
      var reply = try session.reply(showing: map, context)
      reply.isASCII = isASCII
      return reply
    }
    let subject = try session.mapSubject(of: map, context)
    let surroundings = try session.surroundings(of: subject, context)
    return Reply(MapView(subject: subject, isText: true, surroundings: surroundings), events: [.mapped(map)])
  }
}

extension Session {
  /// The reply that shows a map, and keeps what it shows.
  func reply(showing map: MapState, _ context: Context) throws -> Reply {
    Reply(MapView(subject: try mapSubject(of: map, context)), events: [.mapped(map)])
  }

  /// The camera of the map, also if all places fit.
  func viewport(of map: MapState, _ context: Context) throws -> Viewport {
    try map.viewport
      ?? mapSubject(of: map, context).viewport(columns: context.mapSize.columns, rows: context.mapSize.rows)
  }

  fileprivate func mapTarget(_ reference: MapReference) throws -> MapState.Target {
    switch reference {
    case .shown: return .shown
    case .filtered: return .filtered
    case .checked:
      guard !checked.isEmpty else { throw Failure("nothing is checked", try: "check 1") }
      return .checked
    case .favorites:
      guard hasFavorites else { throw Failure("there are no favorites", try: "favorite 1") }
      return .favorites
    case .places(let reference): return .places(try places(reference).map(\.id))
    }
  }
}
