import GazetteerIndex

/// What the values of columns can be.
extension String {
  /// The value as an angle.
  var angle: Double? {
    var text = self
    return text.withUTF8 { Degrees.parse($0) }
  }

  var isMissing: Bool {
    var text = self
    return text.withUTF8 { $0.isMissing }
  }

  /// Whether it is a shape without a point, such as `POINT EMPTY`.
  var isEmptyShape: Bool { hasSuffix(" EMPTY") && PointText.shapes.contains { hasPrefix($0) } }

  /// Whether it is a text that is no position, such as an address.
  var isAddress: Bool {
    guard let first = unicodeScalars.first, first.properties.isAlphabetic || ("0"..."9").contains(first),
      unicodeScalars.contains(where: \.properties.isAlphabetic), !isMissing, !isEmptyShape
    else { return false }
    return !isPoint(longitudeFirst: false, isNamed: true) && !isPoint(longitudeFirst: true, isNamed: true) && !isPlane
  }

  /// Whether it is an address with its position in the last line.
  var isPlacedAddress: Bool {
    var text = self
    return text.withUTF8 { PointText.address(in: $0) != nil }
  }

  /// Whether it is a position. A column that is not called like one must have more than two plain numbers.
  func isPoint(longitudeFirst: Bool, isNamed: Bool) -> Bool {
    let isPlain = utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2C || $0 == 0x20 || $0 == 0x3B }
    if isPlain, !isNamed { return false }
    var text = self
    return text.withUTF8 { PointText.parse($0, longitudeFirst: longitudeFirst, isCertain: isNamed) != nil }
  }

  /// Whether it is a position of a map projection.
  var isPlane: Bool {
    var text = self
    return text.withUTF8 { PointText.plane($0) != nil }
  }

  /// The number of the coordinate reference system that it names beside a position.
  var systemOfPosition: Int? {
    var text = self
    return text.withUTF8 { PointText.system(of: $0) }
  }

  /// Whether it is an object in JSON that has a latitude and a longitude, not inside another one.
  var hasLatitude: Bool {
    guard hasPrefix("{"), case .object(let members)? = try? JSONValue(Array(utf8), most: 2 * RecordSize.mostValues)
    else { return false }
    let roles = members.map { RecordField(named: $0.key).role }
    return roles.contains(.latitude) && roles.contains(.longitude)
  }
}
