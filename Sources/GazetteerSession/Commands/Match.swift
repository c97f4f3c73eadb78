import GazetteerIndex

extension Command {
  static let match = Command(
    "match", "Write each row of a file with the place that its name means.",
    takes: Inputs(
      Parameter<Untrusted>("FILE", CommonInput.rows, completes: .file(besides: []), mayHaveBlanks: true),
      Option<Untrusted>("name", "COLUMN", "The column with the names; by default it is guessed.", completes: .nothing),
      Option<Untrusted>(
        "country", "COLUMN", "The column with the country, by code or name: only places of that country are taken.",
        completes: .nothing),
      Option<Untrusted>(
        "near-lat", "COLUMN", "The column with the latitude: of (up to 100) equally good places, the nearest is taken.",
        completes: .nothing),
      Option<Untrusted>("near-lon", "COLUMN", "The column with the longitude.", completes: .nothing), TextOptions()),
    family: .data, synonyms: ["geocode", "join"],
    examples: [
      .needs("a file of your own", "match customers.csv --name City --country Country"),
      .needs("a file of your own", "match visits.csv --name place --near-lat lat --near-lon lon"),
    ]
  ) { session, _, path, name, country, latitude, longitude, reading in
    var matching = RowMatching(.name, path: path)
    (matching.name, matching.country) = (name, country)
    if country != nil { try session.catalog.checkCountries() }
    matching.reading = reading
    try matching.takePositions(from: latitude, longitude)
    if reading[.crs] != nil, latitude == nil {
      throw Failure("--crs is about a position", try: "also --near-lat NORTHING --near-lon EASTING", code: .usage)
    }
    return Reply(matching)
  }

  static let nearest = Command(
    "nearest", "Write each row of a file with the place that is nearest to its position.",
    takes: Inputs(
      Parameter<Untrusted>("FILE", CommonInput.rows, completes: .file(besides: []), mayHaveBlanks: true),
      Option<Untrusted>(
        "near-lat", "COLUMN", "The column with the latitude; by default it is guessed.", completes: .nothing),
      Option<Untrusted>("near-lon", "COLUMN", "The column with the longitude.", completes: .nothing), TextOptions()),
    family: .data, synonyms: ["reverse"],
    examples: [
      .needs("a file of your own", "nearest visits.csv"),
      .needs("a file of your own", "nearest visits.csv --near-lat Y --near-lon X"),
    ]
  ) { _, _, path, latitude, longitude, reading in
    if try Coordinate(word: path.text) != nil {
      throw Failure("\(quoted: path) is a position, not a file", try: "near \(path)", code: .usage)
    }
    var matching = RowMatching(.position, path: path)
    matching.reading = reading
    try matching.takePositions(from: latitude, longitude)
    return Reply(matching)
  }
}

extension CommonInput {
  fileprivate static let rows =
    "A CSV, TSV or JSON lines file, or '-' for the standard input; with --json, JSON lines are written."
}

extension Reply {
  fileprivate init(_ matching: RowMatching) {
    self.init(effects: [.matchRows(matching)])
  }
}

extension RowMatching {
  fileprivate mutating func takePositions(from latitude: Untrusted?, _ longitude: Untrusted?) throws(Failure) {
    guard (latitude == nil) == (longitude == nil) else {
      let missing = latitude == nil ? "--near-lat" : "--near-lon"
      throw Failure("a position has two columns", try: "also \(own: missing) COLUMN", code: .usage)
    }
    (self.latitude, self.longitude) = (latitude, longitude)
  }
}
