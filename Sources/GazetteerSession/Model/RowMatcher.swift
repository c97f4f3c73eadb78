import GazetteerIndex

/// Finds a place for each row of a file, and writes the rows with them.
package struct RowMatcher: Sendable {
  /// Of so many places that match equally well, the nearest is taken.
  private static let mostCompared = 100
  private static let fields = ["name", "country", "admin1", "lat", "lon", "population", "id", "dataset"]

  private let way: RowMatching.Way
  private let precision: Query.Precision
  private let radius: Distance?
  /// How many answers of a search are compared.
  private let compared: Int
  private let catalog: Catalog
  private let format: FileRow.Format
  private let fields: [String]
  /// What the names of new columns begin with.
  private let prefix: String

  /// - Parameter columns: those of the file; new ones get other names.
  package init(_ matching: RowMatching, in catalog: Catalog, columns: [Untrusted], format: FileRow.Format) {
    way = matching.way
    radius = matching.radius
    precision = matching.isExact ? .wholeNames : .asNeeded
    compared = matching.needsPosition ? Self.mostCompared : 1
    self.catalog = catalog
    self.format = format
    fields =
      Self.fields + (matching.way == .name ? ["tier", "candidates"] : []) + (matching.needsPosition ? ["distance"] : [])
    let word = matching.way == .name ? "match" : "nearest"
    // In an object, the column `match.name` is inside the member `match`.
    let taken = Set(
      columns.map { $0.text.lowercased() }.flatMap { name in
        format == .jsonLines ? [name, String(name.prefix { $0 != "." })] : [name]
      })
    let free = (1...).lazy.map { $0 == 1 ? word : "\(word)\($0)" }.first { [fields] prefix in
      !taken.contains(prefix) && !fields.contains { taken.contains("\(prefix)_\($0)") }
    }
    prefix = free ?? word
  }

  /// The first line of a table.
  package func header(_ text: Untrusted) -> String? {
    guard case .table = format else { return nil }
    return line(text, fields.map { "\(prefix)_\($0)" })
  }

  /// The lines of rows, and what became of these.
  package func lines(of rows: ArraySlice<FileRow>, _ cancellation: Cancellation) throws(Cancelled) -> (
    text: String, counts: MatchCounts
  ) {
    var known = Known()
    var text = ""
    var counts = MatchCounts()
    for row in rows {
      try cancellation.check()
      let area = area(of: row, &known)
      let match = try match(of: row, in: area, &known, cancellation)
      if let match { counts.add(match, isNearest: row.position.coordinate != nil) }
      if case .strange(let name) = area { counts.add(strange: name) }
      counts.add(row.position)
      text += line(of: row, match)
    }
    return (text, counts)
  }

  private func match(
    of row: FileRow, in area: Area, _ known: inout Known, _ cancellation: Cancellation
  ) throws(Cancelled) -> RowMatch? {
    guard way == .name else {
      guard let position = row.position.coordinate else { return nil }
      let nearest = try catalog.places(near: position, within: radius, limit: 1, cancellation: cancellation)
      return nearest.hits.first.map { RowMatch(hit: $0) }
    }
    guard let name = row.name, !CellType.isMissing(name: name) else { return nil }
    var query = Query(name)
    query.precision = precision
    guard case .known(let country, let division) = area else { return nil }
    (query.country, query.division) = (country, division)
    if let radius {
      guard let position = row.position.coordinate else { return nil }
      (query.origin, query.radius) = (position, radius)
    }
    let result: SearchResult
    let texts = [name, country, division]
    if query.radius == nil, let found = known.results[texts] {
      result = found
    } else {
      result = try catalog.search(query, limit: compared, cancellation: cancellation)
      if query.radius == nil { known.results[texts] = result }
    }
    guard let best = result.hits.first else { return nil }
    let candidates = best.tier.flatMap { result.totals[$0] }
    guard let position = row.position.coordinate else { return RowMatch(hit: best, candidates: candidates) }
    let equal = result.hits.lazy.filter { $0.matches(as: best) }
    let nearest = equal.min { metres($0, from: position) < metres($1, from: position) }
    return nearest.map { RowMatch(hit: $0, candidates: candidates) }
  }

  /// Where the place of a row must be.
  private enum Area {
    /// Neither the built-in table nor a place has this country, or no place has this division.
    case strange(Untrusted)
    /// nil: anywhere.
    case known(country: Untrusted?, division: Untrusted?)
  }

  /// What rows with the same texts had.
  private struct Known {
    var countries: [Untrusted: Bool] = [:]
    var divisions: [Untrusted: Bool] = [:]
    /// By name, country and division.
    var results: [[Untrusted?]: SearchResult] = [:]
  }

  private func area(of row: FileRow, _ known: inout Known) -> Area {
    func isKnown(_ name: Untrusted, in names: inout [Untrusted: Bool], _ find: (Untrusted) -> Bool) -> Bool {
      if let isKnown = names[name] { return isKnown }
      let isKnown = find(name)
      names[name] = isKnown
      return isKnown
    }
    let (country, division) = (row.country.flatMap(Self.value), row.division.flatMap(Self.value))
    if let country, !isKnown(country, in: &known.countries, catalog.knows(country:)) { return .strange(country) }
    if let division, !isKnown(division, in: &known.divisions, catalog.knows(division:)) { return .strange(division) }
    return .known(country: country, division: division)
  }

  /// The text of a cell; nil if it says that there is no value.
  private static func value(_ text: Untrusted) -> Untrusted? {
    let isMissing = text.trimmed.isEmpty || text.bytes.withUnsafeBufferPointer { CellType.isMissing($0) }
    return isMissing ? nil : text
  }

  private func metres(_ hit: Hit, from position: Coordinate) -> Double {
    catalog.place(hit.place)?.coordinate?.distance(to: position).metres ?? .infinity
  }

  private func line(of row: FileRow, _ match: RowMatch?) -> String {
    var record: Record?
    if let match, let place = catalog.place(match.hit.place) {
      record = self.record(of: match, place, from: row.position.coordinate)
    }
    switch format {
    case .table: return line(row.text, fields.map { record?[$0]?.neutralised ?? "" })
    case .jsonLines:
      var object = row.text.text
      while object.last?.isWhitespace == true { object.removeLast() }
      object.removeLast()
      while object.last?.isWhitespace == true { object.removeLast() }
      var writer = JSONWriter()
      if let record { writer.write(record) } else { writer.raw("null") }
      return "\(object)\(object.last == "{" ? "" : ",")\"\(prefix)\":\(writer.text)}\(row.rest.text)\n"
    }
  }

  private func record(of match: RowMatch, _ place: Place, from position: Coordinate?) -> Record {
    let hit = match.hit
    var record = Record()
    record.add(contentsOf: place)
    record.add("id", hit.place.id.datum)
    record.add("dataset", .own(hit.place.dataset))
    record.add("tier", hit.tier.map { .own($0.label) })
    record.add("candidates", match.candidates.map(Datum.integer))
    let distance = position.flatMap { from in place.coordinate.map { from.distance(to: $0) } }
    record.add("distance", distance.map { .decimal($0.inCentimetres) })
    return record.selecting(fields)
  }

  /// A line of a table with more cells.
  private func line(_ text: Untrusted, _ cells: [String]) -> String {
    guard case .table(let delimiter) = format else { return "" }
    let separator = String(UnicodeScalar(delimiter))
    return ([text.text] + cells.map { Self.quoted($0, delimiter) }).joined(separator: separator) + "\n"
  }

  private static func quoted(_ cell: String, _ delimiter: UInt8) -> String {
    guard cell.utf8.contains(where: { $0 == delimiter || "\"\r\n".utf8.contains($0) }) else { return cell }
    let doubled = cell.utf8.flatMap { $0 == UInt8(ascii: "\"") ? [$0, $0] : [$0] }
    return "\"" + String(decoding: doubled, as: UTF8.self) + "\""
  }
}

extension Hit {
  /// Whether it matches as well as another answer to the same query.
  fileprivate func matches(as other: Hit) -> Bool {
    (tier, typos, isTypoOfAlternate, weight) == (other.tier, other.typos, other.isTypoOfAlternate, other.weight)
  }
}
