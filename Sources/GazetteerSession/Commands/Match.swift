import GazetteerIndex

extension Command {
  static let match = Command(
    "match", "Write each row of a file with the place that its name means.",
    takes: Inputs(
      Parameter<Untrusted>("FILE", CommonInput.rows, completes: .file(besides: []), mayHaveBlanks: true),
      Option<Untrusted>("name", "COLUMN", "The column with the names; by default it is guessed.", completes: .nothing),
      Option<Untrusted>(
        "country", "COLUMN",
        "The column with the country or division, such as FR or Scotland: only its places are taken.",
        completes: .nothing),
      Option<Untrusted>(
        "region", "COLUMN", "The column with the state or province, such as TX or Bavaria: only its places are taken.",
        completes: .nothing),
      Option<Untrusted>(
        "near-lat", "COLUMN", "The column with the latitude: of (up to 100) equally good places, the nearest is taken.",
        completes: .nothing),
      Option<Untrusted>("near-lon", "COLUMN", "The column with the longitude.", completes: .nothing),
      RowMatching.wholePositions, RowMatching.limit,
      Flag("exact", "Take only whole names without typing errors: no parts of names, no left-out words."),
      TextOptions()),
    family: .data, synonyms: ["geocode", "join"],
    examples: [
      .needs("a file of your own", "match customers.csv --name City --country Country"),
      .needs("a file of your own", "match customers.csv --name City --region State"),
      .needs("a file of your own", "match visits.csv --name place --near-lat lat --near-lon lon"),
    ]
  ) { session, _, path, name, country, region, latitude, longitude, geometry, radius, isExact, reading in
    var matching = RowMatching(.name, path: path)
    matching.isExact = isExact
    (matching.name, matching.country, matching.region) = (name, country, region)
    if country != nil { try session.catalog.checkCountries() }
    matching.reading = reading
    try matching.takePositions(from: latitude, longitude, geometry)
    guard radius == nil || matching.needsPosition else {
      throw Failure(
        "--within needs positions", try: "also --near-lat COLUMN --near-lon COLUMN, or --geometry COLUMN",
        code: .usage)
    }
    matching.radius = radius
    if reading[.crs] != nil, !matching.needsPosition {
      throw Failure(
        "--crs is about a position", try: "also --near-lat NORTHING --near-lon EASTING, or --geometry COLUMN",
        code: .usage)
    }
    return Reply(matching)
  }

  static let nearest = Command(
    "nearest", "Write each row of a file with the place that is nearest to its position.",
    takes: Inputs(
      Parameter<Untrusted>("FILE", CommonInput.rows, completes: .file(besides: []), mayHaveBlanks: true),
      Option<Untrusted>(
        "near-lat", "COLUMN", "The column with the latitude; by default it is guessed.", completes: .nothing),
      Option<Untrusted>("near-lon", "COLUMN", "The column with the longitude.", completes: .nothing),
      RowMatching.wholePositions, RowMatching.limit, TextOptions()),
    family: .data, synonyms: ["reverse"],
    examples: [
      .needs("a file of your own", "nearest visits.csv"),
      .needs("a file of your own", "nearest visits.csv --near-lat Y --near-lon X"),
      .needs("a file of your own", "nearest sites.csv --geometry the_geom"),
    ]
  ) { _, _, path, latitude, longitude, geometry, radius, reading in
    if try Coordinate(word: path.text) != nil {
      throw Failure("\(quoted: path) is a position, not a file", try: "near \(path)", code: .usage)
    }
    var matching = RowMatching(.position, path: path)
    matching.reading = reading
    matching.radius = radius
    try matching.takePositions(from: latitude, longitude, geometry)
    return Reply(matching)
  }
}

extension CommonInput {
  fileprivate static let rows =
    "A CSV, TSV, JSON lines or GeoJSON file, perhaps gzip; '-': the standard input. With --json, JSON lines are written."
}

extension Reply {
  fileprivate init(_ matching: RowMatching) {
    self.init(effects: [.matchRows(matching)])
  }
}

extension RowMatching {
  fileprivate static let wholePositions = Option<Untrusted>(
    "geometry", "COLUMN", "The column with whole positions: 48.1, 11.5; WKT; GeoJSON.", completes: .nothing)

  fileprivate static let limit = Option<Distance>(
    "within", "R", "Take only places up to this distance from the position; none for a row without one.")

  fileprivate mutating func takePositions(
    from latitude: Untrusted?, _ longitude: Untrusted?, _ geometry: Untrusted?
  ) throws(Failure) {
    guard (latitude == nil) == (longitude == nil) else {
      let missing = latitude == nil ? "--near-lat" : "--near-lon"
      throw Failure("a position has two columns", try: "also \(own: missing) COLUMN", code: .usage)
    }
    guard geometry == nil || latitude == nil else {
      throw Failure(
        "a position is either in one column or in two",
        try: "--geometry COLUMN, or --near-lat COLUMN --near-lon COLUMN", code: .usage)
    }
    (self.latitude, self.longitude, self.geometry) = (latitude, longitude, geometry)
  }
}
