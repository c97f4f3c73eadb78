import GazetteerIndex

/// As a mail: the same places as a text and as a table.
extension Telling {
  /// The text, in lines.
  package var mailLines: [String] {
    var lines = noteLines.isEmpty ? [] : noteLines + [""]
    for place in places {
      lines.append(place.line)
      let details = [place.coordinate?.word, place.geo].compactMap(\.self) + place.webLinks.map(\.neutralised)
      lines += details.map { "   " + $0 }
    }
    if let creditLine { lines += ["", creditLine] }
    return lines
  }

  /// The page. Texts are escaped, and links lead only to the web.
  package var mailPage: String {
    var page = """
      <!DOCTYPE html>
      <html lang="en">
      <head><meta charset="utf-8"><title>\(Self.escaped(subject.neutralised))</title></head>
      <body>

      """
    if !noteLines.isEmpty { page += "<p>\(noteLines.map(Self.escaped).joined(separator: "<br>\n"))</p>\n" }
    page += "<table border=\"1\" cellpadding=\"6\" cellspacing=\"0\">\n"
    page += "<tr><th align=\"left\">place</th><th align=\"left\">coordinates</th><th align=\"left\">links</th></tr>\n"
    for place in places { page += Self.row(place) }
    page += "</table>\n"
    if let creditLine { page += "<p>\(Self.escaped(creditLine))</p>\n" }
    return page + "</body>\n</html>\n"
  }

  private static func row(_ place: ToldPlace) -> String {
    let name = escaped(place.name)
    var first = "\(place.number)) "
    first += place.map.map { link(to: $0, name) } ?? name
    if !place.address.isEmpty { first += " @ " + escaped(place.address) }
    let links = place.webLinks.map { link(to: $0, $0 == place.map ? "map" : escaped($0.neutralised)) }
      .joined(separator: "<br>\n")
    return "<tr><td>\(first)</td><td>\(place.coordinate?.word ?? "")</td><td>\(links)</td></tr>\n"
  }

  /// - Parameter words: escaped.
  private static func link(to address: Untrusted, _ words: String) -> String {
    "<a href=\"\(XMLWriter.escaped(address, isAttribute: true))\">\(words)</a>"
  }

  private static func escaped(_ text: String) -> String { XMLWriter.escaped(Untrusted(text)) }
}

extension ToldPlace {
  /// The map, then pages about the place.
  fileprivate var webLinks: [Untrusted] { ([map].compactMap(\.self) + links).filter(\.isWebAddress) }
}
