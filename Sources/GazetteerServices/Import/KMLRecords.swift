import GazetteerIndex

/// Reads the placemarks of a KML file, in all folders.
///
/// The category of a placemark is the innermost folder with a name. If a geometry is not a point, the position is the
/// middle of the box around it. A placemark without a name is named by its description, otherwise by its number.
struct KMLRecords: ~Copyable {
  private let document: KMLDocument
  private var sink: RecordSink

  init(_ content: TextPiece, into sink: consuming RecordSink) throws(ImportError) {
    do throws(XMLError) { document = try KMLDocument(content, sink.cancellation) } catch {
      throw .malformed(.kml, error)
    }
    self.sink = sink
  }

  consuming func read() throws(ImportError) -> RecordSink {
    while let placemark = try nextPlacemark() { try add(placemark) }
    if let others = document.others {
      guard document.placemarks > 0 else { throw .onlyOthers(.kml, others) }
      sink.warn { "left out: \(others), which are not places" }
    }
    return sink
  }

  private func nextPlacemark() throws(ImportError) -> KMLPlacemark? {
    do throws(XMLError) { return try document.next() } catch { throw .malformed(.kml, error) }
  }

  private mutating func add(_ placemark: KMLPlacemark) throws(ImportError) {
    if let id = placemark.element.tag["id"], !id.isBlank { sink.set(id: .text(id.text)) }
    if let name = placemark.givenName { sink.set(name: name) } else { sink.set(madeName: placemark.madeName) }
    switch placemark.position {
    case .at(let latitude, let longitude):
      sink.builder.set(latitude: latitude)
      sink.builder.set(longitude: longitude)
    case .malformed(let text): sink.losePosition(text)
    case .none: break
    }
    let facts = placemark.facts
    if !facts.contains(where: { $0.key == RecordSink.ownCategory }),
      let folder = placemark.folders.last(where: { !$0.isBlank })
    {
      folder.bytes.withUnsafeBufferPointer { sink.take(element: $0, as: .category) }
    }
    for (key, value) in facts { sink.add(fact: key, value) }
    try sink.endRecord(document.offset) { placemark.place }
  }
}
