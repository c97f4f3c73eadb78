/// A length along the surface of the earth.
public struct Distance: Hashable, Sendable {
  public let metres: Double

  public static func metres(_ value: Double) -> Distance { Distance(metres: value) }
  public static func kilometres(_ value: Double) -> Distance { Distance(metres: value * 1000) }
  public static func feet(_ value: Double) -> Distance { Distance(metres: value * 0.3048) }
  public static func miles(_ value: Double) -> Distance { Distance(metres: value * 1609.344) }

  /// In miles.
  public var miles: Double { metres / 1609.344 }

  /// The earth's mean radius in metres (IUGG R1).
  static let earthRadius = 6_371_008.8
}

extension Distance: Comparable {
  public static func < (left: Distance, right: Distance) -> Bool { left.metres < right.metres }
}
