import GazetteerIndex

/// The options of a command that say how a source is read: one input.
struct ReadingOptions: Input {
  private static let columns = [
    Option<Untrusted>(
      "name", "COL", "The column with the names; by default, columns are recognised.", completes: .nothing),
    Option<Untrusted>("lat", "COL", "The column with the latitudes; with --lon.", completes: .nothing),
    Option<Untrusted>("lon", "COL", "The column with the longitudes; with --lat.", completes: .nothing),
    Option<Untrusted>(
      "geometry", "COL", "The column with whole positions: 48.1, 11.5; WKT; GeoJSON.", completes: .nothing),
    Option<Untrusted>("category", "COL", "The column with the categories.", completes: .nothing),
    Option<Untrusted>("id", "COL", "The column with the ids.", completes: .nothing),
  ]
  private static let text = TextOptions()
  private static let table = Option<Untrusted>(
    "table", "T", "The table of a database or GeoPackage with several.", completes: .nothing)

  var descriptions: [InputDescription] {
    Self.columns.map(\.description) + Self.text.descriptions + [Self.table.description]
  }

  func read(from arguments: inout Arguments) throws -> SourceReading {
    var reading = SourceReading()
    for option in Self.columns {
      guard let aspect = SourceReading.Aspect(rawValue: option.description.name) else { continue }
      reading[aspect] = try option.read(from: &arguments)
    }
    for (aspect, value) in try Self.text.read(from: &arguments).given { reading[aspect] = value }
    reading[.table] = try Self.table.read(from: &arguments)
    try reading.check()
    return reading
  }
}

/// The options that say how texts and positions are read: one input.
struct TextOptions: Input {
  private static let encoding = Option<SourceReading.Encoding>(
    "encoding", "E",
    "Such as utf-16, latin-1, windows-1252, windows-1251 or shift_jis; by default, a byte order mark decides, else utf-8."
  )
  private static let delimiter = Option<SourceReading.Delimiter>(
    "delimiter", "D", "What separates the columns of a table: tab, comma, semicolon, bar or another sign.")
  private static let header = Option<SourceReading.Header>(
    "header", "A,B", "The names of the columns, if the first line of the table is a place already: name,lat,lon.",
    completes: .nothing)
  private static let system = Option<SourceReading.System>(
    "crs", "CRS", "The map projection of positions in metres: EPSG:3857, utm:32N or another code.")

  var descriptions: [InputDescription] {
    [Self.encoding.description, Self.delimiter.description, Self.header.description, Self.system.description]
  }

  func read(from arguments: inout Arguments) throws -> SourceReading {
    var reading = SourceReading()
    reading[.encoding] = try Self.encoding.read(from: &arguments).map { Untrusted($0.rawValue) }
    reading[.delimiter] = try Self.delimiter.read(from: &arguments).map { Untrusted($0.word) }
    reading[.header] = try Self.header.read(from: &arguments).map { Untrusted($0.words) }
    reading[.crs] = try Self.system.read(from: &arguments).map { Untrusted($0.code) }
    return reading
  }
}

extension SourceReading {
  /// Throws if what is said contradicts itself.
  fileprivate func check() throws(Failure) {
    if (self[.lat] == nil) != (self[.lon] == nil) {
      let missing = self[.lat] == nil ? "--lat" : "--lon"
      throw Failure("a position has two columns", try: "also \(own: missing) COL", code: .usage)
    }
    if self[.geometry] != nil, self[.lat] != nil {
      throw Failure(
        "a position is either in one column or in two", try: "--geometry COL, or --lat COL --lon COL", code: .usage)
    }
    for (index, first) in columns.enumerated() {
      guard let second = columns.dropFirst(index + 1).first(where: { $0.value == first.value }) else { continue }
      throw Failure(
        "one column cannot be both --\(own: first.aspect.rawValue) and --\(own: second.aspect.rawValue)",
        try: "leave out one of them", code: .usage)
    }
  }
}

extension SourceReading.Encoding: Readable {
  package static var expected: Message { "one of \(own: allCases.map(\.rawValue).joined(separator: ", "))" }
  package static var completes: Completes? { .choices(allCases.map { Completes.Choice($0.rawValue) }) }

  package init(word: Untrusted) throws(Malformed) {
    guard let encoding = Self(word) else { throw Malformed() }
    self = encoding
  }
}

extension SourceReading.Header: Readable {
  package static var expected: Message { "names of columns with commas between them, such as name,lat,lon" }

  package init(word: Untrusted) throws(Malformed) {
    guard let header = Self(word) else { throw Malformed() }
    self = header
  }

  /// The words that are read as it.
  var words: String { names.map(\.text).joined(separator: ",") }
}

extension SourceReading.System: Readable {
  package static var expected: Message { "EPSG:3857, another code of EPSG or ESRI, or a zone such as utm:32N" }
  package static var completes: Completes? { .choices(["EPSG:3857", "EPSG:25832", "utm:32N"]) }

  package init(word: Untrusted) throws(Malformed) {
    guard let system = Self(word) else { throw Malformed() }
    self = system
  }
}

extension SourceReading.Delimiter: Readable {
  package static var expected: Message { "tab, comma, semicolon, bar or one other sign, such as ^" }
  package static var completes: Completes? { .choices(["comma", "semicolon", "tab", "bar"]) }

  package init(word: Untrusted) throws(Malformed) {
    guard let delimiter = Self(word) else { throw Malformed() }
    self = delimiter
  }

  /// The word that is read as it.
  var word: String {
    switch byte {
    case 0x09: "tab"
    case UInt8(ascii: ","): "comma"
    case UInt8(ascii: ";"): "semicolon"
    case UInt8(ascii: "|"): "bar"
    case UInt8(ascii: " "): "blank"
    case 0x01: "^A"
    default: String(UnicodeScalar(byte))
    }
  }
}
