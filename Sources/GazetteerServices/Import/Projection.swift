import CProj
import GazetteerIndex

/// The way from the coordinates of a map projection to degrees, by libproj. Used by one thread at a time.
final class Projection {
  private let handle: OpaquePointer

  /// Fails if libproj is missing, or does not know the system.
  init(_ system: SourceReading.System) throws(ImportError) {
    guard gaz_proj_is_installed() else { throw .noProjections }
    var hasData = false
    guard let handle = gaz_projection_new(system.code, &hasData) else {
      throw hasData ? .unknownSystem(system) : .noProjections
    }
    self.handle = handle
  }

  deinit { gaz_projection_free(handle) }

  /// The degrees of a position; nil if the projection does not reach there.
  func degrees(easting: Double, northing: Double) -> Coordinate? {
    var (latitude, longitude) = (0.0, 0.0)
    guard gaz_projection_degrees(handle, easting, northing, &latitude, &longitude) else { return nil }
    return Coordinate(latitude: latitude, longitude: longitude)
  }
}
