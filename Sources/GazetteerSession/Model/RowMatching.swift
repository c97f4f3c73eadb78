import GazetteerIndex

/// A request to write each row of a file with a place.
package struct RowMatching: Equatable, Sendable {
  /// How the place of a row is found.
  package enum Way: Equatable, Sendable {
    /// The best match of its name and, if the row also has a position, of several as good ones the nearest.
    case name
    /// The nearest place.
    case position
  }

  package let way: Way
  /// As the user typed it; `-` for the standard input.
  package let path: Untrusted
  /// The column with the names; nil: guessed.
  package var name: Untrusted?
  /// The column with the countries; nil: none.
  package var country: Untrusted?
  /// The column with the divisions; nil: none.
  package var region: Untrusted?
  /// Of rows with a position, the place is at most so far away; nil: no limit.
  package var radius: Distance?
  /// The columns with the positions; nil: guessed if positions are needed.
  package var latitude: Untrusted?
  package var longitude: Untrusted?
  /// The column with whole positions; nil: the other two, or guessed.
  package var geometry: Untrusted?
  /// Whether only whole names match, without typing errors.
  package var isExact = false
  /// How its texts and positions are read.
  package var reading = SourceReading()

  package init(_ way: Way, path: Untrusted) { (self.way, self.path) = (way, path) }

  package var needsPosition: Bool { way == .position || latitude != nil || geometry != nil }

  /// The command that asked for it.
  package var command: String { way == .name ? "match" : "nearest" }

  /// Whether the rows of a table are written as objects in a format.
  package static func writesObjects(in format: Format) -> Bool {
    switch format {
    case .json, .jsonl, .object: true
    case .table, .csv, .tsv, .geojson, .markdown, .line: false
    }
  }

  /// Checks that rows are written in a format that was asked for. Otherwise, they are written as they are in the file.
  package func check(_ format: Format, for rows: FileRow.Format) throws(Failure) {
    let isTabbed = rows == .table(delimiter: UInt8(ascii: "\t"))
    let isRight =
      switch format {
      case .table, .json, .jsonl, .object: true
      case .csv: !isTabbed && rows != .jsonLines
      case .tsv: isTabbed
      case .geojson, .markdown, .line: false
      }
    guard !isRight else { return }
    let (own, name) = rows == .jsonLines ? ("JSON lines", nil) : isTabbed ? ("TSV", "tsv") : ("CSV", "csv")
    let names = [name, "json", "jsonl"].compactMap(\.self)
    throw Failure(
      "\(own: command) has no format \"\(own: format.word)\"",
      why: "it writes the rows as they are in the file, in \(own: own)\(own: name == nil ? "" : ", or as JSON lines")",
      try: "--format \(own: names.listed("or"))", code: .usage)
  }

  /// Says that a column of countries is not used.
  package static func told(unusedCountry column: Untrusted) -> Message {
    "the column \(quoted: column) is not used; to take only places of each row's country: --country \(asWord: column)"
  }

  /// Says which column has the names.
  package static func told(guessedName column: Untrusted) -> Message {
    "the names of places are taken from the column \(quoted: column); to take them from another: --name COLUMN"
  }

  /// Says what became of the rows.
  package func told(_ counts: MatchCounts, of rows: Int) -> Message {
    let places: Message = way == .name ? "matched" : "found the nearest place of"
    var told = "\(places) \(own: Numeral.grouped(counts.matched)) of \(own: Numeral.grouped(rows)) rows" as Message
    let inexact = [
      (counts.partial, "only by a part of a name"), (counts.misspelled, "only with typing errors (tier typo)"),
      (counts.relaxed, "only without some words (tier relaxed)"), (counts.regional, "by a region (tier region)"),
    ].filter { $0.0 > 0 }.map { "\(Numeral.grouped($0.0)) of them \($0.1)" }
    if !inexact.isEmpty {
      told = "\(told), \(own: inexact.joined(separator: ", "))"
      if !isExact { told = "\(told); for whole names without errors: --exact" }
    }
    if counts.ambiguous > 0 {
      told =
        "\(told); \(own: Numeral.rows(counts.ambiguous)) with a name of several places, of which the most important is taken\(choice)"
    }
    if counts.strange > 0 {
      let names = counts.strangeNames.map(\.beginning).map { "\(quoted: $0)" as Message }
      let list = names.dropFirst().reduce(names.first ?? "") { "\($0), \($1)" }
      let rest: Message = counts.strangeNames.count == MatchCounts.mostNames ? " …" : ""
      told =
        "\(told); \(own: Numeral.rows(counts.strange)) without a place, because their \(own: areas) is not known: \(list)\(rest)"
    }
    if counts.unreadable > 0 {
      told = "\(told); \(own: Numeral.rows(counts.unreadable)) with a position that cannot be read"
    }
    if way == .position, counts.matched == 0, counts.unplaced > 0 {
      told = "\(told); \(own: Numeral.rows(counts.unplaced)) without a position"
      if counts.unplaced == rows, latitude == nil, geometry == nil {
        told = "\(told); to say where it is: --near-lat COLUMN --near-lon COLUMN, or --geometry COLUMN"
      }
    }
    guard counts.offTheGlobe > 0 else { return told }
    told = "\(told); \(own: Numeral.rows(counts.offTheGlobe)) without a position on the globe"
    if counts.swapped * 2 > counts.offTheGlobe {
      return "\(told): latitude and longitude look swapped; try: \(swappedColumns)"
    }
    return reading.system == nil ? "\(told); try: --crs EPSG:CODE, if they are metres of a map projection" : told
  }

  private var swappedColumns: Message {
    guard let latitude, let longitude else { return "--near-lat and --near-lon with their columns the other way round" }
    return "--near-lat \(asWord: longitude) --near-lon \(asWord: latitude)"
  }

  private var areas: String { country == nil ? "region" : region == nil ? "country" : "country or region" }

  /// How the place of a row is chosen among those of one name.
  private var choice: Message {
    let ways = [
      country == nil ? "--country COLUMN" : "", region == nil ? "--region COLUMN" : "",
      needsPosition ? "" : "--near-lat COLUMN --near-lon COLUMN",
    ].filter { !$0.isEmpty }
    return ways.isEmpty ? "" : "; to choose for each row: \(own: ways.joined(separator: ", or "))"
  }
}
