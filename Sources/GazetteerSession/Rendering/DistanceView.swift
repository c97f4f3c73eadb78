import GazetteerIndex

/// The distance from one point to another.
package struct DistanceView: Equatable, Sendable {
  /// One of the two points.
  package struct End: Equatable, Sendable {
    package let point: Coordinate
    /// nil if only the point was given.
    package let place: Place?
  }

  package let from: End
  package let to: End

  package var distance: Distance { from.point.distance(to: to.point) }
}

extension DistanceView: Presentable {
  static let fields: [Content.Field] = [
    .init("metres", "along the earth's surface"), .init("from", "the first point: lat, lon and the name of a place"),
    .init("to", "the second point: the same"),
  ]

  var content: Content? {
    var record = Record()
    record.add("metres", .decimal(distance.inCentimetres))
    record.add("from", from.datum)
    record.add("to", to.datum)
    return Content(fields: DistanceView.fields, record)
  }

  var page: Page {
    let length = "\(Numeral.text(distance)) (\(Numeral.miles(distance)))"
    guard from.place != nil || to.place != nil else { return Page([.line(length)]) }
    return Page([.line("\(from.text) to \(to.text): \(length)")])
  }
}

extension DistanceView.End {
  fileprivate var datum: Datum {
    let name = place.map { Datum.Member(key: Untrusted("name"), value: .text($0.name)) }
    return .object(
      [
        .init(key: Untrusted("lat"), value: .decimal(point.latitude)),
        .init(key: Untrusted("lon"), value: .decimal(point.longitude)),
      ] + (name.map { [$0] } ?? []))
  }

  /// The place's name and region, or the point.
  fileprivate var text: String { place?.title.neutralised ?? point.word }
}
