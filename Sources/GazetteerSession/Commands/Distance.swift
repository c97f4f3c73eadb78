import GazetteerIndex

extension Command {
  static let distance = Command(
    "distance", "Measure the distance between two points on the earth's surface.",
    takes: Inputs(
      Parameter<PointReference>("A", CommonInput.point),
      Parameter<PointReference>("B", "The second point, in the same form.")),
    family: .map, synonyms: ["measure", "dist", "far"],
    examples: [
      .after("search springfield", "distance 1 2"), "distance munich paris",
      .after("search munich; select 1", "distance . 48.8566,2.3522"),
    ]
  ) { session, _, start, end in
    let start = try session.spot(start)
    let end = try session.spot(end)
    return Reply(

      DistanceView(from: .init(point: start.point, place: start.place), to: .init(point: end.point, place: end.place))
    )
  }
}
