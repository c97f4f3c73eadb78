import Foundation
import GazetteerIndex
import Testing

@testable import GazetteerServices

@Suite struct ShapeTableTests {
  private static let utm32 = """
    PROJCS["WGS_1984_UTM_Zone_32N",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137,298.257223563]],\
    PRIMEM["Greenwich",0],UNIT["Degree",0.017453292519943295]],PROJECTION["Transverse_Mercator"],\
    PARAMETER["latitude_of_origin",0],PARAMETER["central_meridian",9],PARAMETER["scale_factor",0.9996],\
    PARAMETER["false_easting",500000],PARAMETER["false_northing",0],UNIT["Meter",1]]
    """

  /// Writes the files of a Shapefile and opens it.
  private func dataset(
    _ files: [String: [UInt8]], _ said: [SourceReading.Aspect: String] = [:], name: String = "x.shp"
  ) throws -> Dataset {
    let folder = try TemporaryFolder()
    for (ending, bytes) in files { try Data(bytes).write(to: URL(fileURLWithPath: "\(folder.path)/x.\(ending)")) }
    var reading = SourceReading()
    for (aspect, value) in said { reading[aspect] = Untrusted(value) }
    return try openDataset(at: "\(folder.path)/\(name)", named: "x", reading: reading)
  }

  private static let points = ShapeSample(
    [.point(11.5, 48.1), .polygon([(10, 50), (12, 50), (12, 52)]), .missing],
    columns: [("NAME", "C"), ("OPENED", "D"), ("SEATS", "N")],
    rows: [["Caf\u{E9}", "20260131", "12.5"], ["Forest", "", ""], ["Lost", "", "7"]])

  @Test func shapesAreInTheMiddleOfTheirBoxes() throws {
    let dataset = try dataset(Self.points.files + ["cpg": Array("UTF-8\r\n".utf8)])
    let places = (0..<dataset.count).map { dataset.place($0) }
    #expect(places.map(\.name.text) == ["Café", "Forest", "Lost"])
    #expect(places.map { $0.coordinate.map { "\($0.latitude) \($0.longitude)" } } == ["48.1 11.5", "51.0 11.0", nil])
    #expect(places[0].attributes.map { "\($0.key.text)=\($0.value.text)" } == ["OPENED=2026-01-31", "SEATS=12.5"])
    #expect(places[1].attributes.isEmpty)
    #expect(dataset.about.format == "shp")
    #expect(dataset.about.withoutPosition == 1)
  }

  @Test func metresBecomeDegrees() throws {
    let sample = ShapeSample([.point(692_000, 5_335_000)], columns: [("NAME", "C")], rows: [["A"]])
    for (files, said) in [
      (["prj": Array(Self.utm32.utf8)], [:]), ([:], [SourceReading.Aspect.crs: "utm:32N"]),
    ] as [([String: [UInt8]], [SourceReading.Aspect: String])] {
      let place = try #require(dataset(sample.files + files, said).place(0).coordinate)
      #expect(abs(place.latitude - 48.139257) < 1e-5)
      #expect(abs(place.longitude - 11.580930) < 1e-5)
    }
    #expect(throws: ImportError.noSystem) { try dataset(sample.files) }
    #expect(throws: ImportError.unknownText(Untrusted("PROJCS[what"))) {
      try dataset(sample.files + ["prj": Array("PROJCS[what".utf8)])
    }
  }

  /// The code page of the table, the file `.cpg` and the user say how the texts are encoded.
  @Test func codePagesAreRead() throws {
    let latin = ShapeSample([.point(1, 2)], columns: [("NAME", "C")], rows: [["Caf\u{E9}"]], isLatin1: true)
    #expect(try dataset(latin.files + ["cpg": Array("ISO-8859-1".utf8)]).place(0).name.text == "Café")
    #expect(try dataset(latin.files, [.encoding: "latin-1"]).place(0).name.text == "Café")
    #expect(try dataset(latin.with(codePage: 0x57)).place(0).name.text == "Café")
    #expect(throws: ImportError.unknownTexts) { try dataset(latin.files) }
    let unknown = ["cpg": Array("MARS".utf8)]
    #expect(throws: ImportError.unknownCodePage(Untrusted("MARS"))) { try dataset(latin.files + unknown) }
    let russian = ShapeSample([.point(1, 2)], columns: [("NAME", "C")], rows: [["Caf\u{E9}"]], isLatin1: true)
    #expect(try dataset(russian.files + ["cpg": Array("1251".utf8)]).place(0).name.text == "Cafй")
    #expect(try dataset(russian.with(codePage: 0xC9)).place(0).name.text == "Cafй")
    let ascii = ShapeSample([.point(1, 2)], columns: [("NAME", "C")], rows: [["Cafe"]])
    #expect(try dataset(ascii.files + unknown).count == 1)
  }

  /// A cell is as long as its column in bytes, also if that cuts a character.
  @Test func cutCharactersAreLeftOut() throws {
    let name = "ninenteen letters x" + "é"
    let sample = ShapeSample([.point(1, 2)], columns: [("NAME", "C")], rows: [[name]])
    #expect(try dataset(sample.files).place(0).name.text == "ninenteen letters x")
  }

  /// Natural Earth has Fiji so.
  @Test func shapesCrossTheAntimeridian() throws {
    let sample = ShapeSample(
      [.polygon([(179, -17), (-179, -17), (-179, -19)])], columns: [("NAME", "C")], rows: [["F"]])
    #expect(try dataset(sample.files).place(0).coordinate == Coordinate(latitude: -18, longitude: 180))
  }

  /// shapelib believes the header.
  @Test func rowsThatAreNotThereAreNotRead() throws {
    var files = Self.points.files
    files["dbf"]?[7] = 0x7F
    #expect(try dataset(files).count == 3)
  }

  @Test func filesThatAreMissingAreNamed() throws {
    #expect(throws: ImportError.noFileBeside("dbf")) { try dataset(Self.points.files.filter { $0.key != "dbf" }) }
    #expect(throws: ImportError.noFileBeside("shx")) { try dataset(Self.points.files.filter { $0.key != "shx" }) }
  }

  @Test(arguments: ["x.shx", "x.dbf"]) func partsAreNotOpened(_ name: String) {
    #expect(throws: ImportError.partOfShapefile) { try dataset(Self.points.files, name: name) }
  }

  @Test func capitalsAndChangesBesideTheFileAreSeen() throws {
    let folder = try TemporaryFolder()
    for (ending, bytes) in Self.points.files {
      try Data(bytes).write(to: URL(fileURLWithPath: "\(folder.path)/X.\(ending.uppercased())"))
    }
    let path = folder.path + "/X.SHP"
    let origin = try #require(ParsedOrigin(path, as: nil))
    #expect(try openDataset(at: path, named: "x").count == 3)
    try Data("UTF-8".utf8).write(to: URL(fileURLWithPath: folder.path + "/X.CPG"))
    #expect(!origin.isUnchanged)
  }

  /// Damaged files are refused, or read as far as shapelib reads them. Without a crash.
  @Test func damageIsRefused() throws {
    var random = SplitMix(state: 12)
    var refused = 0
    let files = Self.points.files
    for _ in 0..<500 {
      var damaged = files
      let ending = try #require(["shp", "shx", "dbf"].randomElement(using: &random))
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let index = Int.random(in: 0..<(damaged[ending]?.count ?? 1), using: &random)
        damaged[ending]?[index] = [0, 1, 0x7F, 0xFF].randomElement(using: &random) ?? 0
      }
      if Bool.random(using: &random) {
        damaged[ending] = Array((damaged[ending] ?? []).prefix(Int.random(in: 33...300, using: &random)))
      }
      do { _ = try dataset(damaged, [.encoding: "latin-1"]) } catch is ImportError { refused += 1 }
    }
    #expect(refused > 50)
  }
}

extension [String: [UInt8]] {
  fileprivate static func + (files: Self, more: Self) -> Self { files.merging(more) { $1 } }
}

/// A small Shapefile. Source: the technical description of ESRI of 1998.
private struct ShapeSample {
  enum Shape {
    case point(Double, Double)
    case polygon([(Double, Double)])
    case missing
  }

  private(set) var files: [String: [UInt8]] = [:]

  init(
    _ shapes: [Shape], columns: [(name: String, type: String)], rows: [[String]], isLatin1: Bool = false
  ) {
    var (records, index): ([UInt8], [UInt8]) = ([], [])
    for (number, shape) in shapes.enumerated() {
      let content = Self.content(of: shape)
      let length = Self.big(content.count / 2)
      index += Self.big((100 + records.count) / 2) + length
      records += Self.big(number + 1) + length + content
    }
    files["shp"] = Self.header(of: records) + records
    files["shx"] = Self.header(of: index) + index
    let width = 20
    var table: [UInt8] = [3, 126, 1, 31] + Self.little(Int32(rows.count))
    table += Self.little(Int16(33 + 32 * columns.count)) + Self.little(Int16(1 + width * columns.count))
    table += [UInt8](repeating: 0, count: 20)
    for column in columns {
      let name = Array(column.name.utf8)
      table += name + [UInt8](repeating: 0, count: 11 - name.count) + Array(column.type.utf8) + [0, 0, 0, 0]
      table += [UInt8(column.type == "D" ? 8 : width), 0] + [UInt8](repeating: 0, count: 14)
    }
    let length = 1 + columns.reduce(0) { $0 + ($1.type == "D" ? 8 : width) }
    table.replaceSubrange(10..<12, with: Self.little(Int16(length)))
    table.append(0x0D)
    for row in rows {
      table.append(0x20)
      for (column, text) in zip(columns, row) {
        let size = column.type == "D" ? 8 : width
        let bytes = (isLatin1 ? text.unicodeScalars.map { UInt8($0.value) } : Array(text.utf8)).prefix(size)
        table += bytes + [UInt8](repeating: 0x20, count: size - bytes.count)
      }
    }
    files["dbf"] = table + [0x1A]
  }

  func with(codePage: UInt8) -> [String: [UInt8]] {
    var files = files
    files["dbf"]?[29] = codePage
    return files
  }

  private static func content(of shape: Shape) -> [UInt8] {
    switch shape {
    case .missing: return little(Int32(0))
    case .point(let x, let y): return little(Int32(1)) + little(x) + little(y)
    case .polygon(let points):
      let (xs, ys) = (points.map(\.0), points.map(\.1))
      let box = [xs.min() ?? 0, ys.min() ?? 0, xs.max() ?? 0, ys.max() ?? 0].flatMap { little($0) }
      let counts = little(Int32(1)) + little(Int32(points.count)) + little(Int32(0))
      return little(Int32(5)) + box + counts + points.flatMap { little($0.0) + little($0.1) }
    }
  }

  private static func header(of records: [UInt8]) -> [UInt8] {
    big(9994) + [UInt8](repeating: 0, count: 20) + big((100 + records.count) / 2) + little(Int32(1000))
      + little(Int32(5)) + [UInt8](repeating: 0, count: 64)
  }

  private static func big(_ number: Int) -> [UInt8] { withUnsafeBytes(of: Int32(number).bigEndian) { Array($0) } }
  private static func little<Number>(_ number: Number) -> [UInt8] { withUnsafeBytes(of: number) { Array($0) } }
}
