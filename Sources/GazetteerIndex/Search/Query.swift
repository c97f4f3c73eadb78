/// What to look for, and in what order to say it.
public struct Query: Equatable, Sendable {
  /// As typed. Blank: every place, in catalog order.
  public var text: Untrusted
  /// The plain filter on the beginning of names, then of countries, in alphabetical order.
  public var prefixOnly = false
  /// Only places whose country has this code, alpha-3 code, name or alias.
  public var country: Untrusted?
  /// Only places of these categories; empty: of all.
  public var categories: [Untrusted] = []
  /// Where distances are measured from.
  public var origin: Coordinate?
  /// Only places within this distance of `origin`.
  public var radius: Distance?
  /// Only places of this dataset.
  public var dataset: String?
  /// Only places of these identities in their dataset; nil: all.
  public var ids: [SourceID]?
  /// nil: by relevance, and the catalog's order for a blank text.
  public var order: Order?

  public enum Order: String, CaseIterable, Sendable {
    case relevance, name, distance, rating, population
  }

  public init(_ text: Untrusted) { self.text = text }

  /// Whether the text is empty or white space: then every place is meant.
  public var isBlank: Bool { text.text.unicodeScalars.allSatisfy(\.properties.isWhitespace) }
}
