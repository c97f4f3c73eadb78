/// The positions of places, in degrees: as whole ten-millionths if that is exact for every value, otherwise as
/// `Double`.
package struct PositionColumn: Sendable {
  /// `Int32.min` if there is none. Empty in the other form.
  let latitudesE7: Column<Int32>
  let longitudesE7: Column<Int32>
  /// NaN if there is none. Empty in the other form.
  let latitudes: Column<Double>
  let longitudes: Column<Double>

  init(latitudes: [Double], longitudes: [Double]) {
    if latitudes.allSatisfy(Self.isExact) && longitudes.allSatisfy(Self.isExact) {
      latitudesE7 = Column(latitudes.map(Self.e7))
      longitudesE7 = Column(longitudes.map(Self.e7))
      self.latitudes = Column([])
      self.longitudes = Column([])
    } else {
      latitudesE7 = Column([])
      longitudesE7 = Column([])
      self.latitudes = Column(latitudes)
      self.longitudes = Column(longitudes)
    }
  }

  var count: Int { max(latitudes.count, latitudesE7.count) }

  /// As the source gives it, even if it is not on the globe; NaN if the source gives none.
  @inline(__always) func latitude(_ row: Int) -> Double {
    latitudes.isEmpty ? Self.degrees(latitudesE7[row]) : latitudes[row]
  }

  @inline(__always) func longitude(_ row: Int) -> Double {
    longitudes.isEmpty ? Self.degrees(longitudesE7[row]) : longitudes[row]
  }

  /// nil if there is no position on the globe.
  func coordinate(_ row: Int) -> Coordinate? {
    Coordinate(latitude: latitude(row), longitude: longitude(row))
  }

  private static func isExact(_ degrees: Double) -> Bool {
    degrees.isNaN || (abs(degrees) < 214 && (degrees * 1e7).rounded() / 1e7 == degrees)
  }
  private static func e7(_ degrees: Double) -> Int32 { degrees.isNaN ? Int32.min : Int32((degrees * 1e7).rounded()) }
  @inline(__always) static func degrees(_ e7: Int32) -> Double { e7 == Int32.min ? .nan : Double(e7) / 1e7 }
}

extension PositionColumn: Archived {
  init(_ archive: inout some Archive, copying known: PositionColumn?) throws(SnapshotError) {
    latitudesE7 = try archive.part(known?.latitudesE7)
    longitudesE7 = try archive.part(known?.longitudesE7)
    latitudes = try archive.part(known?.latitudes)
    longitudes = try archive.part(known?.longitudes)
    guard latitudesE7.count == longitudesE7.count, latitudes.count == longitudes.count else { throw archive.damage }
  }
}
