import Foundation
import GazetteerIndex
import Testing

@testable import GazetteerServices

/// Files that are read as the user says.
@Suite struct SourceReadingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func reading(_ values: [SourceReading.Aspect: String]) -> SourceReading {
    var reading = SourceReading()
    for (aspect, value) in values { reading[aspect] = Untrusted(value) }
    return reading
  }

  private func open(
    _ bytes: [UInt8], _ name: String = "a.csv", _ values: [SourceReading.Aspect: String] = [:]
  ) throws -> Dataset {
    let path = folder.path + "/" + name
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return try openDataset(at: path, named: "x", reading: reading(values))
  }

  // MARK: Encodings

  struct Encoded: Sendable, CustomTestStringConvertible {
    let title: String
    let mark: [UInt8]
    let encoding: String.Encoding
    /// nil: detected.
    let option: String?
    var testDescription: String { "\(title), \(option ?? "detected")" }

    func bytes(_ text: String) -> [UInt8] { mark + (text.data(using: encoding).map { [UInt8]($0) } ?? []) }
  }

  static let encoded = [
    Encoded(title: "UTF-8", mark: [], encoding: .utf8, option: nil),
    Encoded(title: "UTF-8", mark: [], encoding: .utf8, option: "utf-8"),
    Encoded(title: "UTF-8 with a mark", mark: [0xEF, 0xBB, 0xBF], encoding: .utf8, option: nil),
    Encoded(title: "UTF-16 LE with a mark", mark: [0xFF, 0xFE], encoding: .utf16LittleEndian, option: nil),
    Encoded(title: "UTF-16 BE with a mark", mark: [0xFE, 0xFF], encoding: .utf16BigEndian, option: nil),
    Encoded(title: "UTF-16 LE with a mark", mark: [0xFF, 0xFE], encoding: .utf16LittleEndian, option: "utf-16"),
    Encoded(title: "UTF-16 BE with a mark", mark: [0xFE, 0xFF], encoding: .utf16BigEndian, option: "UTF16"),
    Encoded(title: "UTF-16 LE", mark: [], encoding: .utf16LittleEndian, option: "utf-16"),
    Encoded(title: "UTF-16 BE", mark: [], encoding: .utf16BigEndian, option: "utf-16"),
    Encoded(title: "UTF-16 LE", mark: [], encoding: .utf16LittleEndian, option: "utf-16le"),
    Encoded(title: "UTF-16 BE", mark: [], encoding: .utf16BigEndian, option: "utf-16be"),
    Encoded(title: "Latin-1", mark: [], encoding: .isoLatin1, option: "iso-8859-1"),
    Encoded(title: "Windows-1252", mark: [], encoding: .windowsCP1252, option: "windows-1252"),
  ]

  /// What separates the columns, its option, and how numbers are written beside it.
  static let delimiters = [
    (",", String?.none, "."), (";", nil, ","), ("|", nil, "."), ("\t", nil, ","), ("^", "^", ","), (":", ":", "."),
    (";", "semicolon", "."), ("\t", "tab", "."), ("~", nil, ","), ("\u{1}", nil, "."), (":", nil, "."),
  ]

  @Test(arguments: encoded, delimiters)
  func everyEncodingAndDelimiterGivesTheSamePlaces(
    encoded: Encoded, delimiter: (sign: String, option: String?, point: String)
  ) throws {
    let rows = [
      ["Name", "Breite", "Länge"], ["Café Müller", "48.5", "-11.25"], ["Señor Ås", "", ""], ["Ibis", "-1.5", "2"],
    ]
    let text = rows.map { row in
      row.map { $0.replacingOccurrences(of: ".", with: delimiter.point) }.joined(separator: delimiter.sign) + "\r\n"
    }.joined()
    var values: [SourceReading.Aspect: String] = [:]
    values[.encoding] = encoded.option
    values[.delimiter] = delimiter.option
    let dataset = try open(encoded.bytes(text), "a.csv", values)
    #expect((0..<dataset.count).map { dataset.place($0).name.text } == ["Café Müller", "Señor Ås", "Ibis"])
    #expect(dataset.place(0).coordinate == Coordinate(latitude: 48.5, longitude: -11.25))
    #expect(dataset.place(2).coordinate == Coordinate(latitude: -1.5, longitude: 2))
    #expect(dataset.about.withoutPosition == 1 && dataset.about.skipped == 0 && dataset.about.unplaced == 0)
  }

  /// By the C library. What is no text of the encoding is an error with its line.
  @Test(arguments: [
    ("windows-1251", "Москва", "CP1251"), ("cp866", "Тверь", "CP866"), ("KOI8-R", "Омск", "KOI8-R"),
    ("iso-8859-2", "Łódź", "ISO-8859-2"), ("win1250", "Plzeň", "CP1250"), ("shift_jis", "東京駅ソ", "CP932"),
    ("sjis", "大阪", "CP932"), ("euc-jp", "京都①", "EUC-JP-MS"), ("gbk", "北京", "GB18030"), ("big5", "台北", "BIG5"),
    ("euc-kr", "서울", "UHC"), ("cp850", "Zürich", "CP850"), ("macroman", "Málaga", "MACINTOSH"),
    ("iso-8859-7", "Αθήνα", "ISO-8859-7"), ("iso-8859-9", "Iğdır", "ISO-8859-9"), ("latin5", "Şile", "ISO-8859-9"),
    ("ISO8859-5", "Псков", "ISO-8859-5"), ("iso-8859-13", "Šiauliai", "ISO-8859-13"),
    ("iso-8859-15", "Œuilly", "ISO-8859-15"), ("latin10", "Iași", "ISO-8859-16"),
    ("windows-1255", "חיפה", "CP1255"), ("1251", "Москва", "CP1251"), ("932", "東京", "CP932"),
  ])
  func encodingsOfTheSystemAreRead(option: String, name: String, converter: String) throws {
    #expect(SourceReading.Encoding(Untrusted(option))?.converter == converter)
    let names = (0..<3).map { "\(name)\($0)" }
    let text = try bytes("name,lat,lon\n" + names.map { "\($0),1,2\n" }.joined(), in: converter)
    let dataset = try open(text, "a.csv", [.encoding: option])
    #expect((0..<dataset.count).map { dataset.place($0).name.text } == names)
    #expect(throws: ImportError.notUTF8(line: 2)) { try open(text, "a.csv", [:]) }
  }

  @Test(arguments: ["shift_jis", "euc-kr", "gb18030"])
  func bytesThatAreNoTextAreRefused(option: String) throws {
    let text: [UInt8] = Array("name\nA\n".utf8) + [0x80, 0xFF, 0x0A]
    let error = ImportError.notInEncoding(try #require(SourceReading.Encoding(Untrusted(option))), line: 3)
    #expect(throws: error) { try open(text, "a.csv", [.encoding: option]) }
  }

  /// The text in an encoding that the C library knows.
  private func bytes(_ text: String, in encoding: String) throws -> [UInt8] {
    let descriptor = iconv_open(encoding, "UTF-8")
    defer { iconv_close(descriptor) }
    var (input, output) = (text.utf8.map { CChar(bitPattern: $0) }, [CChar](repeating: 0, count: 4 * text.utf8.count))
    let used = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        var (from, to) = (input.baseAddress, output.baseAddress)
        var (left, free) = (input.count, output.count)
        return iconv(descriptor, &from, &left, &to, &free) == -1 ? nil : output.count - free
      }
    }
    return try output.prefix(#require(used)).map { UInt8(bitPattern: $0) }
  }

  @Test func signsOfWindows1252AreRead() throws {
    let text: [UInt8] = Array("name\n".utf8) + [0x93, 0x80, 0x20, 0x8A, 0x94, 0x0A]
    #expect(try open(text, "a.csv", [.encoding: "cp1252"]).place(0).name.text == "“€ Š”")
    // In Latin-1, these are controls.
    #expect(try open(text, "a.csv", [.encoding: "latin-1"]).place(0).name.text != "“€ Š”")
  }

  @Test(
    arguments: [
      ("latin1", [0x6E, 0x61, 0x6D, 0x65, 0x0A, 0xE9, 0x74, 0xE9, 0x0A], nil, "line 2 is not UTF-8"),
      ("zeros", [0x6E, 0, 0x61, 0, 0x6D, 0, 0x65, 0, 0x0A, 0], nil, "it is in UTF-16"),
      ("UTF-32 LE with a mark", [0xFF, 0xFE, 0, 0, 0x6E, 0, 0, 0], nil, "it is in UTF-32, which gaz does not read"),
      ("UTF-32 BE with a mark", [0, 0, 0xFE, 0xFF, 0, 0, 0, 0x6E], nil, "it is in UTF-32, which gaz does not read"),
      ("UTF-32 LE", [0x6E, 0, 0, 0, 0x61, 0, 0, 0, 0x0A], nil, "it is in UTF-32, which gaz does not read"),
      ("UTF-32 BE", [0, 0, 0, 0x6E, 0, 0, 0, 0x61, 0], "utf-16", "it is in UTF-32, which gaz does not read"),
      ("odd", [0xFF, 0xFE, 0x6E, 0, 0x0A, 0, 0x6E], nil, "line 2 is not in utf-16le"),
      ("half a pair", [0x6E, 0, 0x3D, 0xD8, 0x0A, 0], "utf-16le", "line 1 is not in utf-16le"),
      ("the second half", [0x6E, 0, 0x00, 0xDC, 0x0A, 0], "utf-16", "line 1 is not in utf-16"),
    ] as [(String, [UInt8], String?, String)])
  func whatIsInAnotherEncodingIsRefused(title: String, bytes: [UInt8], option: String?, reason: String) throws {
    let error = try #require(throws: ImportError.self) {
      try open(bytes, "a.csv", option.map { [.encoding: $0] } ?? [:])
    }
    #expect(error.reason.neutralised == reason)
    #expect(error.options != nil || error.remedy != nil)
  }

  /// The start of a long file is decoded alone, and may end inside a character.
  @Test(arguments: 0..<4) func aLongTextMayBeCutAnywhere(shift: Int) throws {
    let name = String(repeating: "x", count: shift) + String(repeating: "\u{1F600}", count: 40_000)
    let bytes = "\u{FEFF}name\n\(name)\n".utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    #expect(try open(bytes).place(0).name.text == name)
  }

  @Test func compressedFilesAreDecoded() throws {
    let path = folder.path + "/a.csv"
    let text = "\u{FEFF}name\nCafé\n".utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    try Data(text).write(to: URL(fileURLWithPath: path))
    let gzip = Process()
    gzip.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    gzip.arguments = ["gzip", path]
    try gzip.run()
    gzip.waitUntilExit()
    #expect(try openDataset(at: path + ".gz", named: "x").place(0).name.text == "Café")
  }

  /// Signs that texts have too separate cells only if they make a table. Then the first column is the name.
  @Test(
    arguments: [
      ("name~lat~lon\nA~1~2\n", true), ("name\u{1}lat\u{1}lon\nA\u{1}1\u{1}2\n", true), ("name:lat:lon\nA:1:2\n", true),
      ("name:lat:lon\n", false), ("name:lat\nA:1\n", false), ("name:lat:lon\nA:1\n", false),
      ("name~lat~lon\nA~1~2~3\n", false), ("name:a:b,lat,lon\nA,1,2\n", false), ("name\nA:1:2\nB:1:2\n", false),
    ])
  func rareDelimitersMakeTables(text: String, isTable: Bool) {
    let text = Array(text.utf8)
    let start = text.withUnsafeBufferPointer { TableStart($0, .csv, SourceReading()) }
    #expect((start.delimiter == UInt8(ascii: ",")) == !isTable)
  }

  /// A blank between the columns is said, not guessed.
  @Test func aBlankSeparatesCells() throws {
    let dataset = try open(Array("name lat lon\nA 48.5 11.5\n".utf8), "a.txt", [.delimiter: " "])
    #expect(dataset.place(0).name.text == "A")
    #expect(dataset.place(0).coordinate == Coordinate(latitude: 48.5, longitude: 11.5))
  }

  // MARK: Columns

  /// The first line of a table may be a place already.
  @Test(arguments: [("a.csv", ","), ("a.tsv", "\t"), ("a.txt", ";")])
  func namesOfColumnsAreSaid(file: String, delimiter: String) throws {
    let text = Array("Munich,48.1,11.5\nParis,48.8,2.3\n".replacing(",", with: delimiter).utf8)
    let error = try #require(throws: ImportError.self) { try open(text, file) }
    #expect(error.reason.neutralised.hasSuffix("instead of the names of columns: Munich, 48.1, 11.5"))
    #expect(error.options?.neutralised.hasPrefix("--header name,lat,lon") == true)
    let places = try open(text, file, [.header: "name,lat,lon"])
    #expect(places.count == 2 && places.place(0).name.text == "Munich")
    #expect(places.place(1).coordinate == Coordinate(latitude: 48.8, longitude: 2.3))
    #expect(try open(text, file, [.header: "town,y,x", .name: "town"]).place(1).name.text == "Paris")
    #expect(throws: ImportError.otherHeader(names: 2, cells: 3)) { try open(text, file, [.header: "name,lat"]) }
  }

  /// Lines are counted as they are in the file.
  @Test func aTableWithSaidNamesHasItsLines() throws {
    let places = try open(Array("\nMunich,48.1,11.5\n,48.8,2.3\n".utf8), "a.csv", [.header: "name,lat,lon"])
    #expect(places.place(1).name.text == "line 3")
    #expect(throws: ImportError.notForFormat(.header, .json)) {
      try open(Array("[{\"name\":\"A\"}]".utf8), "a.json", [.header: "name"])
    }
  }

  @Test(arguments: ["", " ", ",", "\"a\",b", "a\nb"]) func onlyNamesAreAHeader(words: String) {
    #expect(SourceReading.Header(Untrusted(words)) == nil)
  }

  private static let table =
    "id,name,label,lat,lon,y,x,type,kind,code,wkt\n"
    + "1,One,Eins,10,20,48.5,11.5,a,b,c1,POINT (3 4)\n2,Two,Zwei,10,20,49.5,12.5,a,b,c2,POINT (5 6)\n"
  private static let objects = """
    {"id":1,"name":"One","label":"Eins","lat":10,"lon":20,"y":48.5,"x":11.5,"type":"a","kind":"b","code":"c1","wkt":"POINT (3 4)"}
    {"id":2,"name":"Two","label":"Zwei","lat":10,"lon":20,"y":49.5,"x":12.5,"type":"a","kind":"b","code":"c2","wkt":"POINT (5 6)"}

    """
  static let files = [
    ("a.csv", table), ("a.tsv", table.replacingOccurrences(of: ",", with: "\t")), ("a.jsonl", objects),
    ("a.json", "[" + objects.split(separator: "\n").joined(separator: ",") + "]"),
    ("b.json", #"{"results":["# + objects.split(separator: "\n").joined(separator: ",") + "]}"),
  ]

  @Test(arguments: files) func theUserDecidesWhatColumnsAre(name: String, text: String) throws {
    let guessed = try open(Array(text.utf8), name).place(0)
    #expect(guessed.name.text == "One" && guessed.coordinate == Coordinate(latitude: 10, longitude: 20))
    let chosen = try open(
      Array(text.utf8), name, [.name: "label", .lat: "y", .lon: "x", .category: "kind", .id: "code"])
    #expect(chosen.place(0).name.text == "Eins" && chosen.place(1).name.text == "Zwei")
    #expect(chosen.place(1).coordinate == Coordinate(latitude: 49.5, longitude: 12.5))
    #expect(chosen.place(0).categories.map(\.text) == ["b"])
    #expect(chosen.place(0).id.id == .text("c1"))
    #expect(
      chosen.about.columns?.neutralised == "name: label · position: y, x · category: kind · id: code")
    // The other columns stay: they are attributes.
    #expect(chosen.place(0).attributes.contains { $0.key.text == "name_2" && $0.value.text == "One" })
    let geometry = try open(Array(text.utf8), name, [.geometry: "WKT"])
    #expect(geometry.place(1).coordinate == Coordinate(latitude: 6, longitude: 5))
  }

  @Test func aKeyThatOnlyLaterRecordsHaveIsNotTakenInstead() throws {
    let first = (0..<150).map { #"{"label":"Place \#($0)"}"# + "\n" }.joined()
    let text = first + #"{"label":"Last","title":"Title","name":"Name"}"# + "\n"
    let dataset = try open(Array(text.utf8), "a.jsonl", [.name: "label"])
    #expect(dataset.place(150).name.text == "Last")
    #expect(try open(Array(text.utf8), "a.jsonl").place(150).name.text == "Name")
  }

  @Test func anObjectWithAPositionIsChosen() throws {
    let text = #"[{"name":"A","lat":50,"lon":60,"at":{"lat":1,"lon":2}},{"name":"B","lat":50,"at":{"lat":3,"lon":4}}]"#
    let dataset = try open(Array(text.utf8), "a.json", [.geometry: "at"])
    #expect(dataset.place(0).coordinate == Coordinate(latitude: 1, longitude: 2))
    #expect(dataset.place(1).coordinate == Coordinate(latitude: 3, longitude: 4))
    #expect(try open(Array(text.utf8), "a.json").place(0).coordinate == Coordinate(latitude: 50, longitude: 60))
  }

  @Test(arguments: [
    #"{"type":"FeatureCollection","features":[FEATURE]}"#, "FEATURE",
  ]) func propertiesOfFeaturesAreChosen(frame: String) throws {
    let feature =
      #"{"type":"Feature","id":7,"geometry":{"type":"Point","coordinates":[11,48]},"properties":{"#
      + #""name":"A","label":"B","kind":"k","code":"c"}}"#
    let text = frame.replacingOccurrences(of: "FEATURE", with: feature)
    let place = try open(Array(text.utf8), "a.geojson", [.name: "label", .category: "kind", .id: "code"]).place(0)
    #expect(place.name.text == "B" && place.categories.map(\.text) == ["k"] && place.id.id == .text("c"))
    #expect(place.coordinate == Coordinate(latitude: 48, longitude: 11))
    let control = try open(Array(text.utf8), "a.geojson").place(0)
    #expect(control.name.text == "A" && control.id.id == .number(7))
  }

  @Test func stopsAreATableIfColumnsAreNamed() throws {
    let text = "stop_id,stop_name,stop_lat,stop_lon,stop_desc\n1,A,1,2,Alpha\n"
    #expect(try open(Array(text.utf8), "stops.txt").about.format == "gtfs")
    let dataset = try open(Array(text.utf8), "stops.txt", [.name: "stop_desc"])
    #expect(dataset.about.format == "csv" && dataset.place(0).name.text == "Alpha")
  }

  @Test(arguments: [
    ("Place Name", "place name"), ("PLACE_NAME", "Place Name"), ("Name (official)", "name"), (" Name ", "Name"),
  ]) func columnsAreFoundAsPeopleTypeThem(header: String, typed: String) throws {
    let dataset = try open(Array("\(header),x1\nA,B\n".utf8), "a.csv", [.name: typed])
    #expect(dataset.place(0).name.text == "A")
  }

  /// Columns of numbers, such as percentiles.
  @Test func aColumnOfNamesIsNoPlace() throws {
    let dataset = try open(Array("name,2.5,97.5\nParis,1,2\n".utf8), "a.csv")
    #expect(dataset.place(0).name.text == "Paris" && dataset.place(0).attributes.map(\.key.text) == ["2.5", "97.5"])
    #expect(throws: ImportError.self) { try open(Array("Paris,2.5,97.5\nRome,1,2\n".utf8), "a.csv") }
  }

  @Test(
    arguments: [
      (
        "a.csv", "foo,bar\n1,2\n", [:], "CSV without a column that could be a name: its columns are foo, bar",
        "--name COLUMN --lat COLUMN --lon COLUMN"
      ),
      (
        "a.csv", "Paris\nRome\n", [:], "CSV without a column that could be a name: its columns are Paris",
        "--name COLUMN, or --header name if its first line is a row already"
      ),
      (
        "a.csv", "foo,bar\n1,2\n", [.name: "baz"], "it has no column \"baz\": its columns are foo, bar", "--name COLUMN"
      ),
      (
        "a.csv", "Foo,FOO\n1,2\n", [.name: "foo"], "it has no column \"foo\": its columns are Foo, FOO", "--name COLUMN"
      ),
      (
        "a.csv", "name,lat\nA,1\n", [.lat: "lat", .lon: "LAT"],
        "the column \"lat\" cannot be both --lat and --lon", nil
      ),
      (
        "a.csv", "name,bar\n1,2\n", [.geometry: "bar"], "the column \"bar\" has no positions: its first value is \"2\"",
        "--geometry COLUMN, or --lat COLUMN --lon COLUMN"
      ),
      (
        "a.csv", "name,p,q\nA,north,2\n", [.lat: "p", .lon: "q"],
        "no places in it: its only record is not a place (line 2: a position that is not a number: \"north\"); its columns are name, p, q",
        "--name COLUMN --lat COLUMN --lon COLUMN"
      ),
      (
        "a.json", #"[{"foo":1,"bar":2}]"#, [:], "JSON without a column that could be a name: its columns are foo, bar",
        "--name COLUMN --lat COLUMN --lon COLUMN"
      ),
      ("a.json", #"[{"foo":1}]"#, [.id: "bar"], "it has no column \"bar\": its columns are foo", "--id COLUMN"),
      (
        "a.geojson", #"{"type":"FeatureCollection","features":[]}"#, [.lat: "a", .lon: "b"],
        "it is GeoJSON, so its positions are its geometries", nil
      ),
      (
        "a.bin", "\u{7F}ELF\u{2}\u{1}\u{1}\0\0\0\0\0", [:], "it is no text, and in no format that gaz knows", nil,
      ),
      ("a.parquet", "PAR1\u{15}\u{4}\u{15}\0\0", [:], "it is Parquet, which gaz does not read", nil),
      ("a.fgb", "fgb\u{3}fgb\0\u{1}\u{2}\0", [:], "it is FlatGeobuf, which gaz does not read", nil),
      (
        "a.json", #"{"type": "Topology", "transform":{"scale":[0.01,0.01],"translate":[-10,40]},"objects":{"a":{}}}"#,
        [:],
        "it is TopoJSON, which gaz does not read", nil
      ),
      ("a.osm.bz2", "BZh91AY&SY\0\u{1}", [:], "it is packed by bzip2, which gaz does not read", nil),
      ("a.DBF", "\u{3}\u{7B}\u{1}\u{1}\u{2}\0\0\0a\0", [:], "it is a part of a Shapefile", nil),
      (
        "a.gpx", #"<gpx><wpt lat="1" lon="2"><name>A</name></wpt></gpx>"#, [.name: "sym"],
        "it is GPX, to which --name does not apply", nil
      ),
      (
        "a.gpx", #"<gpx><wpt lat="1" lon="2"><name>A</name></wpt></gpx>"#, [.encoding: "latin-1"],
        "it is GPX, which says itself in what encoding it is", nil
      ),
    ] as [(String, String, [SourceReading.Aspect: String], String?, String?)])
  func whatCannotBeUnderstoodIsSaidWithTheOptionsToTry(
    name: String, text: String, values: [SourceReading.Aspect: String], reason: String?, options: String?
  ) throws {
    let error = try #require(throws: ImportError.self) { try open(Array(text.utf8), name, values) }
    if let reason { #expect(error.reason.neutralised == reason) }
    #expect(error.options?.neutralised == options)
    #expect(error.options != nil || error.remedy != nil)
  }
}
