import GazetteerIndex

extension Command {
  static let stations = Command(
    "stations",
    "List the stations and stops of all open datasets: by name, or those around a town or a US zip code.",
    takes: Inputs(
      TextParameter("TEXT", "A name, a town, a zip code, or a point; without it, list all.", completes: .placeName()),
      Option<Untrusted>(
        "near", "WHERE", "Measure distances from this place, town, US zip code or point.", completes: .placeName()),
      Option<Distance>("within", "R", "Only stations up to this distance."),
      CommonInput.conditions,
      CommonInput.column,
      CommonInput.reverse,
      CommonInput.columns,
      CommonInput.limit),
    family: .find, synonyms: ["stops", "station", "transit", "trains", "gtfs"],
    examples: [
      .after("open stops.txt", "stations tor"), .after("open stops.txt", "stations munich"),
      .after("open stops.txt", "stations 48.14,11.56 --within 1km"),
      .after("open stops.txt", "stations tor --near munich"),
    ]
  ) { session, context, text, near, radius, conditions, column, isReversed, columns, limit in
    let catalog = session.stations
    guard !catalog.datasets.isEmpty else { throw session.nothingOf(.stations, context) }
    let text = text.trimmed
    var source = StationsSource(text: text, radius: radius)
    var notice: Message?
    if let near {
      guard try session.unnamed(text) == nil, !context.isZipCode(text) else {
        throw Failure("\(quoted: text) and --near are two points", try: "only one of them", code: .usage)
      }
      guard let place = try session.whereabouts(near.trimmed, of: "stations --near", context) else {
        throw Failure(
          "\(quoted: near) was not found", why: "it is no town, no US zip code and no place of a dataset in use",
          try: "--near LAT,LON", code: .usage)
      }
      (source.origin, source.title, source.isOnlyNamed) = (place.point, place.title, !text.isEmpty)
    } else if let place = try session.zipCode(text, context) ?? session.unnamed(text) {
      source = StationsSource(text: Untrusted(""), origin: place.point, title: place.title, radius: radius)
    } else if !text.isEmpty, let town = try session.town(text, context, near: catalog) {
      (source.origin, source.title) = (town.point, town.title)
      notice = town.others.first.map { other in
        "\(quoted: text) may also be \(cut: other.title): stations \(own: other.coordinate?.word ?? "--near WHERE")"
      }
    }
    guard radius == nil || source.origin != nil else {
      throw Failure(
        "--within needs a point to measure from", why: text.isEmpty ? nil : "\(quoted: text) is no town with stations",
        try: "add --near WHERE", code: .usage)
    }
    try catalog.check(conditions, context.cancellation)
    source.conditions = conditions
    source.columnOrder = try catalog.order(byColumn: column, isReversed: isReversed, context.cancellation)
    let list = try ListSource.stations(source).showing(columns, in: catalog)
    var reply = try session.list(list, in: catalog, limit: limit ?? context.limit, context)
    if let notice { reply.notices.append(notice) }
    return reply
  }
}

extension Context {
  fileprivate func isZipCode(_ text: Untrusted) -> Bool { ZipCode.digits(of: text.text).flatMap(zipCode) != nil }
}

extension Session {
  /// The open datasets that have stations. Those in use come first.
  fileprivate var stations: Catalog { catalog(of: .stations) }

  /// The place or point that a word names if it is no name: `.`, `DATASET:ID`, `LAT,LON`, a link.
  fileprivate func unnamed(_ text: Untrusted) throws -> Whereabouts? {
    // A number is the name of many stops.
    guard Int(text.text) == nil, let reference = try reference(text) else { return nil }
    if case .numbers = reference.reference { return nil }
    return try whereabouts(reference)
  }

  /// A town of this name with a station nearby.
  fileprivate func town(
    _ name: Untrusted, _ context: Context, near stations: Catalog
  ) throws(Cancelled) -> Whereabouts? {
    let categories = stations.categories(of: .stations)
    return try town(name, context) { point throws(Cancelled) in
      let nearest = try stations.places(
        near: point, within: StationsSource.reach, categories: categories, limit: 1,
        cancellation: context.cancellation)
      return !nearest.hits.isEmpty
    }
  }
}

extension Session {
  /// The open datasets that have places of a kind. Those in use come first. Without the answers of providers: they are
  /// listed by asking the provider, with its credit and the age of its answer.
  func catalog(of kind: PlaceKind) -> Catalog {
    let names = (inUse + open.map(\.name).filter { !inUse.contains($0) }).filter { !isPool($0) }
    return Catalog(catalog(of: names).datasets.filter { !kind.categories(of: $0).isEmpty })
  }

  /// The error if no open dataset has places of a kind.
  func nothingOf(_ kind: PlaceKind, _ context: Context) -> Failure {
    if let opening = openings.first {
      return Failure(context.status(of: .opening(opening)).sentence, try: "wait, then run the command again")
    }
    switch kind {
    case .stations:
      return Failure(
        "no open dataset has stations", try: "open FILE, such as the stops.txt or the zip archive of a GTFS feed")
    case .food:
      return Failure(
        "no open dataset has places to eat", why: "no category such as restaurant or cafe was found",
        try: "open FILE, or ask on the network with --from overpass")
    }
  }
}
