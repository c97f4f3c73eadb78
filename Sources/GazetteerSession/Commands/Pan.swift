import GazetteerIndex

extension Command {
  static let pan = Command(
    "pan", "Move the map by half of its size.",
    takes: Inputs(Parameter<MapDirection>("WHERE", "north, south, east or west; or n, s, e, w.")),
    family: .map, synonyms: ["move", "scroll"], examples: ["pan north", "pan w"]
  ) { session, context, direction in
    var map = session.map
    let size = context.mapSize
    map.viewport = try session.viewport(of: map, context).panned(direction, columns: size.columns, rows: size.rows)
    return try session.reply(showing: map, context)
  }
}
