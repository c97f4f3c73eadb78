import Foundation
import GazetteerIndex
import Testing

@testable import GazetteerServices

struct RowFileTests {
  /// All rows of a file with this text, and what was left out.
  private static func rows(
    _ text: String, _ wanted: RowColumns = RowColumns(needsName: true), named name: String = "rows.csv"
  ) throws -> (file: RowFile, rows: [FileRow], faults: [String]) {
    let folder = try ScratchDirectory()
    let path = folder.file(name, Array(text.utf8))
    let file = try RowFile(path: path, wanted, Cancellation())
    var (rows, faults): ([FileRow], [String]) = ([], [])
    while let piece = try file.next(Cancellation()) {
      rows += piece.rows
      faults += piece.faults.map(\.neutralised)
    }
    return (file, rows, faults)
  }

  @Test(arguments: [
    ("name,x\nParis,1\n\"Saint, Louis\",2\n", ["Paris", "Saint, Louis"], ["Paris,1", "\"Saint, Louis\",2"]),
    ("\u{FEFF}Name;n\r\nBern;1\r\nRom;2", ["Bern", "Rom"], ["Bern;1", "Rom;2"]),
    ("name\tx\na \"b\"\t1\n", ["a \"b\""], ["a \"b\"\t1"]),
    (
      "x,name\n1,\"two\nlines\"\n2,\"a \"\"b\"\"\"\n", ["two\nlines", "a \"b\""],
      ["1,\"two\nlines\"", "2,\"a \"\"b\"\"\""]
    ),
    ("name,x\n=1+1,'a\n  blank ,2\n", ["=1+1", "blank"], ["=1+1,'a", "  blank ,2"]),
    ("name\r\rOld\rMac\r", ["Old", "Mac"], ["Old", "Mac"]),
    ("\u{FEFF}{\"name\":\"B\"}\n", ["B"], ["{\"name\":\"B\"}"]),
    ("{\"name\":\"A\",\"x\":[1]}\n\n{\"name\":7}\n", ["A", "7"], ["{\"name\":\"A\",\"x\":[1]}", "{\"name\":7}"]),
  ])
  func rowsAreAsTheyAreInTheFile(text: String, names: [String], texts: [String]) throws {
    let (_, rows, faults) = try Self.rows(text)
    #expect(rows.map { $0.name?.text } == names)
    #expect(rows.map(\.text.text) == texts)
    #expect(faults.isEmpty)
  }

  /// Rows that are longer than a piece, or cut by its end, are whole.
  @Test func rowsOfATableCanBeObjects() throws {
    var wanted = RowColumns(needsName: true)
    wanted.asObjects = true
    let (file, rows, faults) = try Self.rows("name,,x,name\n\"a \"\"b\"\"\",1, =2 ,c\nü,,,\n", wanted)
    #expect(file.format == .jsonLines)
    #expect(
      rows.map(\.text.text) == [#"{"name":"a \"b\"","x":" =2 ","name_2":"c"}"#, #"{"name":"ü","x":"","name_2":""}"#])
    #expect(rows.first?.name?.text == "a \"b\"")
    #expect(faults.isEmpty)
  }

  @Test func piecesEndAtTheEndsOfRows() throws {
    var random = SplitMix(state: 3)
    let cells = ["a", "\"b,\"\"\n\"", "ü", String(repeating: "x", count: 70_000), "\"\"", "\"\r\n\""]
    let records = (0..<400).map { "n\($0)," + (cells.randomElement(using: &random) ?? "") }
    let (_, rows, faults) = try Self.rows("name,cell\n" + records.joined(separator: "\n") + "\n")
    #expect(rows.map(\.text.text) == records)
    #expect(faults.isEmpty)
  }

  @Test(
    arguments: [
      ("name,lat,lon\nA,48.1,11.5\n", 48.1, 11.5), ("Ort;Breite;Länge\nA;48,1;11,5\n", 48.1, 11.5),
      ("name,coordinates\nA,\"48.1, 11.5\"\n", 48.1, 11.5), ("name,the_geom\nA,POINT (11.5 48.1)\n", 48.1, 11.5),
      ("{\"name\":\"A\",\"lat\":48.1,\"lon\":\"11.5\"}\n", 48.1, 11.5),
    ] as [(String, Double, Double)])
  func positionsAreFound(text: String, latitude: Double, longitude: Double) throws {
    let (_, rows, _) = try Self.rows(text, RowColumns(needsPosition: true))
    #expect(rows.map(\.position.coordinate) == [Coordinate(latitude: latitude, longitude: longitude)])
  }

  /// As `open` finds them. The rows stay as they are.
  @Test(arguments: [
    #""location":{"latitude":48.1,"longitude":11.5}"#, #""location":{"type":"Point","coordinates":[11.5,48.1]}"#,
    #""coordinates":[11.5,48.1]"#, #""geo":{"lat":"48.1","lng":"11.5"}"#,
    #""address":{"city":"A"},"loc":{"lat":48.1,"lon":11.5}"#, #""site":{"at":{"lat":48.1,"lon":11.5},"n":1}"#,
    #""coord":{"type":"literal","value":"Point(11.5 48.1)"}"#,
  ])
  func positionsInObjectsAreFound(members: String) throws {
    let text = "{\"id\":1,\(members)}"
    for lines in [text, "\(text)\n\(text)\n", "{\"name\":\"A\",\(text.dropFirst())\n{\"name\":\"B\"}\n"] {
      let (_, rows, _) = try Self.rows(lines, RowColumns(needsPosition: true))
      #expect(rows[0].position == .at(try #require(Coordinate(latitude: 48.1, longitude: 11.5))), "\(lines)")
      #expect(rows.map(\.text.text) == lines.split(separator: "\n").map(String.init))
    }
  }

  /// Also those that are one column with whole positions, such as `location`.
  @Test(arguments: [("loc", ["loc.lat", "loc.lon"]), ("location", ["location"])])
  func membersOfObjectsAreColumns(name: String, columns: [String]) throws {
    let row =
      "{\"id\":1,\"address\":{\"city\":\"Rome\",\"a\":{\"iso\":[\"IT\"]}},\"\(name)\":{\"lat\":41.9,\"lon\":12.5}}"
    let text = "\(row)\n{}\n{\"id\":null}\n"
    let (file, rows, _) = try Self.rows(text)
    #expect(file.columns.map(\.text) == ["id", "address.city", "address.a.iso"] + columns)
    #expect(rows.map { $0.name?.text } == ["Rome", nil, nil])
    var wanted = RowColumns(needsName: true, needsPosition: true, name: Untrusted("Address.City"))
    wanted.country = Untrusted("address.a.iso")
    for isWhole in [true, false] {
      wanted.geometry = isWhole ? Untrusted(name) : nil
      wanted.latitude = isWhole ? nil : Untrusted("\(name).lat")
      wanted.longitude = isWhole ? nil : Untrusted("\(name).lon")
      let rows = try Self.rows(text, wanted).rows
      #expect(rows[0].name == Untrusted("Rome") && rows[0].country == Untrusted("IT"))
      #expect(rows.map(\.position.coordinate) == [Coordinate(latitude: 41.9, longitude: 12.5), nil, nil])
    }
    wanted.name = Untrusted("address.town")
    #expect(throws: RowFileError.noColumn(Untrusted("address.town"), file.columns)) { try Self.rows(text, wanted) }
  }

  /// A member that is called so itself, wherever it is; and no object for a name.
  @Test func pathsAreThoseOfRows() throws {
    let wanted = RowColumns(needsName: true, name: Untrusted("a.b"))
    let lines = [
      #"{"a.b":"x","a":{"b":"y"}}"#, #"{"a":{"b":"y"},"a.b":"x"}"#, #"{"a":{"b":"y"}}"#, #"{"a":{"b":{"c":1}}}"#,
    ]
    let (_, rows, _) = try Self.rows(lines.joined(separator: "\n"), wanted)
    #expect(rows.map { $0.name?.text } == ["x", "x", "y", nil])
    let single = try Self.rows(#"{"address":{"city":"Rome"},"loc":{"lat":41.9,"lon":12.5}}"#)
    #expect(single.rows.map { $0.name?.text } == ["Rome"])
  }

  /// One column that the user names, for whole positions or as both latitude and longitude.
  @Test(
    arguments: [
      "48.1, 11.5", "POINT (11.5 48.1)", #"{""type"":""Point"",""coordinates"":[11.5,48.1]}"#,
      "01010000000000000000002740CDCCCCCCCC0C4840",
    ], [false, true])
  func wholePositionsMayBeNamed(position: String, isTwice: Bool) throws {
    var wanted = RowColumns(needsPosition: true)
    if isTwice {
      (wanted.latitude, wanted.longitude) = (Untrusted("p"), Untrusted("P"))
    } else {
      wanted.geometry = Untrusted("p")
    }
    let (_, rows, _) = try Self.rows("name,lat,lon,p\nA,1,2,\"\(position)\"\nB,1,2,n/a\nC,1,2,x\n", wanted)
    let found = try #require(Coordinate(latitude: 48.1, longitude: 11.5))
    #expect(rows.map(\.position) == [.at(found), .missing, .unreadable])
    let refused = RowFileError.noWholePositions(Untrusted("p"), example: Untrusted("48.1"))
    #expect(throws: refused) { try Self.rows("name,p\nA,48.1\n", wanted) }
    let objects = (0..<200).map { $0 == 150 ? "{\"p\":\"48.1, 11.5\"}" : "{\"n\":\($0)}" }.joined(separator: "\n")
    #expect(try Self.rows(objects, wanted).rows.compactMap(\.position.coordinate) == [found])
  }

  @Test(arguments: [
    ("name,lat,lon\nA,x,11\nB,n/a,11\nC,\\N,\\N\nD,91,91\nE,,\nF,91,11\n"),
    ("{\"name\":\"A\",\"lat\":\"x\",\"lon\":11}\n{\"name\":\"B\",\"lat\":\"n/a\",\"lon\":11}\n{\"name\":\"C\"}\n"
      + "{\"name\":\"D\",\"lat\":91,\"lon\":91}\n{\"name\":\"E\",\"lat\":null,\"lon\":\"\"}\n"
      + "{\"name\":\"F\",\"lat\":91,\"lon\":11}\n"),
  ])
  func positionsThatAreNoneAreToldApart(text: String) throws {
    var columns = RowColumns(needsPosition: true)
    (columns.latitude, columns.longitude) = (Untrusted("lat"), Untrusted("lon"))
    let (_, rows, _) = try Self.rows(text, columns)
    #expect(rows.map(\.position) == [.unreadable, .missing, .missing, .offTheGlobe, .missing, .swapped])
  }

  @Test func pointsThatAreNoneAreToldApart() throws {
    let text = "name,the_geom\nA,POINT (11 48)\n" + String(repeating: "A,POINT (11 48)\n", count: 8) + "B,POINT\nC,\n"
    let (_, rows, _) = try Self.rows(text, RowColumns(needsPosition: true))
    let position = try #require(Coordinate(latitude: 48, longitude: 11))
    #expect(rows.map(\.position) == Array(repeating: .at(position), count: 9) + [.unreadable, .missing])
  }

  /// However the bytes come, the rows are the same.
  @Test(arguments: [
    "name,x\nx\"y,\"z\nw,\"q\nr\"\nlast,1\n", "\"na\nme\",name\r\na,\"b\"\r\n\"c\r\nd\",e\r\n",
    "name,x\rParis,1\rB\rD,2\r",
    "name\nParis\nRome\n\"open\n", "{\"name\":\"A\"}\n{\"name\":\n\n{\"name\":\"é\"}",
  ])
  func rowsFromAPipeAreThoseOfAFile(text: String) throws {
    func all(_ path: String) throws -> [String] {
      let file = try RowFile(path: path, RowColumns(needsName: true, name: Untrusted("name")), Cancellation())
      var told: [String] = [file.header.text]
      do throws(RowFileError) {
        while let piece = try file.next(Cancellation()) {
          told += piece.rows.map { "\($0.text.text) · \($0.name?.text ?? "-")" } + piece.faults.map(\.neutralised)
        }
      } catch {
        told.append(error.reason.neutralised)
      }
      return told.sorted()
    }
    let folder = try ScratchDirectory()
    let whole = try all(folder.file("whole.csv", Array(text.utf8)))
    #expect(whole.count > 1)
    let pipe = folder.path + "/pipe"
    try #require(mkfifo(pipe, 0o600) == 0)
    let writing = Thread {
      let descriptor = open(pipe, O_WRONLY)
      for byte in text.utf8 {
        withUnsafePointer(to: byte) { _ = write(descriptor, $0, 1) }
        usleep(200)
      }
      close(descriptor)
    }
    writing.start()
    #expect(try all(pipe) == whole)
  }

  @Test func longHeadersAreWhole() throws {
    let columns = (1...9000).map { "a_column_with_a_long_name_\($0)" } + ["name"]
    let cells = Array(repeating: "1", count: 9000) + ["Paris"]
    let (file, rows, faults) = try Self.rows(
      columns.joined(separator: ",") + "\n" + cells.joined(separator: ",") + "\n")
    #expect(file.columns.count == 9001)
    #expect(rows.map { $0.name?.text } == ["Paris"] && faults.isEmpty)
  }

  @Test func rowsBeforeAFatalErrorAreGivenOn() throws {
    let folder = try ScratchDirectory()
    let file = try RowFile(
      path: folder.file("open.csv", Array("name\nParis\nRome\n\"open\n".utf8)), RowColumns(needsName: true),
      Cancellation())
    #expect(try file.next(Cancellation())?.rows.count == 2)
    #expect(throws: RowFileError.self) { try file.next(Cancellation()) }
  }

  /// A key that the user names may come in a later object.
  @Test func keysOfLaterObjectsAreFound() throws {
    let lines = (0..<300).map { $0 == 250 ? "{\"town\":\"Rome\"}" : "{\"n\":\($0)}" }
    let (_, rows, _) = try Self.rows(
      lines.joined(separator: "\n"), RowColumns(needsName: true, name: Untrusted("town")))
    #expect(rows.compactMap { $0.name?.text } == ["Rome"])
  }

  /// In one part, in two, with something after the end, and cut.
  @Test func packedRowsAreRead() throws {
    let text = "name,x\n" + (0..<100_000).map { "place \($0),\($0 * 7919 % 10_007)\n" }.joined()
    let bytes = Array(text.utf8)
    let (first, second) = (try gzip(Data(bytes[..<70_000])), try gzip(Data(bytes[70_000...])))
    let folder = try ScratchDirectory()
    func names(_ packed: Data) throws -> [String?] {
      let file = try RowFile(
        path: folder.file("rows.csv.gz", Array(packed)), RowColumns(needsName: true), Cancellation())
      var names: [String?] = []
      while let piece = try file.next(Cancellation()) { names += piece.rows.map { $0.name?.text } }
      return names
    }
    let expected = (0..<100_000).map { "place \($0)" }
    #expect(try names(gzip(Data(bytes))) == expected)
    #expect(try names(first + second) == expected)
    #expect(try names(first + second + Data([0, 0, 0])) == expected)
    #expect(throws: RowFileError.archive) { try names(gzip(gzip(Data(bytes)))) }
    // It grows a thousandfold.
    let same = String(repeating: "same\n", count: 1 << 20)
    #expect(try names(gzip(Data(("name\n" + same).utf8))).count == 1 << 20)
  }

  /// The rows before the damage are given on, and no cut one.
  @Test func damagedPacksGiveTheirWholeRows() throws {
    let rows = (0..<100_000).map { "place \($0 * 7919 % 100_003)" }
    let packed = try gzip(Data(("name\n" + rows.joined(separator: "\n")).utf8))
    let folder = try ScratchDirectory()
    for length in [packed.count - 5, packed.count / 2, 40_000] {
      let file = try RowFile(
        path: folder.file("rows.csv.gz", Array(packed.prefix(length))), RowColumns(needsName: true), Cancellation())
      var found: [String] = []
      #expect(throws: RowFileError.file(.archive(.damaged("it ends too early")))) {
        while let piece = try file.next(Cancellation()) { found += piece.rows.compactMap { $0.name?.text } }
      }
      #expect(found.count > 1000 && found == Array(rows.prefix(found.count)))
    }
    #expect(throws: RowFileError.file(.archive(.damaged("it ends too early")))) {
      try RowFile(
        path: folder.file("rows.csv.gz", Array(packed.prefix(20))), RowColumns(needsName: true), Cancellation())
    }
  }

  /// The rows of a long file are given on before it is known that none has the column.
  @Test(arguments: [1, 100_000])
  func keysOfNoObjectAreTold(count: Int) throws {
    let lines = String(repeating: "{\"n\":1}\n", count: count)
    let features = Array(repeating: "{\"type\":\"Feature\"}", count: count).joined(separator: ",")
    for text in [lines, "{\"type\":\"FeatureCollection\",\"features\":[\(features)]}"] {
      let folder = try ScratchDirectory()
      let file = try RowFile(
        path: folder.file("rows.json", Array(text.utf8)), RowColumns(needsName: true, name: Untrusted("town")),
        Cancellation())
      var rows = 0
      #expect(throws: RowFileError.noColumn(Untrusted("town"), file.columns)) {
        while let piece = try file.next(Cancellation()) { rows += piece.rows.count }
      }
      #expect(rows == (count == 1 ? 0 : count))
    }
  }

  @Test func badRowsAreLeftOutWithTheirLines() throws {
    let (file, rows, faults) = try Self.rows("name,x\nA,1\nB\n\nC\"x,2\nD,4,5\n\"E\"x,6\nF,7,,\"\"\n")
    #expect(rows.map { $0.name?.text } == ["A", "B", "C\"x", "F"])
    // What is missing is added and told, and what would shift the columns after it is left out.
    #expect(file.shortRows?.neutralised == "1 row with fewer cells than the first row; the missing ones are empty")
    #expect(rows.map(\.text.text) == ["A,1", "B,", "C\"x,2", "F,7"])
    #expect(
      faults == [
        "line 6, column 1: the record has 3 fields, but the first one has 2",
        "line 7, column 4: text after the closing quote of a field",
      ])
    let lines = try Self.rows("{\"name\":\"A\"}\n[1]\n{\"name\"\n{\"name\":\"B\"}\n")
    #expect(lines.rows.map { $0.name?.text } == ["A", "B"])
    #expect(lines.faults.count == 2)
    #expect(lines.faults.first == "line 2: it is no object")
    let spaced = try Self.rows("{\"name\":\"A\"}\r\n\r\n\r\n{\"name\":\"B\"}\r\n\r\n\r\n")
    #expect(spaced.rows.map { $0.name?.text } == ["A", "B"] && spaced.faults.isEmpty)
    #expect(try Self.rows("{\"name\":\"A\"}\nx\ny\nz\n").faults.count == 3)
  }

  @Test func namesOfColumnsAreForTables() {
    var wanted = RowColumns(needsName: true)
    wanted.reading[.header] = Untrusted("name")
    #expect(throws: RowFileError.file(.notForFormat(.header, .jsonl))) { try Self.rows("{\"name\":\"A\"}\n", wanted) }
  }

  @Test func columnsOfTheUserAreTaken() throws {
    let wanted = RowColumns(
      needsName: true, needsPosition: true, name: Untrusted("town"), latitude: Untrusted("B"), longitude: Untrusted("A")
    )
    let (_, rows, _) = try Self.rows("name,Town,a,b\nX,Rome,12.5,41.9\n", wanted)
    #expect(rows.map { $0.name?.text } == ["Rome"])
    #expect(rows.map(\.position.coordinate) == [Coordinate(latitude: 41.9, longitude: 12.5)])
  }

  @Test(arguments: [
    (RowFileError.noNames([Untrusted("Paris")]), "--name COLUMN, or --header name if its first line is a row already"),
    (.noNames([Untrusted("a"), Untrusted("b")]), "--name COLUMN"),
  ])
  func aSingleColumnMayHaveNoName(error: RowFileError, remedy: String) {
    #expect(error.remedy?.neutralised == remedy)
  }

  @Test(arguments: [
    ("", "it is empty"), ("[{\"name\":1}]", "it is one JSON array, which is not read row by row"),
    ("a\0", "not CSV: line 1, column 2: a NUL byte"),
    ("PK\u{3}\u{4}xxxxxxxx", "it is an archive"),
    ("a,b\n1,2\n", "it has no column that could be a name: its columns are a, b"),
    ("{\n\"name\":1\n}\n", "none of its first lines is a JSON object"),
    ("{\"data\":{\"items\":[{\"name\":\"A\"}]}}", "it is one JSON object with records inside"),
    ("{\"data\":[\n{\"name\":\"A\"},\n{\"name\":\"B\"}\n]}\n", "it is one JSON object with records inside"),
    ("{\n \"data\": [\n  {\"name\": \"A\"}]\n}\n", "it is one JSON object with records inside"),
    (#"{"LHR":{"name":"Heathrow"},"JFK":{"name":"Kennedy"}}"#, "it is one JSON object with records inside"),
    (#"{"ok":1,"meta":{"name":"x"},"data":{"items":[{"n":1}]}}"#, "it is one JSON object with records inside"),
    ("{\"name\":\"A\"},\n{\"name\":\"B\"},\n", "none of its first lines is a JSON object"),
    ("{\"name\":\"A\",\n\"lat\":1}\n{\"name\":\"B\",\n\"lat\":2}\n", "none of its first lines is a JSON object"),
    ("Munich,48.1\nParis,48.8\n", "its first line has numbers instead of the names of columns: Munich, 48.1"),
    ("a,2020\nx,3\n", "it has no column that could be a name: its columns are a, 2020"),
  ])
  func otherFilesAreRefused(text: String, reason: String) throws {
    do {
      _ = try Self.rows(text)
      Issue.record("\(text) was read")
    } catch let error as RowFileError {
      #expect(error.reason.neutralised.hasPrefix(reason), "\(error.reason.neutralised)")
    }
    let named = RowColumns(needsName: true, name: Untrusted("city"))
    #expect(throws: RowFileError.isObject) { try Self.rows(#"{"data":[{"city":"A"}]}"#, named) }
    #expect(throws: RowFileError.file(.missing)) { try RowFile(path: "/nowhere", RowColumns(), Cancellation()) }
  }
}
