import GazetteerIndex

/// The way from one point to another.
package struct DistanceView: Equatable, Sendable {
  package let from: Coordinate
  package let to: Coordinate

  package var distance: Distance { from.distance(to: to) }
}

extension DistanceView: Presentable {
  static let fields: [Content.Field] = [
    .init("metres", "along the earth's surface"), .init("from", "where it starts: lat and lon"),
    .init("to", "where it ends: lat and lon"),
  ]

  var content: Content? {
    var record = Record()
    record.add("metres", .decimal(distance.inCentimetres))
    record.add("from", DistanceView.datum(from))
    record.add("to", DistanceView.datum(to))
    return Content(fields: DistanceView.fields, record)
  }

  private static func datum(_ point: Coordinate) -> Datum {
    .object([
      .init(key: Untrusted("lat"), value: .decimal(point.latitude)),
      .init(key: Untrusted("lon"), value: .decimal(point.longitude)),
    ])
  }

  var page: Page {
    let miles = Numeral.fixed(distance.metres / Distance.miles(1).metres, decimals: 1)
    return Page([.line("\(Numeral.text(distance)) (\(miles) mi)")])
  }
}
