import Foundation
import GazetteerIndex
import Testing

@testable import GazetteerServices

/// What the user says about the texts and positions of a file of rows.
struct RowReadingTests {
  private static func rows(
    _ bytes: [UInt8], _ said: [SourceReading.Aspect: String], _ wanted: RowColumns = RowColumns(needsName: true)
  ) throws -> (file: RowFile, rows: [FileRow]) {
    let folder = try ScratchDirectory()
    var wanted = wanted
    for (aspect, value) in said { wanted.reading[aspect] = Untrusted(value) }
    let file = try RowFile(path: folder.file("rows.csv", bytes), wanted, Cancellation())
    var rows: [FileRow] = []
    while let piece = try file.next(Cancellation()) { rows += piece.rows }
    return (file, rows)
  }

  private static func bytes(_ text: String, _ encoding: String.Encoding) throws -> [UInt8] {
    try Array(#require(text.data(using: encoding)))
  }

  @Test func anotherEncodingThanUTF8MustBeSaid() throws {
    let bytes = try Self.bytes("Straße;Name\n1;A\n", .isoLatin1)
    #expect(throws: RowFileError.file(.notUTF8(line: 1))) { try Self.rows(bytes, [:]) }
  }

  /// Also where pieces end inside characters: the rows are longer than a piece, and have emoji of two units.
  @Test(
    arguments: [
      ("latin-1", .isoLatin1, "é"), ("windows-1252", .windowsCP1252, "œ"), ("utf-16", .utf16, "🏰"),
      ("utf-16le", .utf16LittleEndian, "🏰"), ("utf-16be", .utf16BigEndian, "🏰"), (nil, .utf16, "🏰"),
      (nil, .utf8, "🏰"), ("shift_jis", .shiftJIS, "駅"),
      ("windows-1251", .windowsCP1251, "ж"),
    ] as [(String?, String.Encoding, String)])
  func encodingsAreRead(name: String?, encoding: String.Encoding, letter: String) throws {
    let names = ["A" + letter, String(repeating: letter, count: 150_001), "B"]
    let bytes = try Self.bytes("Name;x\n" + names.map { "\($0);1\n" }.joined(), encoding)
    let (file, rows) = try Self.rows(bytes, name.map { [.encoding: $0] } ?? [:])
    #expect(rows.map { $0.name?.text } == names)
    #expect(rows.map(\.text.text) == names.map { "\($0);1" })
    #expect(file.columns.map(\.text) == ["Name", "x"])
  }

  @Test func halfACharacterIsRefused() throws {
    let bytes = try Self.bytes("name\nA\n", .utf16LittleEndian) + [0x41]
    let error = RowFileError.file(.notInEncoding(.utf16LittleEndian, line: 3))
    #expect(throws: error) { try Self.rows(bytes, [.encoding: "utf-16le"]) }
  }

  @Test(arguments: [(.utf32LittleEndian, false), (.utf32BigEndian, true)] as [(String.Encoding, Bool)])
  func utf32IsNamed(encoding: String.Encoding, isBigEndian: Bool) throws {
    let error = RowFileError.file(.utf32(isBigEndian: isBigEndian))
    for mark in ["", "\u{FEFF}"] {
      #expect(throws: error) { try Self.rows(Self.bytes(mark + "name\nA\n", encoding), [:]) }
    }
  }

  @Test func formatsOfOtherProgramsAreNamed() throws {
    #expect(throws: RowFileError.file(.foreign(.parquet))) { try Self.rows(Array("PAR1\u{15}\0".utf8), [:]) }
  }

  @Test func namesOfColumnsAreSaid() throws {
    let text = Array("Munich;48.1;11.5\nParis;48.8;2.3\n".utf8)
    let wanted = RowColumns(needsName: true, needsPosition: true)
    #expect(throws: RowFileError.self) { try Self.rows(text, [:], wanted) }
    let (file, rows) = try Self.rows(text, [.header: "name,lat,a;b"], RowColumns(needsName: true))
    #expect(file.header.text == "name;lat;\"a;b\"")
    #expect(rows.map(\.text.text) == ["Munich;48.1;11.5", "Paris;48.8;2.3"])
    let positions = try Self.rows(text, [.header: "name,lat,lon"], wanted).rows.map(\.position.coordinate)
    #expect(positions.last == Coordinate(latitude: 48.8, longitude: 2.3))
    let commented = try Self.rows(Array("# made by hand\n".utf8) + text, [.header: "name,lat,lon"], wanted).rows
    #expect(commented.map { $0.name?.text } == ["Munich", "Paris"])
    let error = RowFileError.file(.otherHeader(names: 1, cells: 3))
    #expect(throws: error) { try Self.rows(text, [.header: "name"]) }
  }

  @Test func delimitersAreRead() throws {
    let (file, rows) = try Self.rows(Array("name^x\nA, b^1\n".utf8), [.delimiter: "^"])
    #expect(file.format == .table(delimiter: UInt8(ascii: "^")))
    #expect(rows.map { $0.name?.text } == ["A, b"])
  }

  @Test(arguments: [
    "name,Rechtswert,Hochwert\nA,692000,5335000\n", "name,the_geom\nA,POINT (692000 5335000)\n",
    "{\"name\":\"A\",\"X\":692000,\"Y\":\"5335000\"}\n",
  ])
  func metresBecomeDegrees(text: String) throws {
    let (_, rows) = try Self.rows(Array(text.utf8), [.crs: "EPSG:25832"], RowColumns(needsPosition: true))
    let position = try #require(rows.first?.position.coordinate)
    #expect(abs(position.latitude - 48.139257) < 1e-5)
    #expect(abs(position.longitude - 11.580930) < 1e-5)
  }

  /// Positions that name their map projection need no `--crs`.
  @Test func namedProjectionsAreUsed() throws {
    let text = "name,way\nA,SRID=25832;POINT (692000 5335000)\nB,SRID=3857;POINT (1 2)\n"
    let (_, rows) = try Self.rows(Array(text.utf8), [:], RowColumns(needsPosition: true))
    #expect(abs(try #require(rows[0].position.coordinate).latitude - 48.139257) < 1e-5)
    #expect(rows[1].position.coordinate == nil)
    var named = RowColumns(needsPosition: true)
    named.geometry = Untrusted("way")
    #expect(try Self.rows(Array(text.utf8), [:], named).rows[0].position == rows[0].position)
  }

  @Test func whatCannotBeReadIsRefused() throws {
    let wanted = RowColumns(needsPosition: true)
    let points = Array("name,the_geom\nA,\"1, 2\"\n".utf8)
    #expect(throws: RowFileError.noPositions(["name", "the_geom"].map { Untrusted($0) })) {
      try Self.rows(points, [.crs: "EPSG:25832"], wanted)
    }
    let metres = Array("name,x,y\nA,1,2\n".utf8)
    let unknown = try #require(SourceReading.System(Untrusted("EPSG:999999")))
    #expect(throws: RowFileError.file(.unknownSystem(unknown))) {
      try Self.rows(metres, [.crs: "EPSG:999999"], wanted)
    }
    #expect(throws: RowFileError.noRows(.sqlite)) { try Self.rows(Array("SQLite format 3\0".utf8), [:]) }
  }
}
