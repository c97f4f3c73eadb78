import GazetteerIndex

/// Places as JSON records and as GeoJSON features (RFC 7946), one per line.
enum ExportedRecords {
  static func json(of export: Export) -> String {
    var writer = JSONWriter()
    writer.raw("{")
    begin(export, &writer)
    writer.raw("\"places\":[")
    lines(export, &writer) { members, writer in writer.write(.object(members.members(leavingOut: []))) }
    return writer.text
  }

  static func geoJSON(of export: Export) -> String {
    var writer = JSONWriter()
    writer.raw("{\"type\":\"FeatureCollection\",")
    begin(export, &writer)
    writer.raw("\"features\":[")
    lines(export, &writer) { members, writer in
      writer.raw("{\"type\":\"Feature\",\"geometry\":")
      let position = ["lon", "lat"].compactMap { name in members.plain.first { $0.name == name }?.value }
      if position.count == 2 {
        writer.raw("{\"type\":\"Point\",")
        writer.member("coordinates", .list(position))
        writer.raw("}")
      } else {
        writer.raw("null")
      }
      writer.raw(",\"properties\":")
      writer.write(.object(members.members(leavingOut: ["lat", "lon"])))
      writer.raw("}")
    }
    return writer.text
  }

  private static func begin(_ export: Export, _ writer: inout JSONWriter) {
    writer.member("title", .own(export.title))
    writer.raw(",")
    writer.member("made", .own(UTC.iso(export.time)))
    writer.raw(",")
    writer.member("attribution", .list(export.credits.map { .text($0) }))
    writer.raw(",")
  }

  private static func lines(
    _ export: Export, _ writer: inout JSONWriter, each: (ExportedMembers, inout JSONWriter) -> Void
  ) {
    for (index, place) in export.places.enumerated() where !export.isCancelled {
      writer.raw(index == 0 ? "\n" : ",\n")
      each(
        ExportedMembers(of: place, extrasOf: ExtraKey.geoJSON, holds: ExportedMembers.isSafeCell), &writer)
    }
    writer.raw("\n]}\n")
  }
}

extension ExportedMembers {
  fileprivate func members(leavingOut names: [String]) -> [Datum.Member] {
    let plain = plain.filter { !names.contains($0.name) }.map { Datum.Member(key: Untrusted($0.name), value: $0.value) }
    let own = own.map { own in
      let texts = own.values.map { Datum.text(Untrusted($0)) }
      return Datum.Member(key: own.name, value: own.key.isRepeated ? .list(texts) : texts[0])
    }
    let mark = attributes.isEmpty ? [] : [Datum.Member(key: Untrusted(SpreadsheetText.columns), value: .own(columns))]
    return plain + own + mark + extras.map { Datum.Member(key: $0.name, value: .text($0.value)) }
  }
}
