/// The keys of a favorite's extras. A key begins with the format from which the extra was read, and to which it is
/// written back.
package enum ExtraKey {
  /// A child of a GPX waypoint that holds only text: `gpx:sym`.
  package static let gpx = "gpx:"
  /// Any other child of a waypoint, and one of its extensions: an XML element with the namespaces that it needs.
  package static let gpxElement = "gpx:*"
  package static let gpxExtension = "gpx:extensions/*"
  /// A child of a KML placemark that holds only text: `kml:styleUrl`.
  package static let kml = "kml:"
  /// A named value of its `ExtendedData`: `kml:data/opened`.
  package static let kmlDatum = "kml:data/"
  /// Any other child of a placemark, and one of its `ExtendedData`: an XML element with the namespaces that it needs.
  package static let kmlElement = "kml:*"
  package static let kmlExtension = "kml:ExtendedData/*"
  /// A column of CSV: `csv:phone`.
  package static let csv = "csv:"
  /// A member of a feature's properties: `geojson:phone`. A value that is not a text is stored as JSON.
  package static let geoJSON = "geojson:"
  /// The geometry of a KML placemark, as an XML element, if it is not a point. It is written instead of the point.
  package static let kmlGeometry = "kml:geometry"

  /// The keys whose values are XML elements.
  package static let elements: Set<String> = [gpxElement, gpxExtension, kmlElement, kmlExtension, kmlGeometry]
  /// Children of a waypoint or a placemark that this program writes from the favorite's own fields. An extra with such
  /// a name is written as `FavoriteKey.extra`.
  package static let derived: Set<String> = [
    "gpx:name", "gpx:desc", "gpx:type", "gpx:time", "gpx:link", "kml:name", "kml:description", "kml:address",
    "kml:phoneNumber",
  ]
}
