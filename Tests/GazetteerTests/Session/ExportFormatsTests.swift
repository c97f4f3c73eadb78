import Foundation
import GazetteerIndex
import GazetteerServices
import Testing

@testable import GazetteerSession

/// The content of exported files, as other programs read it.
@Suite struct ExportFormatsTests {
  /// Favorites that have all the difficult texts as names, notes and lists.
  private static func hostile() throws -> [Favorite] {
    var texts = NaughtyStrings.own
    if SharedData.has(NaughtyStrings.path) {
      texts += try NaughtyStrings.all().filter { !$0.isEmpty }.map { Untrusted($0) }
    }
    return texts.enumerated().map { ExportFixture.favorite($1, number: UInt16($0)) }
  }

  @Test(arguments: ExportFormat.allCases) func nothingHostileIsWrittenAsItself(format: ExportFormat) throws {
    #expect(hostileCodePoints(in: Array(try ExportFixture.text(Self.hostile(), format).utf8)) == [])
  }

  /// Checked by Python's expat, not by the program's own reader.
  @Test(arguments: [ExportFormat.gpx, .kml, .svg]) func theXMLIsWellFormed(format: ExportFormat) throws {
    let text = try ExportFixture.text(Self.hostile(), format)
    #expect(
      try Python.accepts(
        text, "import sys, xml.parsers.expat as x; x.ParserCreate().Parse(sys.stdin.buffer.read(), True)"))
    // The control: what is not escaped is not well-formed.
    let control = text.replacing("&lt;", with: "<")
    #expect(
      try !Python.accepts(
        control, "import sys, xml.parsers.expat as x; x.ParserCreate().Parse(sys.stdin.buffer.read(), True)"))
  }

  @Test func placesHaveAllFieldsButThoseOfFavorites() {
    let favorite = ExportFixture.favorite(Untrusted("Café"))
    let place = ExportedPlace(favorite.place, attribution: favorite.attribution, station: favorite.station)
    let ofFavorites: Set = ["id", "list", "tag", "note", "rating", "visited", "created", "changed"]
    #expect(place.entries == ExportedPlace(favorite).entries.filter { !ofFavorites.contains($0.key.name) })
  }

  /// Texts without anything to escape are written at once. After a letter with an accent, no text is.
  @Test(arguments: [false, true]) func textsThatXMLTakesUnchangedAreFound(isAttribute: Bool) {
    for text in (0...0x7F).map({ Untrusted(bytes: [0x78, $0, 0x78]) }) + NaughtyStrings.own {
      let after = Untrusted(bytes: "é".utf8 + text.bytes)
      let escaped = "é" + XMLWriter.escaped(text, isAttribute: isAttribute)
      #expect(escaped.utf8.elementsEqual(XMLWriter.escaped(after, isAttribute: isAttribute).utf8))
    }
  }

  /// The order is that of the schema.
  @Test func waypointsFollowTheGPXSchema() throws {
    var favorite = ExportFixture.favorite(Untrusted("Café"))
    favorite.extras = [
      ("gpx:dgpsid", "1"), ("gpx:ele", "2.5"), ("gpx:sym", "Flag"), ("gpx:cmt", "c"),
      ("gpx:*", "<link href=\"https://x.y/z\"/>"),
    ].map { Place.Attribute(key: Untrusted($0), value: Untrusted($1)) }
    let root = try Self.xml(try ExportFixture.text([favorite], .gpx))
    #expect(root.tag.namespace == "http://www.topografix.com/GPX/1/1" && root.tag["version"]?.text == "1.1")
    #expect(root.children.map(\.tag.name) == ["metadata", "wpt"])
    #expect(root.children[0].children.map(\.tag.name) == ["name", "copyright", "time"])
    let children = root.children[1].children.map(\.tag.name)
    #expect(
      children == ["ele", "time", "name", "cmt", "desc", "link", "link", "sym", "type", "dgpsid", "extensions"])
    #expect(root.children[1].children.last?.children.allSatisfy { $0.tag.namespace == FavoriteKey.namespace } == true)
    #expect(root.children[1].child("time")?.text.text == "2023-11-14T22:13:20Z")
  }

  @Test func aTimeThatNoCalendarHasIsLeftOut() throws {
    var favorite = ExportFixture.favorite(Untrusted("Café"))
    favorite.created = .max
    let root = try Self.xml(try ExportFixture.text([favorite], .gpx))
    #expect(root.children[1].child("time") == nil && root.children[1].child("name") != nil)
  }

  @Test func linksLeadOnlyToTheWeb() throws {
    for (address, isLink) in [
      ("https://a.b/?c=d&e", true), ("HTTP://a.b", true), ("javascript:alert(1)", false), ("file:///etc/passwd", false),
      ("https://a.b/\"><script>", false), (" https://a.b", false), ("https://a.b/\u{202E}", false),
      ("data:text/html,x", false),
    ] {
      var favorite = ExportFixture.plain("Bench", at: Coordinate(latitude: 1, longitude: 2))
      favorite.place.attributes = [Place.Attribute(key: Untrusted("website"), value: Untrusted(address))]
      #expect(try ExportFixture.text([favorite], .gpx).contains("<link") == isLink, "\(address)")
      #expect(try ExportFixture.text([favorite], .html).contains("\"links\"") == isLink, "\(address)")
    }
  }

  @Test func placemarksAreInTheFoldersOfTheirLists() throws {
    var favorites = (0..<4).map { ExportFixture.plain("p\($0)", UInt16($0), at: Coordinate(latitude: 1, longitude: 2)) }
    favorites[0].lists = [Untrusted("b")]
    favorites[1].lists = [Untrusted("a"), Untrusted("b")]
    favorites[3].lists = [Untrusted("b")]
    let document = try #require(try Self.xml(try ExportFixture.text(favorites, .kml)).child("Document"))
    #expect(document.children.map(\.tag.name) == ["name", "Placemark", "Folder", "Folder"])
    let folders = document.children.filter { $0.tag.name == "Folder" }
    let names = folders.map { $0.children.compactMap { ($0.child("name") ?? $0).text.text } }
    #expect(names == [["b", "p0", "p3"], ["a", "p1"]])
  }

  /// A program that shows descriptions as HTML shows the text of the note.
  @Test func aNoteNeverBecomesMarkup() throws {
    var favorite = ExportFixture.plain("Bench")
    favorite.note = Untrusted("<img src=x onerror=alert(1)>")
    let kml = try ExportFixture.text([favorite], .kml)
    #expect(kml.contains("<description>&amp;lt;img src=x onerror=alert(1)&amp;gt;</description>"))
  }

  @Test func noCellOfATableIsAFormula() throws {
    let text = try ExportFixture.text(Self.hostile(), .csv)
    let script = """
      import csv, sys
      rows = list(csv.reader(sys.stdin.read().splitlines(), strict=True))
      number = lambda cell: all(c in '+-.0123456789' for c in cell) and float(cell) is not None
      live = lambda cell: cell[:1] in tuple('=+-@\\t\\r') and cell and not number(cell)
      sys.exit(any(len(row) != len(rows[0]) for row in rows) or any(live(cell) for row in rows for cell in row))
      """
    #expect(try Python.accepts(text, script))
    // The control: without the mark there are formulas.
    #expect(try !Python.accepts(text.replacing("'=", with: "="), script))
  }

  @Test func numbersStayNumbers() throws {
    var favorite = ExportFixture.plain("-12.5", at: Coordinate(latitude: -33.5, longitude: -0.000001))
    favorite.note = Untrusted("+49 89 1")
    let lines = try ExportFixture.text([favorite], .csv).split(separator: "\n")
    #expect(lines[1].hasPrefix("-12.5,-33.5,-0.000001,Default,'+49 89 1,"))
  }

  /// The unchanged note has a column of its own.
  @Test func aReadableNoteIsInOneLine() throws {
    var favorite = ExportFixture.plain("Bench", at: Coordinate(latitude: 1, longitude: 2))
    favorite.note = Untrusted("first\nsecond\r\nthird")
    let csv = try ExportFixture.text([favorite], .csv)
    #expect(csv.contains(",first second third,") && csv.contains(",first\\0asecond\\0d\\0athird,"))
    #expect(try ExportFixture.text([favorite], .markdown).contains("| first second third |"))
  }

  @Test func geoJSONFollowsRFC7946() throws {
    let favorites = [
      ExportFixture.plain("a", at: Coordinate(latitude: 1.5, longitude: -2)), ExportFixture.plain("b", 2),
    ]
    let json = try JSONSerialization.jsonObject(with: Data(try ExportFixture.text(favorites, .geojson).utf8))
    let collection = try #require(json as? [String: Any])
    let features = try #require(collection["features"] as? [[String: Any]])
    #expect(collection["type"] as? String == "FeatureCollection" && features.count == 2)
    #expect((features[0]["geometry"] as? [String: Any])?["coordinates"] as? [Double] == [-2, 1.5])
    #expect(features[1]["geometry"] is NSNull)
    #expect((features[1]["properties"] as? [String: Any])?["name"] as? String == "b")
  }

  @Test func markdownIsATableThatHoldsTogether() throws {
    let lines = try ExportFixture.text(Self.hostile(), .markdown).split(
      separator: "\n", omittingEmptySubsequences: false)
    let rows = lines.filter { $0.hasPrefix("|") }
    let bars = rows.map { $0.replacing("\\\\", with: "").replacing("\\|", with: "").count { $0 == "|" } }
    #expect(rows.count == (try Self.hostile()).count + 2 && Set(bars).count == 1)
    #expect(!rows.contains { $0.contains("<") })
  }

  /// The data of the page are unchanged, and nothing in them ends the script block.
  @Test func theDataOfThePageAreTheTexts() throws {
    let favorites = try Self.hostile()
    let page = try ExportFixture.text(favorites, .html)
    let block = try #require(page.split(separator: "id=\"places\">").last?.split(separator: "</script>").first)
    #expect(page.components(separatedBy: "</script").count == 2)
    let json = try #require(try JSONSerialization.jsonObject(with: Data(block.utf8)) as? [String: Any])
    let places = try #require(json["places"] as? [[Any]])
    let names = places.map { Untrusted($0.first as? String ?? "") }
    #expect(names == favorites.map { Untrusted($0.place.name.text) })
  }

  /// Texts that many places share are in the page once.
  @Test func aPlaceOfThePageIsARow() throws {
    var first = ExportFixture.plain("a", at: Coordinate(latitude: 1.5, longitude: 2))
    first.place.categories = [Untrusted("zoo"), Untrusted("park")]
    first.place.population = 12
    let others = (2...4).map { ExportFixture.plain("b", $0) }
    let page = try ExportFixture.text([first] + others, .html)
    let block = try #require(page.split(separator: "id=\"places\">").last?.split(separator: "</script>").first)
    let json = try #require(try JSONSerialization.jsonObject(with: Data(block.utf8)) as? [String: Any])
    #expect(json["categories"] as? [String] == ["Default", "zoo", "park"])
    #expect((json["colors"] as? [String])?.count == 2)
    let rows = try #require(json["places"] as? [NSArray])
    #expect(rows[0].subarray(with: NSRange(location: 0, length: 6)) as NSArray == ["a", 1.5, 2, 0, [1, 2], 12])
    #expect(rows[1].subarray(with: NSRange(location: 1, length: 5)) as NSArray == [NSNull(), NSNull(), 0, 0, 0])
  }

  /// The lines of the base map in the page, read as the page reads them.
  @Test func theLandOfThePageIsWhereLandIs() throws {
    let favorites = [(54.3, 10.1), (47.6, 13)].enumerated().map { index, point in
      ExportFixture.plain("p", UInt16(index), at: Coordinate(latitude: point.0, longitude: point.1))
    }
    let page = try ExportFixture.text(favorites, .html)
    let block = try #require(page.split(separator: "id=\"places\">").last?.split(separator: "</script>").first)
    let json = try #require(try JSONSerialization.jsonObject(with: Data(block.utf8)) as? [String: Any])
    for (part, points) in [
      ("around", [((52.0, 10.0), true), ((54.2, 7.0), false), ((48, 13), true), ((54.7, 11), false)]),
      ("earth", [((50, 80), true), ((30, -40), false)]),
    ] {
      let lines = try #require(json[part] as? [String: Any])
      let unit = try #require(lines["unit"] as? Double)
      let land = Self.decoded(try #require(lines["land"] as? String), unit: unit)
      for ((latitude, longitude), isLand) in points {
        let crossings = land.map { ring in
          zip(ring, ring.dropFirst() + ring.prefix(1)).count { start, end in
            (start.x <= longitude) != (end.x <= longitude)
              && start.y + (longitude - start.x) / (end.x - start.x) * (end.y - start.y) > latitude
          }
        }.reduce(0, +)
        #expect((crossings % 2 == 1) == isLand, "\(part) \(latitude) \(longitude)")
      }
      #expect((lines["borders"] as? String)?.isEmpty == false)
    }
    #expect((json["around"] as? [String: Any])?["box"] as? [Double] != nil)
  }

  private static func decoded(_ text: String, unit: Double) -> [[(x: Double, y: Double)]] {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    return text.split(separator: " ").map { line in
      var numbers: [Int] = []
      var (value, shift) = (0, 0)
      for letter in line {
        let digit = alphabet.firstIndex(of: letter) ?? 0
        value |= (digit & 31) << shift
        shift += 5
        guard digit & 32 == 0 else { continue }
        numbers.append(value % 2 == 0 ? value / 2 : -(value + 1) / 2)
        (value, shift) = (0, 0)
      }
      var (x, y) = (0, 0)
      return stride(from: 0, to: numbers.count - 1, by: 2).map { index in
        x += numbers[index]
        y += numbers[index + 1]
        return (Double(x) * unit, Double(y) * unit)
      }
    }
  }

  @Test(arguments: ExportFormat.allCases) func theCreditsAreInTheFile(format: ExportFormat) throws {
    var favorites = (0..<3).map { ExportFixture.plain("p\($0)", UInt16($0), at: Coordinate(latitude: 1, longitude: 2)) }
    favorites[0].attribution = Untrusted("GeoNames, CC BY 4.0")
    favorites[1].attribution = Untrusted("OpenStreetMap contributors")
    favorites[2].attribution = favorites[0].attribution
    let text = try ExportFixture.text(favorites, format)
    #expect(text.contains("GeoNames, CC BY 4.0") && text.contains("OpenStreetMap contributors"))
  }

  static func xml(_ text: String) throws -> XMLElement {
    try Array(text.utf8).withUnsafeBufferPointer { bytes in
      let reader = try XMLReader(bytes)
      let element = try reader.element(try #require(try reader.root()))
      #expect(try reader.next() == nil)
      return element
    }
  }
}

/// The answer of Python about a text.
enum Python {
  static func accepts(_ text: String, _ script: String) throws -> Bool {
    try ProgramRun(["python3", "-c", script], of: "/usr/bin/env", input: Array(text.utf8), environment: environment)
      .code == 0
  }

  private static let environment = [
    "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "PYTHONUTF8": "1",
  ]
}
