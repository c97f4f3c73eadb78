import GazetteerIndex

/// A position in one text: `48.1, 11.5`, `(48.1, 11.5)`, `POINT (11.5 48.1)`, `SRID=4326;POINT(11.5 48.1)`,
/// `{"type":"Point","coordinates":[11.5,48.1]}`, `{"rings":[[[11.5,48.1],…]]}`, `[11.5, 48.1]`, `48°8'N 11°30'E`, or
/// `0101000000…`, the bytes of a geometry as PostGIS writes them. Or a position in brackets in a line after those of an
/// address, as Socrata writes it.
///
/// Two plain numbers are latitude and longitude; in square brackets, and in WKT and GeoJSON, the longitude comes first. Of
/// a line or an area, it is the middle of the box around it.
enum PointText {
  /// The most bytes of a text that is read.
  private static let mostBytes = 1 << 20

  /// nil if the text is no position, or not on the globe. O(length).
  ///
  /// - Parameter isCertain: whether its column is called like one of positions. Otherwise, three numbers may be a colour,
  ///   and `50 S 100 W` an address.
  static func parse(_ text: TextPiece, longitudeFirst: Bool = false, isCertain: Bool = true) -> Coordinate? {
    let text = text.trimmed
    return position(text, longitudeFirst, isCertain)
      ?? split(text).flatMap { position($0.last, longitudeFirst, isCertain) }
  }

  /// The lines before the position, if the text is an address with a position in its last line. O(length).
  static func address(in text: TextPiece) -> TextPiece? {
    guard let (lines, last) = split(text.trimmed), position(last, false, true) != nil else { return nil }
    return lines.isBlank ? nil : lines.trimmed
  }

  private static func position(_ text: TextPiece, _ longitudeFirst: Bool, _ isCertain: Bool) -> Coordinate? {
    guard let first = text.first, text.count <= mostBytes else { return nil }
    if first == UInt8(ascii: "{") { return coordinate(geoJSON(text, isPlane: false)) ?? members(of: text) }
    if let geometry = geometry(text) {
      return ReferenceNumber.isInDegrees(geometry.system ?? 0) ? coordinate(geometry.degrees) : nil
    }
    if isLetter(first) { return coordinate(wellKnown(text, isPlane: false)) ?? pair(text, longitudeFirst, isCertain) }
    if first == UInt8(ascii: "["), text.last == UInt8(ascii: "]") {
      return pair(TextPiece(rebasing: text.dropFirst().dropLast()), true, isCertain)
    }
    if first == UInt8(ascii: "("), let end = text.lastIndex(of: UInt8(ascii: ")")) {
      return pair(TextPiece(rebasing: text[1..<end]), longitudeFirst, isCertain)
    }
    return pair(text, longitudeFirst, isCertain)
  }

  /// The position in `{"latitude":"48.1","longitude":"11.5"}`; nil for other objects. An `x` can be anything.
  private static func members(of text: TextPiece) -> Coordinate? {
    guard case .object(let members)? = try? JSONValue(Array(text), most: 2 * RecordSize.mostValues) else { return nil }
    func angle(_ role: RecordField.Role) -> Double? {
      let value = members.first { $0.key.count > 1 && RecordField(named: $0.key).role == role }?.value.words
      return value.flatMap { $0.bytes.withUnsafeBufferPointer(Degrees.parse) }
    }
    guard let latitude = angle(.latitude), let longitude = angle(.longitude) else { return nil }
    return Coordinate(latitude: latitude, longitude: longitude)
  }

  /// The last line, and those before it, if the last is in brackets and the others are no geometry.
  private static func split(_ text: TextPiece) -> (lines: TextPiece, last: TextPiece)? {
    guard text.last == UInt8(ascii: ")"), let end = text.lastIndex(of: 0x0A), text[end + 1] == UInt8(ascii: "("),
      text.count <= mostBytes
    else { return nil }
    let start = String(decoding: text.prefix(20), as: UTF8.self).uppercased()
    guard !(shapes + ["SRID="]).contains(where: start.hasPrefix) else { return nil }
    return (TextPiece(rebasing: text[..<end]), TextPiece(rebasing: text[(end + 1)...]))
  }

  private static func coordinate(_ point: (latitude: Double, longitude: Double)?) -> Coordinate? {
    point.flatMap { Coordinate(latitude: $0.latitude, longitude: $0.longitude) }
  }

  /// The easting and northing of a point of a map projection, or of the middle of a shape; nil for two plain numbers: it is
  /// not known which of them is which. O(length).
  ///
  /// - Parameter number: that of the projection. A position that names another one is none, unless it is in degrees.
  static func plane(_ text: TextPiece, of number: Int? = nil) -> (northing: Double, easting: Double)? {
    let text = text.trimmed
    guard let first = text.first, text.count <= mostBytes else { return nil }
    if let number, let said = system(of: text), ReferenceNumber.usual(said) != ReferenceNumber.usual(number) {
      return nil
    }
    if let geometry = geometry(text) { return (geometry.plane.y, geometry.plane.x) }
    let middle = first == UInt8(ascii: "{") ? geoJSON(text, isPlane: true) : wellKnown(text, isPlane: true)
    return middle.map { ($0.latitude, $0.longitude) }
  }

  /// The number of the map projection that a position names: 25832 for `SRID=25832;POINT (…)`; nil if it names none, or
  /// degrees. O(length).
  static func system(of text: TextPiece) -> Int? {
    let text = text.trimmed
    guard text.count <= mostBytes, let number = geometry(text)?.system ?? named(text)?.system else { return nil }
    return ReferenceNumber.isInDegrees(number) ? nil : number
  }

  /// The number in `SRID=4326;`, and the text after it; nil if there is none.
  private static func named(_ text: TextPiece) -> (system: Int, rest: TextPiece)? {
    let start = String(decoding: text.prefix(12), as: UTF8.self).uppercased()
    guard start.hasPrefix("SRID="), let end = start.firstIndex(of: ";"), let system = Int(start[..<end].dropFirst(5))
    else {
      return nil
    }
    return (system, TextPiece(rebasing: text.dropFirst(start[...end].utf8.count)))
  }

  /// The geometry in well-known binary that is written as hexadecimal digits, perhaps after `\x`; nil for other texts.
  private static func geometry(_ text: TextPiece) -> GeometryBytes? {
    let text = text.starts(with: #"\x"#.utf8) ? TextPiece(rebasing: text.dropFirst(2)) : text
    // The first byte says the order of the others: 0 or 1.
    guard text.count >= leastDigits, text.count.isMultiple(of: 2), text[0] == UInt8(ascii: "0"), text[1] & 0xFE == 0x30
    else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 2)
    for index in stride(from: 0, to: text.count, by: 2) {
      guard let byte = Hexadecimal.byte(text[index..<index + 2]) else { return nil }
      bytes.append(byte)
    }
    return GeometryBytes(wellKnown: bytes)
  }

  /// Those of the shortest geometry, a point: the order of the bytes, the type, and two numbers.
  private static let leastDigits = 2 * (1 + 4 + 2 * 8)

  private static let separators: [UInt8] = [";", ",", "|", "/", " "].map { UInt8(ascii: $0) }

  /// Two angles, separated by a semicolon, a comma, a bar, a slash, or blanks.
  private static func pair(_ text: TextPiece, _ longitudeFirst: Bool, _ isCertain: Bool) -> Coordinate? {
    guard text.count <= 128 else { return nil }
    let text = text.starts(with: "geo:".utf8) ? TextPiece(rebasing: text.dropFirst(4).prefix { $0 != 0x3B }) : text
    for separator in separators {
      guard text.contains(separator) else { continue }
      let parts = text.split(separator: separator)
      if parts.count == 2, let found = coordinate(of: parts[0], parts[1], longitudeFirst) { return found }
    }
    // `48,1, 11,5`: decimal commas, and a comma with a blank between the numbers.
    if let cut = text.indices.dropLast().first(where: { text[$0] == UInt8(ascii: ",") && text[$0 + 1] == 0x20 }),
      let found = coordinate(of: text[..<cut], text[(cut + 2)...], longitudeFirst)
    {
      return found
    }
    return isCertain ? rarePair(text, longitudeFirst) : nil
  }

  /// Two angles in rarer forms: with letters, or with an altitude.
  private static func rarePair(_ text: TextPiece, _ longitudeFirst: Bool) -> Coordinate? {
    if let pair = lettered(text) { return coordinate(of: pair[0], pair[1], longitudeFirst) }
    return withAltitude(text, longitudeFirst)
  }

  private typealias Part = Slice<TextPiece>

  /// The position with two angles. Letters say which of them is the latitude, otherwise the order.
  private static func coordinate(of first: Part, _ second: Part, _ longitudeFirst: Bool) -> Coordinate? {
    let (first, second) = (TextPiece(rebasing: first), TextPiece(rebasing: second))
    guard let one = Degrees.parse(first), let other = Degrees.parse(second) else { return nil }
    let axes = (Degrees.axis(of: first), Degrees.axis(of: second))
    if let axis = axes.0, axis == axes.1 { return nil }
    let isTurned = axes == (nil, nil) ? longitudeFirst : axes.0 == .longitude || axes.1 == .latitude
    return isTurned ? Coordinate(latitude: other, longitude: one) : Coordinate(latitude: one, longitude: other)
  }

  /// The two parts of a text in which each angle has a letter, before or after it: `N48 08.2 E011 34.5`.
  private static func lettered(_ text: TextPiece) -> [Part]? {
    let letters = text.indices.filter { index in
      switch text[index] {
      case UInt8(ascii: "N"), UInt8(ascii: "S"), UInt8(ascii: "W"): true
      // Between digits, it is an exponent: `1.5E1`.
      case UInt8(ascii: "E"):
        !(index > 0 && isDigit(text[index - 1]) && index + 1 < text.count && isOfNumber(text[index + 1]))
      default: false
      }
    }
    guard letters.count == 2, let first = text.first else { return nil }
    let cut = isLetter(first) ? letters[1] : letters[0] + 1
    let parts = [text[..<cut], text[cut...]]
    let marks = Set(separators)
    return parts.map { part in
      let start = part.firstIndex { !marks.contains($0) } ?? part.endIndex
      let end = part.lastIndex { !marks.contains($0) } ?? start
      return start < end ? part[start...end] : part[start..<start]
    }
  }

  /// Three or four numbers, of which the first two are decimals: the others are the altitude and its accuracy. With commas
  /// only if a blank follows each: `11.5,48.1,0` is the order of KML, and is not read.
  private static func withAltitude(_ text: TextPiece, _ longitudeFirst: Bool) -> Coordinate? {
    let parts = text.split(separator: 0x20)
    guard (3...4).contains(parts.count) else { return nil }
    let comma = UInt8(ascii: ",")
    let areSeparated = parts.dropLast().allSatisfy { $0.last == comma }
    let numbers = parts.map { $0.last == comma ? $0.dropLast() : $0 }
    guard areSeparated || !text.contains(comma), numbers[..<2].allSatisfy({ $0.contains(UInt8(ascii: ".")) }),
      numbers.allSatisfy({ JSONNumber.value(of: TextPiece(rebasing: $0)) != nil })
    else { return nil }
    return coordinate(of: numbers[0], numbers[1], longitudeFirst)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte & 0xDF)
  }

  static let shapes = [
    "POINT", "MULTIPOINT", "LINESTRING", "MULTILINESTRING", "POLYGON", "MULTIPOLYGON", "GEOMETRYCOLLECTION",
  ]

  private static func wellKnown(_ text: TextPiece, isPlane: Bool) -> (latitude: Double, longitude: Double)? {
    var text = text
    if let (system, rest) = named(text) {
      guard isPlane || ReferenceNumber.isInDegrees(system) else { return nil }
      text = rest
    }
    guard let bracket = text.firstIndex(of: UInt8(ascii: "(")) else { return nil }
    let words = String(decoding: text[..<bracket], as: UTF8.self).uppercased().split(whereSeparator: \.isWhitespace)
    guard let shape = words.first, shapes.contains(String(shape)), text.last == UInt8(ascii: ")") else { return nil }
    var extent = GeoJSONExtent(isPlane: isPlane)
    for point in text[bracket...].split(whereSeparator: { $0 == UInt8(ascii: ",") }) {
      let numbers = point.split(whereSeparator: { !isOfNumber($0) })
      guard numbers.count >= 2, let longitude = JSONNumber.value(of: TextPiece(rebasing: numbers[0])),
        let latitude = JSONNumber.value(of: TextPiece(rebasing: numbers[1])),
        isPlane || Coordinate(latitude: latitude, longitude: longitude) != nil
      else { return nil }
      extent.add(GeoJSONPosition(longitude: longitude, latitude: latitude))
    }
    return extent.middle
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  private static func isOfNumber(_ byte: UInt8) -> Bool {
    switch Unicode.Scalar(byte) {
    case "0"..."9", "+", "-", ".", "e", "E": true
    default: false
    }
  }

  private static func geoJSON(_ text: TextPiece, isPlane: Bool) -> (latitude: Double, longitude: Double)? {
    let copy = ByteBuffer()
    copy.append(text)
    defer { withExtendedLifetime(copy) {} }
    var reader = JSONReader(copy.terminated)
    if let lines = lines(ofShape: reader) {
      return lines.withUnsafeBufferPointer { geoJSON($0, isPlane: isPlane) }
    }
    return try? GeoJSONGeometry(&reader, isPlane: isPlane, Cancellation()).extent.middle
  }

  /// The lines of a shape as ArcGIS writes it, `{"rings":[[[11,48],…],…]}` or with `paths`, in GeoJSON; nil if it is none.
  private static func lines(ofShape object: JSONReader) -> [UInt8]? {
    var reader = object
    do throws(JSONError) {
      try reader.beginObject()
      while let key = try reader.nextKey() {
        if key.elementsEqual("rings".utf8) || key.elementsEqual("paths".utf8) {
          return Array("{\"type\":\"MultiLineString\",\"coordinates\":".utf8) + (try reader.rawValue()) + [0x7D]
        }
        try reader.skipValue()
      }
    } catch {}
    return nil
  }
}
