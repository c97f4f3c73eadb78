import CProj
import GazetteerIndex

/// The way from the coordinates of a map projection to degrees, by libproj. Used by one thread at a time.
final class Projection {
  private let handle: OpaquePointer
  /// The number of the system; nil if it was described by a text.
  let number: Int?

  /// Fails if libproj is missing, or does not know the system.
  init(_ system: SourceReading.System) throws(ImportError) {
    guard gaz_proj_is_installed() else { throw .noProjections }
    var hasData = false
    guard let handle = gaz_projection_new(system.code, &hasData) else {
      throw hasData ? .unknownSystem(system) : .noProjections
    }
    self.handle = handle
    number = system.code.split(separator: ":").last.flatMap { Int($0) }
  }

  /// What libproj would take for something else than such a text could make it open files.
  private static let beginnings = [
    "PROJCS[", "PROJCRS[", "GEOGCS[", "GEOGCRS[", "GEODCRS[", "COMPD_CS[", "COMPOUNDCRS[",
  ]

  /// - Parameter text: a system as files beside Shapefiles describe it.
  init(wellKnownText text: String) throws(ImportError) {
    guard gaz_proj_is_installed() else { throw .noProjections }
    var hasData = false
    let extended = Array("EXTENSION[".utf8)
    guard Self.beginnings.contains(where: text.uppercased().hasPrefix),
      Array(text.uppercased().utf8).firstRange(of: extended) == nil,
      let handle = gaz_projection_new(text, &hasData)
    else { throw .unknownText(Untrusted(text).beginning) }
    self.handle = handle
    number = nil
  }

  deinit { gaz_projection_free(handle) }

  /// Whether one unit is about a degree, not a metre.
  private lazy var isAngular: Bool = {
    guard let first = degrees(easting: 11, northing: 48), let second = degrees(easting: 12, northing: 48) else {
      return false
    }
    return first.distance(to: second).metres > 10_000
  }()

  /// Whether a position is in degrees already: hardly any place is so near to the origin of a map projection.
  func isInDegrees(easting: Double, northing: Double) -> Bool {
    (easting != 0 || northing != 0) && Coordinate(latitude: northing, longitude: easting) != nil && !isAngular
  }

  private static func rounded(_ degrees: Double) -> Double { (degrees * 1e7).rounded() / 1e7 }

  /// The degrees of a position, to a ten-millionth, which is a centimetre; nil if the projection does not reach there.
  func degrees(easting: Double, northing: Double) -> Coordinate? {
    var (latitude, longitude) = (0.0, 0.0)
    guard gaz_projection_degrees(handle, easting, northing, &latitude, &longitude) else { return nil }
    return Coordinate(latitude: Self.rounded(latitude), longitude: Self.rounded(longitude))
  }
}
