/// What to search for, and the order of the answers.
public struct Query: Equatable, Sendable {
  /// As typed. Blank: every place, in catalog order.
  public var text: Untrusted
  /// Whether only the beginnings of names, then of countries, can match. The answers are in alphabetical order.
  public var prefixOnly = false
  package var precision = Precision.asNeeded
  /// Only places whose country has this code or name, also in another language.
  public var country: Untrusted?
  /// Only places whose division has this code or name.
  package var division: Untrusted?
  /// Only places with one of these categories; empty: all.
  public var categories: [Untrusted] = []
  /// Only places that meet all of these.
  public var conditions: [Condition] = []
  /// Only places that have each of these words in their name or in another column; nil: all.
  package var wordsInColumns: Untrusted?
  /// The point from which distances are measured.
  public var origin: Coordinate?
  /// Only places within this distance of `origin`.
  public var radius: Distance?
  /// Only places of this dataset.
  public var dataset: String?
  /// Only places with these identities in their dataset; nil: all.
  public var ids: [SourceID]?
  /// nil: by relevance, or in the catalog's order for a blank text.
  public var order: Order?
  /// Sorts by a column instead.
  public var columnOrder: ColumnOrder?

  /// How well places must match.
  package enum Precision: Sendable {
    /// If few places match exactly, others do as well: inside their names, with typing errors, or without some words.
    case asNeeded
    /// Only the tiers name to region are asked.
    case exact
    /// The same, but only whole names match: `york` is not New York, nor Yorkton. Regions may follow or precede them.
    case wholeNames
  }

  public enum Order: String, CaseIterable, Sendable {
    case relevance, name, distance, rating, population
  }

  public init(_ text: Untrusted) { self.text = text }

  /// Whether some places cannot be answers, whatever the text is.
  var hasFilter: Bool {
    country != nil || division != nil || !categories.isEmpty || !conditions.isEmpty || wordsInColumns != nil
      || radius != nil
      || dataset != nil || ids != nil
  }

  /// Whether the text is empty or white space. Then every place matches.
  public var isBlank: Bool {
    // Most texts begin with a letter of ASCII, and the properties of a character take long to look up.
    if let first = text.bytes.first, (UInt8(ascii: "!")...UInt8(ascii: "~")).contains(first) { return false }
    return text.text.unicodeScalars.allSatisfy(\.properties.isWhitespace)
  }
}
