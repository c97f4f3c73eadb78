/// The positions of places, in degrees: whole ten-millionths where every value is one exactly, else `Double`s.
package struct PositionColumn: Sendable {
  /// `Int32.min` where there is none. Empty in the other form.
  let latitudesE7: Column<Int32>
  let longitudesE7: Column<Int32>
  /// NaN where there is none. Empty in the other form.
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

  init(latitudesE7: Column<Int32>, longitudesE7: Column<Int32>, latitudes: Column<Double>, longitudes: Column<Double>) {
    self.latitudesE7 = latitudesE7
    self.longitudesE7 = longitudesE7
    self.latitudes = latitudes
    self.longitudes = longitudes
  }

  var count: Int { max(latitudes.count, latitudesE7.count) }

  /// As the source has it, also off the globe; NaN where it has none.
  @inline(__always) func latitude(_ row: Int) -> Double {
    latitudes.isEmpty ? Self.degrees(latitudesE7[row]) : latitudes[row]
  }

  @inline(__always) func longitude(_ row: Int) -> Double {
    longitudes.isEmpty ? Self.degrees(longitudesE7[row]) : longitudes[row]
  }

  /// nil where there is no position on the globe.
  func coordinate(_ row: Int) -> Coordinate? {
    Coordinate(latitude: latitude(row), longitude: longitude(row))
  }

  private static func isExact(_ degrees: Double) -> Bool {
    degrees.isNaN || (abs(degrees) < 214 && (degrees * 1e7).rounded() / 1e7 == degrees)
  }
  private static func e7(_ degrees: Double) -> Int32 { degrees.isNaN ? Int32.min : Int32((degrees * 1e7).rounded()) }
  @inline(__always) private static func degrees(_ e7: Int32) -> Double { e7 == Int32.min ? .nan : Double(e7) / 1e7 }
}
