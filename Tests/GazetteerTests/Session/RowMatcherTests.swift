import GazetteerIndex
import Testing

@testable import GazetteerSession

struct RowMatcherTests {
  private static let catalog = Catalog([Example.cities])

  private static func lines(
    _ matching: RowMatching, _ rows: [(text: String, name: String?, position: (Double, Double)?)],
    columns: [String] = ["name"], _ format: FileRow.Format = .table(delimiter: UInt8(ascii: ","))
  ) throws -> [String] {
    let matcher = RowMatcher(matching, in: catalog, columns: columns.map { Untrusted($0) }, format: format)
    let rows = rows.map { row in
      FileRow(
        text: Untrusted(row.text), name: row.name.map { Untrusted($0) },
        position: row.position.flatMap { Coordinate(latitude: $0.0, longitude: $0.1) }.map { .at($0) } ?? .missing)
    }
    let header = matcher.header(Untrusted(columns.joined(separator: ","))) ?? ""
    return (header + (try matcher.lines(of: rows[...], Cancellation()).text)).split(separator: "\n").map(String.init)
  }

  private static func named(near: Bool = false) -> RowMatching {
    var matching = RowMatching(.name, path: Untrusted("-"))
    if near { (matching.latitude, matching.longitude) = (Untrusted("lat"), Untrusted("lon")) }
    return matching
  }

  @Test func theCellsOfTheFileStayAsTheyAre() throws {
    #expect(
      try Self.lines(
        Self.named(),
        [("\"=1,\"\"\",Zuerich", "Zuerich", nil), ("x,Nowhere at all", "Nowhere at all", nil), ("y,", nil, nil)],
        columns: ["note", "name"])
        == [
          "note,name,match_name,match_country,match_admin1,match_lat,match_lon,match_population,match_id,match_dataset,match_tier,match_candidates",
          "\"=1,\"\"\",Zuerich,Zürich,CH,Zurich,47.36667,8.55,341730,2657896,world,alternate,1",
          "x,Nowhere at all,,,,,,,,,,", "y,,,,,,,,,,,",
        ])
  }

  /// Of two places that match equally well, the row's position decides; otherwise the number of people.
  @Test(arguments: [(39.8, -89.6, "Illinois"), (37.2, -93.3, "Missouri")])
  func positionsDecideBetweenEqualMatches(latitude: Double, longitude: Double, state: String) throws {
    let lines = try Self.lines(
      Self.named(near: true),
      [("a", "Springfield", nil), ("b", "Springfield", (latitude, longitude)), ("c", "Springfield", nil)])
    #expect(lines[2].contains(",\(state),"))
    #expect(lines[2].split(separator: ",").last.flatMap { Double($0) }.map { $0 < 5000 } == true)
    for line in [lines[1], lines[3]] { #expect(line.contains(",Missouri,") && line.hasSuffix(",name,2,")) }
  }

  /// What matches less well is not taken because it is nearer.
  @Test func lighterMatchesAreNotTaken() throws {
    let towns = Example.dataset(
      "towns",
      [
        Example(id: .number(1), name: "Springfield", position: (40, -90), country: "US"),
        Example(id: .number(2), name: "West Springfield", position: (10, 10), country: "US"),
      ])
    var matching = Self.named(near: true)
    matching.name = Untrusted("name")
    let matcher = RowMatcher(matching, in: Catalog([towns]), columns: [], format: .table(delimiter: 0x2C))
    let position = try #require(Coordinate(latitude: 10, longitude: 10))
    let row = FileRow(text: Untrusted("x"), name: Untrusted("springfield us"), position: .at(position))
    #expect(try matcher.lines(of: [row], Cancellation()).text.hasPrefix("x,Springfield,US"))
  }

  @Test(arguments: [("N/A", false), ("-", false), ("NULL", false), ("?", false), ("Munich", true), ("Zuerich", true)])
  func missingNamesHaveNoPlace(_ name: String, _ hasPlace: Bool) throws {
    let lines = try Self.lines(Self.named(), [("x", name, nil)])
    #expect(lines[1].hasSuffix(",,,") == !hasPlace)
    #expect(!CellType.isMissing(name: Untrusted("None")) && !CellType.isMissing(name: Untrusted("Nan")))
  }

  @Test func positionsThatAreNoneAreCounted() throws {
    var matching = RowMatching(.position, path: Untrusted("-"))
    let matcher = RowMatcher(matching, in: Self.catalog, columns: [], format: .jsonLines)
    let positions: [FileRow.Position] = [.offTheGlobe, .missing, .unreadable]
    let rows = positions.map { FileRow(text: Untrusted("{}"), name: nil, position: $0) }
    let counts = try matcher.lines(of: rows[...], Cancellation()).counts
    #expect(counts.offTheGlobe == 1 && counts.unreadable == 1 && counts.matched == 0)
    #expect(
      matching.told(counts + counts, of: 6).neutralised
        == "found the nearest place of 0 of 6 rows; 2 rows with a position that cannot be read; 2 rows without a position; 2 rows without a position on the globe; try: --crs EPSG:CODE, if they are metres of a map projection"
    )
    matching.reading[.crs] = Untrusted("EPSG:3857")
    #expect(matching.told(counts, of: 3).neutralised.hasSuffix("; 1 row without a position on the globe"))
  }

  /// If the rows have none, or most have them the other way round, it is told what to try.
  @Test func lostPositionsAreExplained() throws {
    var matching = RowMatching(.position, path: Untrusted("-"))
    func told(_ positions: [FileRow.Position]) -> String {
      var counts = MatchCounts()
      for position in positions { counts.add(position) }
      return matching.told(counts, of: positions.count).neutralised.dropFirst("found the nearest place of ".count)
        .description
    }
    let start = "0 of 2 rows; 2 rows without a position"
    let swapped = "\(start) on the globe: latitude and longitude look swapped; try: --near-lat"
    #expect(told([.missing, .missing]).hasPrefix("\(start); to say where it is: --near-lat COLUMN"))
    #expect(told([.missing, .unreadable]).hasSuffix("; 1 row without a position"))
    #expect(told([.swapped, .swapped]) == "\(swapped) and --near-lon with their columns the other way round")
    #expect(told([.swapped, .offTheGlobe]).hasPrefix("\(start) on the globe; try: --crs"))
    (matching.latitude, matching.longitude) = (Untrusted("y"), Untrusted("x"))
    #expect(told([.swapped, .swapped]) == "\(swapped) x --near-lon y")
    #expect(told([.missing, .missing]) == start)
  }

  /// Of an object that has a `match` with members.
  @Test func membersOfObjectsKeepTheirNames() throws {
    let row = (text: "{\"match\":{\"n\":1}}", name: nil as String?, position: nil as (Double, Double)?)
    let lines = try Self.lines(Self.named(), [row], columns: ["match.n"], .jsonLines)
    #expect(lines == ["{\"match\":{\"n\":1},\"match2\":null}"])
  }

  @Test func positionsFindTheNearestPlace() throws {
    let matching = RowMatching(.position, path: Untrusted("-"))
    let lines = try Self.lines(matching, [("a", nil, (48.2, 11.5)), ("b", nil, nil)])
    #expect(lines[0].hasPrefix("name,nearest_name,"))
    let expected = try #require(Coordinate(latitude: 48.2, longitude: 11.5))
      .distance(to: try #require(Coordinate(latitude: 48.13743, longitude: 11.57549)))
    #expect(lines[1].hasPrefix("a,Munich,DE,") && lines[1].hasSuffix(",\(expected.inCentimetres)"))
    #expect(lines[2] == "b,,,,,,,,,")
  }

  @Test func objectsGetOneMoreMember() throws {
    let rows =
      [("{\"a\": \"é\\u0001\" }", "London", nil), ("{}", "xyzzyx", nil)] as [(String, String?, (Double, Double)?)]
    #expect(
      try Self.lines(Self.named(), rows, columns: ["a", "match_name"], .jsonLines) == [
        "{\"a\": \"é\\u0001\",\"match2\":{\"name\":\"London\",\"country\":\"GB\",\"admin1\":\"England\",\"lat\":51.50853,\"lon\":-0.12574,\"population\":8961989,\"id\":2643743,\"dataset\":\"world\",\"tier\":\"name\",\"candidates\":1}}",
        "{\"match2\":null}",
      ])
  }

  /// Rows whose name several places have are counted, except those whose position decides.
  @Test(arguments: [
    (
      false, nil, 2,
      "; to choose for each row: --country COLUMN, or --region COLUMN, or --near-lat COLUMN --near-lon COLUMN"
    ),
    (false, "land", 2, "; to choose for each row: --region COLUMN, or --near-lat COLUMN --near-lon COLUMN"),
    (true, nil, 1, "; to choose for each row: --country COLUMN, or --region COLUMN"),
    (true, "land", 1, "; to choose for each row: --region COLUMN"),
  ])
  func ambiguousNamesAreCounted(near: Bool, country: String?, ambiguous: Int, remedy: String) throws {
    var matching = Self.named(near: near)
    matching.country = country.map { Untrusted($0) }
    let matcher = RowMatcher(matching, in: Self.catalog, columns: [], format: .jsonLines)
    let position = near ? Coordinate(latitude: 40, longitude: -90) : nil
    let names = [("Springfield", position), ("springfield", nil), ("Munich", nil), ("springf", nil)]
    let rows = names.map { name, position in
      FileRow(text: Untrusted("{}"), name: Untrusted(name), position: position.map { .at($0) } ?? .missing)
    }
    let (text, counts) = try matcher.lines(of: rows[...], Cancellation())
    #expect(counts.ambiguous == ambiguous && counts.matched == 4 && counts.partial == 1)
    #expect(text.split(separator: "\n").map { $0.contains("\"candidates\":2") } == [true, true, false, true])
    let told = matching.told(counts, of: 4).neutralised
    #expect(
      told.hasSuffix(
        "; \(Numeral.rows(ambiguous)) with a name of several places, of which the most important is taken\(remedy)"))
  }

  /// The number of places does not depend on which indexes are made already.
  @Test(arguments: ["ugu", "hahuguuu 12", "ha"])
  func candidatesAreAllPlacesOfTheTier(name: String) throws {
    let hills = Dataset((0..<6000).map { ScannedPlace(id: .number(Int64($0)), name: "Hahugux hills \($0)") })
    let matcher = RowMatcher(Self.named(), in: Catalog([hills]), columns: [], format: .jsonLines)
    let row = FileRow(text: Untrusted("{}"), name: Untrusted(name), position: .missing)
    let first = try matcher.lines(of: [row], Cancellation()).text
    hills.prepareForTyping()
    #expect(try matcher.lines(of: [row], Cancellation()).text == first)
    if name != "hahuguuu 12" { #expect(first.contains("\"candidates\":6000")) }
  }

  /// With a distance, rows have only places that are near; without a position, none.
  @Test func placesBeyondTheDistanceAreNotTaken() throws {
    var matching = Self.named(near: true)
    matching.radius = .kilometres(50)
    let lines = try Self.lines(
      matching, [("a", "Springfield", (39.8, -89.6)), ("b", "Springfield", (1, 1)), ("c", "Springfield", nil)])
    #expect(lines[1].contains(",Illinois,") && lines[2].hasSuffix(",,,") && lines[3].hasSuffix(",,,"))
  }

  /// A whole code is no part of a name, however it is spelled; and what is told fits `--exact`.
  @Test func codesInAnotherSpellingAreWhole() throws {
    let towns = Example.dataset(
      "towns", [Example(id: .number(1), name: "Holytown", alternates: ["ST"], position: (40, -90), country: "US")])
    for isExact in [false, true] {
      var matching = Self.named()
      matching.isExact = isExact
      let matcher = RowMatcher(matching, in: Catalog([towns]), columns: [], format: .jsonLines)
      let rows = ["st", "saint", "holy", "holytown us"].map {
        FileRow(text: Untrusted("{}"), name: Untrusted($0), position: .missing)
      }
      let counts = try matcher.lines(of: rows[...], Cancellation()).counts
      #expect(counts.matched == (isExact ? 3 : 4) && counts.partial == (isExact ? 0 : 1) && counts.regional == 1)
      #expect(matching.told(counts, of: 4).neutralised.hasSuffix("--exact") == !isExact)
    }
  }

  /// The first answer whose whole name is meant, however many there are before it.
  @Test func exactMatchesAreWholeNames() throws {
    var matching = Self.named()
    matching.isExact = true
    let names = [
      "zurich", "suv", "munch", "springfield", "saint", "st", "zz top", "london gb", "london g", "apia", "germany",
    ]
    let lines = try Self.lines(matching, names.map { ($0, $0, nil) })
    for (name, line) in zip(names, lines.dropFirst()) {
      let hits = try Self.catalog.search(Query(Untrusted(name)), limit: .max).hits
      let whole = hits.first { $0.tier == .name || $0.tier == .alternate }
      if name.contains(" g") {
        #expect(line.contains(",London,GB,"))
      } else {
        #expect(
          line.hasPrefix("\(name),\(whole.flatMap { Self.catalog.place($0.place) }?.name.text ?? ""),"), "\(name)")
      }
    }
    #expect(lines.dropFirst().count { $0.hasSuffix(",,,") } == 6)
  }

  /// Each row has what a search for its name finds first.
  @Test func matchesAreTheFirstAnswers() throws {
    let names = ["zurich", "springfeild", "munch", "london gb", "suv", "apia ws", "zz top", "landon", "saint zurich"]
    let lines = try Self.lines(Self.named(), names.map { ($0, $0, nil) })
    for (name, line) in zip(names, lines.dropFirst()) {
      let first = try Self.catalog.search(Query(Untrusted(name)), limit: 1).hits.first
      let place = first.flatMap { Self.catalog.place($0.place) }
      #expect(line.hasPrefix("\(name),\(place?.name.text ?? ""),"), "\(name)")
      #expect(line.contains(",\(first?.tier?.label ?? ""),"), "\(name)")
    }
  }
}
