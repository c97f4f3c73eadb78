import GazetteerIndex

/// A request to write each row of a file with a place.
package struct RowMatching: Equatable, Sendable {
  /// How the place of a row is found.
  package enum Way: Equatable, Sendable {
    /// The best match of its name and, if the row also has a position, of several as good ones the nearest.
    case name
    /// The nearest place.
    case position
  }

  package let way: Way
  /// As the user typed it; `-` for the standard input.
  package let path: Untrusted
  /// The column with the names; nil: guessed.
  package var name: Untrusted?
  /// The columns with the positions; nil: guessed if positions are needed.
  package var latitude: Untrusted?
  package var longitude: Untrusted?
  /// How its texts and positions are read.
  package var reading = SourceReading()

  package init(_ way: Way, path: Untrusted) { (self.way, self.path) = (way, path) }

  package var needsPosition: Bool { way == .position || latitude != nil }

  /// The command that asked for it.
  package var command: String { way == .name ? "match" : "nearest" }

  /// Says how many rows have a place, and how many of them match only without some of their words.
  package func matched(_ count: Int, of rows: Int, relaxed: Int) -> Message {
    let places: Message = way == .name ? "matched" : "found the nearest place of"
    let all = "\(places) \(own: Numeral.grouped(count)) of \(own: Numeral.grouped(rows)) rows" as Message
    return relaxed == 0
      ? all : "\(all), \(own: Numeral.grouped(relaxed)) of them only without some words (tier relaxed)"
  }
}
