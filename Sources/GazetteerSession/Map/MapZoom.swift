import GazetteerIndex

/// How the map is zoomed.
package enum MapZoom: Equatable, Readable {
  case `in`, out, fit
  case to(Double)

  package static var expected: Message { "in, out, fit, or a number from 0 to 18" }
  package static var completes: Completes? {
    .choices([
      Completes.Choice("in", "twice as large"), Completes.Choice("out", "half as large"),
      Completes.Choice("fit", "all places"),
    ])
  }

  package init(word: Untrusted) throws(Malformed) {
    switch word.text {
    case "in", "+": self = .in
    case "out", "-": self = .out
    case "fit", "all": self = .fit
    case let text:
      guard let zoom = Double(text), Viewport.zooms.contains(zoom) else { throw Malformed() }
      self = .to(zoom)
    }
  }
}
