import GazetteerIndex

extension Command {
  static let within = Command(
    "within", "List the places in a box, which may cross the antimeridian.",
    takes: Inputs(
      Parameter<PointReference>("SW", "The south-west corner."),
      Parameter<PointReference>("NE", "The north-east corner."),
      CommonInput.columns,
      CommonInput.limit),
    family: .find, synonyms: ["bbox", "box", "inside"],
    examples: ["within 47,5.9 47.9,10.5", "within -20,175 -10,-170"]
  ) { session, context, southWest, northEast, columns, limit in
    let corners = (southWest: try session.point(southWest), northEast: try session.point(northEast))
    guard corners.southWest.latitude <= corners.northEast.latitude else {
      throw Failure(
        "the first corner is north of the second", why: "the south-west corner comes first",
        try: "within \(own: corners.northEast.word) \(own: corners.southWest.word)", code: .usage)
    }
    let source = try ListSource.box(southWest: corners.southWest, northEast: corners.northEast)
      .showing(columns, in: session.catalog)
    return try session.list(source, in: session.catalog, limit: limit ?? context.limit, context)
  }
}
