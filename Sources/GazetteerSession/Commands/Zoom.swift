import GazetteerIndex

extension Command {
  static let zoom = Command(
    "zoom", "Show less of the earth on the map, and larger; or more, or all places.",
    takes: Inputs(
      OptionalParameter<MapZoom>("HOW", "in (the default), out, fit (all places), or a number from 0 to 18.")),
    family: .map, synonyms: ["magnify"], examples: ["zoom", "zoom out", "zoom 7", "zoom fit"]
  ) { session, context, zoom in
    var map = session.map
    switch zoom ?? .in {
    case .fit: map.viewport = nil
    case .in: map.viewport = try session.viewport(of: map, context).zoomed(by: 1)
    case .out: map.viewport = try session.viewport(of: map, context).zoomed(by: -1)
    case .to(let zoom): map.viewport = Viewport(center: try session.viewport(of: map, context).center, zoom: zoom)
    }
    return try session.reply(showing: map, context)
  }
}
