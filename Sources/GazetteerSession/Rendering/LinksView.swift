import GazetteerIndex

/// Links to a place, and a QR code of one of them.
package struct LinksView: Equatable, Sendable {
  package struct Link: Equatable, Sendable {
    /// Its name in `--json`, and before it on a page.
    package let label: String
    package let text: String
  }

  /// nil if only the point was given.
  package let place: Place?
  package let point: Coordinate
  package let links: [Link]
  /// nil if none is wanted.
  package let code: QRCode?
  /// How to get the code in a window that it does not fit; nil: it is drawn anyway.
  var hint: String?
}

extension LinksView: Presentable {
  static let fields: [Content.Field] =
    [
      .init("name", "the name of the place"), .init("lat", "latitude in degrees"),
      .init("lon", "longitude in degrees"),
    ] + MapLink.allCases.map { .init($0.label, "share: the link of this kind") } + [.init("uber", "ride: the link")]

  var content: Content? {
    var record = Record()
    record.add("name", place?.name)
    record.add("lat", .decimal(point.latitude))
    record.add("lon", .decimal(point.longitude))
    for link in links { record.add(link.label, .own(link.text)) }
    return Content(fields: LinksView.fields, record)
  }

  var standsApart: Bool { true }

  var page: Page {
    let indent = links.map { $0.label.utf8.count }.max() ?? 0
    var blocks = [Page.Block.line(place?.title.neutralised ?? point.word)]
    for link in links { blocks.append(.unbroken("  " + Width.pad(link.label, cells: indent) + "  " + link.text)) }
    if let code { blocks.append(.code(code, hint: hint)) }
    return Page(blocks)
  }
}
