import GazetteerIndex

/// Reads the waypoints of a GPX file, 1.0 or 1.1. Routes and tracks are not places: they are skipped and reported.
///
/// The type of a waypoint is its category. Everything else becomes an attribute. A waypoint without a name is named by
/// its description, otherwise by its number.
struct GPXRecords: ~Copyable {
  private let document: GPXDocument
  private var sink: RecordSink

  init(_ content: TextPiece, into sink: consuming RecordSink) throws(ImportError) {
    do throws(XMLError) { document = try GPXDocument(content, sink.cancellation) } catch {
      throw .malformed(.gpx, error)
    }
    self.sink = sink
  }

  consuming func read() throws(ImportError) -> RecordSink {
    while let waypoint = try nextWaypoint() { try add(waypoint) }
    sink.lastModified = document.time
    sink.attribution = document.author
    if let others = document.others {
      guard document.waypoints > 0 else { throw .onlyOthers(.gpx, others) }
      sink.warn { "left out: \(others), which are not places" }
    }
    return sink
  }

  private func nextWaypoint() throws(ImportError) -> GPXWaypoint? {
    do throws(XMLError) { return try document.next() } catch { throw .malformed(.gpx, error) }
  }

  private mutating func add(_ waypoint: GPXWaypoint) throws(ImportError) {
    if let name = waypoint.givenName { sink.set(name: name) } else { sink.set(madeName: waypoint.madeName) }
    if !waypoint.hasPosition { sink.fail(.noPosition) }
    sink.take(angle: waypoint.latitude, as: .latitude)
    sink.take(angle: waypoint.longitude, as: .longitude)
    let facts = waypoint.factsWithOwnKeys
    let hasOwnCategories = facts.contains { $0.key == RecordSink.ownCategory }
    for (key, value) in facts {
      if key != "type" { sink.add(fact: key, value) } else if !hasOwnCategories { sink.take(value, as: .category) }
    }
    try sink.endRecord(document.offset) { waypoint.place }
  }
}
