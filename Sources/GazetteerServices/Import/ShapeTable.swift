import CShapelib
import GazetteerIndex
import Glibc

/// Reads a Shapefile as a text: the columns of its table, and the middle of each shape in degrees. The table and the index
/// of the shapes are in files of the same name with other endings.
struct ShapeTable {
  private(set) var text = TableText(of: .shapefile)

  /// The endings of its other files: the index, the table, the coordinate reference system and the encoding.
  static let endingsBeside = ["shx", "dbf", "prj", "cpg"]

  static func recognises(_ content: TextPiece) -> Bool {
    content.count >= 100 && content.starts(with: [0, 0, 0x27, 0x0A])
      && content[28..<32].elementsEqual([0xE8, 0x03, 0, 0])
  }

  /// O(bytes).
  init(
    _ shapes: SourceText, _ reading: SourceReading, _ cancellation: Cancellation
  ) throws(ImportError) {
    guard gaz_shapelib_is_installed() else { throw .noShapelib }
    guard let index = try shapes.sibling(ending: "shx") else { throw .noFileBeside("shx") }
    guard let table = try shapes.sibling(ending: "dbf") else { throw .noFileBeside("dbf") }
    let (system, page) = (try shapes.sibling(ending: "prj"), try shapes.sibling(ending: "cpg"))
    defer { withExtendedLifetime((shapes, index, table, system, page)) {} }
    var files = gaz_shape_files(
      shapes: shapes.shapeFile, index: index.shapeFile, table: table.shapeFile,
      code_page: page?.shapeFile ?? gaz_shape_file())
    guard let handle = gaz_shapes_new(&files) else { throw .damagedShapes }
    defer { gaz_shapes_free(handle) }
    let projection = try Self.projection(reading.system, system)
    let encoding = TextsOfShapes(reading, codePage: gaz_shapes_code_page(handle).map { String(cString: $0) })
    try readRows(of: handle, projection, encoding, cancellation)
    try encoding.decode(&text, cancellation)
  }

  private mutating func readRows(
    of handle: OpaquePointer, _ projection: Projection?, _ encoding: TextsOfShapes, _ cancellation: Cancellation
  ) throws(ImportError) {
    let columns = (0..<gaz_shapes_column_count(handle)).map { Column($0, of: handle, encoding) }
    let geometry = Self.geometryName(beside: columns.map(\.name))
    for column in columns { text.append(column.name) }
    text.append(geometry.utf8)
    try text.endRow()
    text.geometry = Untrusted(geometry)
    var (found, beyond) = (0, 0)
    for row in 0..<gaz_shapes_row_count(handle) where !gaz_shapes_is_deleted(handle, row) {
      if row % 1024 == 0, cancellation.isCancelled { throw .cancelled }
      for column in columns { text.append(column.cell(row, of: handle, encoding)) }
      let position = Position(row, of: handle, projection)
      if case .at = position { found += 1 }
      if case .beyond = position { beyond += 1 }
      text.append(position.cell)
      try text.endRow()
    }
    if beyond > found, projection == nil { throw .noSystem }
    if found == 0 { text.geometry = nil }
  }

  /// Where a shape is.
  private enum Position {
    case missing, damaged
    case at(Coordinate)
    /// Its coordinates are no degrees, or the projection does not reach there.
    case beyond(x: Double, y: Double)

    init(_ row: Int32, of handle: OpaquePointer, _ projection: Projection?) {
      var middle = gaz_shape_middle()
      switch gaz_shapes_middle(handle, row, &middle) {
      case GAZ_SHAPE_MISSING: self = .missing
      case GAZ_SHAPE_DAMAGED: self = .damaged
      default:
        let degrees =
          if let projection {
            projection.degrees(easting: middle.x, northing: middle.y)
          } else {
            Coordinate(latitude: middle.y, longitude: middle.shifted_x)
          }
        self = degrees.map { .at($0) } ?? .beyond(x: middle.x, y: middle.y)
      }
    }

    /// A position that cannot be used is a text, so that the row is reported.
    var cell: [UInt8] {
      switch self {
      case .missing: []
      case .damaged: Array("damaged shape".utf8)
      case .at(let coordinate): TableText.point(coordinate)
      case .beyond(let x, let y): Array("\(x) \(y), beyond all degrees".utf8)
      }
    }
  }

  /// A name that no column has.
  private static func geometryName(beside names: [[UInt8]]) -> String {
    let taken = Set(names.map { String(decoding: $0, as: UTF8.self).lowercased() })
    return ["geometry", "shape", "position"].first { !taken.contains($0) } ?? "shape of the place"
  }

  /// The way to degrees; nil if positions are in degrees already, or if nothing says what they are.
  private static func projection(
    _ said: SourceReading.System?, _ file: SourceText?
  ) throws(ImportError) -> Projection? {
    if let said { return try Projection(said) }
    guard let file else { return nil }
    defer { withExtendedLifetime(file) {} }
    let text = Untrusted(bytes: file.bytes.trimmed).text
    return text.isEmpty || isUsual(text) ? nil : try Projection(wellKnownText: text)
  }

  /// Whether a system is of degrees that differ from those of WGS 84 by a few metres at most.
  private static func isUsual(_ text: String) -> Bool {
    let datums = ["\"D_WGS_1984\"", "\"WGS_1984\"", "\"D_ETRS_1989\"", "\"D_North_American_1983\""]
    return text.hasPrefix("GEOGCS[") && datums.contains { text.hasPart($0) } && text.hasPart("\"Greenwich\"")
      && (text.hasPart("\"Degree\"") || text.hasPart("\"degree\""))
  }

  private struct Column {
    let number: Int32
    let name: [UInt8]
    private let isDate: Bool
    private let width: Int32

    /// In bytes.
    private static let longestName = 10

    init(_ number: Int32, of handle: OpaquePointer, _ encoding: TextsOfShapes) {
      self.number = number
      var type: CChar = 0
      var width: Int32 = 0
      let name = gaz_shapes_column_name(handle, number, &type, &width).map(Self.bytes) ?? []
      self.name = encoding.whole(name, cutAt: Self.longestName)
      self.width = width
      isDate = type == CChar(UInt8(ascii: "D"))
    }

    /// Dates are written as everywhere else: `2026-01-31` instead of `20260131`.
    func cell(_ row: Int32, of handle: OpaquePointer, _ encoding: TextsOfShapes) -> [UInt8] {
      guard var text = gaz_shapes_text(handle, row, number).map(Self.bytes) else { return [] }
      guard isDate, text.count == 8 else { return encoding.whole(text, cutAt: Int(width)) }
      text.insert(UInt8(ascii: "-"), at: 6)
      text.insert(UInt8(ascii: "-"), at: 4)
      return text
    }

    private static func bytes(_ text: UnsafePointer<CChar>) -> [UInt8] {
      Array(UnsafeRawBufferPointer(start: text, count: strlen(text)))
    }
  }
}

extension String {
  fileprivate func hasPart(_ part: String) -> Bool { Untrusted(self).bytes.firstRange(of: Array(part.utf8)) != nil }
}

extension SourceText {
  fileprivate var shapeFile: gaz_shape_file { gaz_shape_file(bytes: bytes.baseAddress, count: bytes.count) }

  /// The file of the same name with another ending, in small or capital letters; nil if there is none.
  fileprivate func sibling(ending: String) throws(ImportError) -> SourceText? {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let base = name.lastIndex(of: ".").map { name[..<$0] } ?? name[...]
    if let file = try file("\(base).\(ending)") { return file }
    return try file("\(base).\(ending.uppercased())")
  }
}
