import GazetteerIndex

/// Records with a position as a collection of features (RFC 7946), one per line.
enum GeoJSON {
  static func text(of content: Content, _ cancellation: Cancellation) throws(Cancelled) -> String {
    var writer = JSONWriter()
    writer.raw("{\"type\":\"FeatureCollection\",")
    if !content.attribution.isEmpty {
      writer.member("attribution", .list(content.attribution.map { .text($0) }))
      writer.raw(",")
    }
    writer.raw("\"features\":[")
    try content.forEach(cancellation) { index, record in
      writer.raw(index == 0 ? "\n" : ",\n")
      feature(content.whole?(index) ?? record, with: record, to: &writer)
    }
    writer.raw(content.count == 0 ? "]}\n" : "\n]}\n")
    return writer.text
  }

  /// - Parameter properties: the fields that were asked for.
  private static func feature(_ record: Record, with properties: Record, to writer: inout JSONWriter) {
    writer.raw("{\"type\":\"Feature\",")
    if let id = record["id"] {
      writer.member("id", id)
      writer.raw(",")
    }
    writer.raw("\"geometry\":")
    if let latitude = record["lat"], let longitude = record["lon"] {
      writer.raw("{\"type\":\"Point\",")
      writer.member("coordinates", .list([longitude, latitude]))
      writer.raw("}")
    } else {
      writer.raw("null")
    }
    writer.raw(",\"properties\":")
    writer.write(properties.selecting(properties.values.map(\.field).filter { !["id", "lat", "lon"].contains($0) }))
    writer.raw("}")
  }
}
