/// A geometry in a column of a database: a GeoPackage's (https://www.geopackage.org/spec/#gpb_format), SpatiaLite's
/// (https://www.gaia-gis.it/gaia-sins/BLOB-Geometry.html), or well-known binary (ISO 13249-3, and PostGIS's EWKB).
struct GeometryBytes {
  /// The middle of the box around it, in the units of its coordinate reference system.
  let plane: (x: Double, y: Double)
  /// The same for degrees: across the antimeridian if the box there is smaller.
  let degrees: (latitude: Double, longitude: Double)
  /// The number of its coordinate reference system; nil: not said.
  let system: Int?

  /// nil if the bytes are no geometry, or an empty one. O(length).
  init?(_ bytes: [UInt8]) {
    var reader = Reader(bytes: bytes)
    if bytes.starts(with: [0x47, 0x50]) {
      self.init(package: &reader)
    } else if bytes.count >= 39, bytes[0] == 0, bytes[1] <= 1, bytes[38] == 0x7C {
      self.init(spatiaLite: &reader)
    } else {
      var box = Box()
      guard reader.read(into: &box) else { return nil }
      self.init(box, reader.system)
    }
  }

  /// nil if the bytes are not exactly one geometry in well-known binary, or if it is empty. O(length).
  init?(wellKnown bytes: [UInt8]) {
    var reader = Reader(bytes: bytes)
    var box = Box()
    guard reader.read(into: &box), reader.offset == bytes.count else { return nil }
    self.init(box, reader.system)
  }

  private init?(_ box: Box, _ system: Int?) {
    guard let plane = box.middle, let degrees = box.middleInDegrees else { return nil }
    (self.plane, self.degrees, self.system) = (plane, degrees, system)
  }

  private init?(package reader: inout Reader) {
    guard reader.bytes.count >= 8 else { return nil }
    let flags = reader.bytes[3]
    reader.offset = 4
    reader.isLittle = flags & 1 == 1
    guard let system = reader.number() else { return nil }
    var box = Box()
    switch flags >> 1 & 7 {
    case 0:
      guard reader.read(into: &box) else { return nil }
    case 1...4:
      guard let west = reader.double(), let east = reader.double(), let south = reader.double(),
        let north = reader.double()
      else { return nil }
      box = Box(from: (west, south), to: (east, north))
    default: return nil
    }
    self.init(box, Int(Int32(bitPattern: system)))
  }

  private init?(spatiaLite reader: inout Reader) {
    reader.offset = 2
    reader.isLittle = reader.bytes[1] == 1
    guard let system = reader.number(), let west = reader.double(), let south = reader.double(),
      let east = reader.double(), let north = reader.double()
    else { return nil }
    self.init(Box(from: (west, south), to: (east, north)), Int(Int32(bitPattern: system)))
  }
}

private struct Box {
  private var extent = GeoJSONExtent(isPlane: true)
  private var degrees = GeoJSONExtent()
  /// Whether only the corners of the box are known: whether it crosses the antimeridian is not.
  private let isWhole: Bool

  init() { isWhole = false }

  init(from first: (x: Double, y: Double), to last: (x: Double, y: Double)) {
    isWhole = true
    add(first.x, first.y)
    add(last.x, last.y)
  }

  mutating func add(_ x: Double, _ y: Double) {
    guard x.isFinite, y.isFinite else { return }
    extent.add(GeoJSONPosition(longitude: x, latitude: y))
    degrees.add(GeoJSONPosition(longitude: x, latitude: y))
  }

  var middle: (x: Double, y: Double)? { extent.middle.map { ($0.longitude, $0.latitude) } }
  var middleInDegrees: (latitude: Double, longitude: Double)? { isWhole ? extent.middle : degrees.middle }
}

private struct Reader {
  let bytes: [UInt8]
  var offset = 0
  var isLittle = true
  var system: Int?

  /// How deep collections may be in others.
  private static let mostDepth = 16

  mutating func number() -> UInt32? {
    guard offset + 4 <= bytes.count else { return nil }
    defer { offset += 4 }
    let value = bytes[offset..<offset + 4].withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
    return isLittle ? UInt32(littleEndian: value) : UInt32(bigEndian: value)
  }

  mutating func double() -> Double? {
    guard offset + 8 <= bytes.count else { return nil }
    defer { offset += 8 }
    let value = bytes[offset..<offset + 8].withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) }
    return Double(bitPattern: isLittle ? UInt64(littleEndian: value) : UInt64(bigEndian: value))
  }

  /// Reads one geometry of well-known binary.
  mutating func read(into box: inout Box, depth: Int = 0) -> Bool {
    guard depth < Self.mostDepth, offset < bytes.count, bytes[offset] <= 1 else { return false }
    isLittle = bytes[offset] == 1
    offset += 1
    guard let word = number() else { return false }
    if word & 0x2000_0000 != 0 {
      guard let number = number() else { return false }
      system = Int(Int32(bitPattern: number))
    }
    let type = word & 0x0FFF_FFFF
    let (hasZ, hasM) = (word & 0x8000_0000 != 0, word & 0x4000_0000 != 0)
    let more = type / 1000 == 3 ? 2 : type / 1000 == 0 ? (hasZ ? 1 : 0) + (hasM ? 1 : 0) : 1
    guard type / 1000 <= 3 else { return false }
    switch type % 1000 {
    case 1: return readPoints(1, 2 + more, into: &box)
    case 2, 8: return readLine(2 + more, into: &box)
    case 3, 17: return repeated { $0.readLine(2 + more, into: &box) }
    case 4...7, 9...12, 15, 16: return repeated { $0.read(into: &box, depth: depth + 1) }
    default: return false
    }
  }

  /// A count, and as many parts. Each part moves on, so a wrong count ends with the bytes.
  private mutating func repeated(_ part: (inout Reader) -> Bool) -> Bool {
    guard let count = number() else { return false }
    for _ in 0..<count { guard part(&self) else { return false } }
    return true
  }

  private mutating func readLine(_ dimensions: Int, into box: inout Box) -> Bool {
    guard let count = number() else { return false }
    return readPoints(Int(count), dimensions, into: &box)
  }

  private mutating func readPoints(_ count: Int, _ dimensions: Int, into box: inout Box) -> Bool {
    guard count <= (bytes.count - offset) / (8 * dimensions) else { return false }
    for _ in 0..<count {
      guard let x = double(), let y = double() else { return false }
      box.add(x, y)
      offset += 8 * (dimensions - 2)
    }
    return true
  }
}
