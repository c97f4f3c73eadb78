import GazetteerIndex

/// The numbers of coordinate reference systems that files write beside positions (https://epsg.org).
enum ReferenceNumber {
  /// WGS 84, ETRS89, NAD83 and GDA94 differ by a metre or two; 0 and -1 say none.
  static func isInDegrees(_ number: Int) -> Bool { [4326, 4258, 4269, 4283, 4979, 0, -1].contains(number) }

  /// One number for those of the same system: 3857 has several, and so has UTM in Europe, which is that of WGS 84 or of
  /// ETRS89.
  static func usual(_ number: Int) -> Int {
    switch number {
    case 900_913, 102_100, 102_113, 3785: 3857
    case 25_828...25_838: number - 25_800 + 32_600
    default: number
    }
  }

  /// The system with a number; nil if no system has such a number.
  static func system(_ number: Int) -> SourceReading.System? { SourceReading.System(Untrusted(String(usual(number)))) }
}
