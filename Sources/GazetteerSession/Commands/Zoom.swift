import GazetteerIndex

extension Command {
  static let zoom = Command(
    "zoom", "Show the map larger or smaller.",
    takes: Inputs(
      OptionalParameter<MapZoom>(
        "HOW",
        "in (the default), out, fit (all places), or a number from 0 (the whole earth) to 18. The middle of the map "
          + "stays; if no place is near it, zooming in goes to the current place, or to the first on the map.")),
    family: .map, synonyms: ["magnify"], examples: ["zoom", "zoom out", "zoom 7", "zoom fit"]
  ) { session, context, how in
    var map = session.map
    let (columns, rows) = context.mapSize
    let shown = try session.mapSubject(of: map, context)
    let before = shown.viewport(columns: columns, rows: rows)
    let wanted: Viewport
    switch how ?? .in {
    case .fit:
      map.viewport = nil
      return try session.reply(showing: map, context)
    case .in: wanted = before.zoomed(by: 1)
    case .out: wanted = before.zoomed(by: -1)
    case .to(let zoom): wanted = Viewport(center: before.center, zoom: zoom)
    }
    let viewport = shown.zoomed(to: wanted, columns: columns, rows: rows)
    map.viewport = viewport
    let subject = try session.mapSubject(showing: shown, at: viewport, context)
    return Reply(MapView(subject: subject), events: [.mapped(map)])
  }
}
