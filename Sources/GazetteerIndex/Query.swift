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

/// How a place matched, best first. The names are part of the output formats.
public enum Tier: Int, CaseIterable, Sendable, Comparable {
  case name, alternate, prefix, words, alternatePrefix, region, inside, typo

  public var label: String {
    switch self {
    case .name: "name"
    case .alternate: "alternate"
    case .prefix: "prefix"
    case .words: "words"
    case .alternatePrefix: "alternate-prefix"
    case .region: "region"
    case .inside: "inside"
    case .typo: "typo"
    }
  }

  public static func < (left: Tier, right: Tier) -> Bool { left.rawValue < right.rawValue }
}

/// One row of an answer.
public struct Hit: Equatable, Sendable {
  public let place: PlaceID
  /// nil where nothing was searched for: a blank query, a list, the nearest places.
  public let tier: Tier?
  /// What matched, where that is not the name.
  public let matched: Untrusted?
  /// From the query's origin, where there is one.
  public let distance: Distance?
  /// The number of typing errors; 0 outside the tier `typo`.
  public let typos: Int

  package init(
    place: PlaceID, tier: Tier? = nil, matched: Untrusted? = nil, distance: Distance? = nil, typos: Int = 0
  ) {
    self.place = place
    self.tier = tier
    self.matched = matched
    self.distance = distance
    self.typos = typos
  }
}

/// The answer to a query: exact totals, and the rows that were asked for.
public struct SearchResult: Equatable, Sendable {
  public var total = 0
  /// How many places each tier holds; only tiers that hold some.
  public var totals: [Tier: Int] = [:]
  /// The tiers that were asked; empty for a blank query.
  public var asked: [Tier] = []
  /// Rows from `offset` on, best first.
  public var hits: [Hit] = []

  package init(total: Int = 0, totals: [Tier: Int] = [:], asked: [Tier] = [], hits: [Hit] = []) {
    self.total = total
    self.totals = totals
    self.asked = asked
    self.hits = hits
  }
}

/// Why and how a place matches a query: the facts behind `why`.
public struct Explanation: Equatable, Sendable {
  public let query: Untrusted
  public let foldedQuery: Untrusted
  public let foldedName: Untrusted
  public let hit: Hit?
  /// Which words of the folded query matched what, in the tier `region`.
  public let regionMatch: RegionMatch?

  /// A folded query split in two.
  public struct RegionMatch: Equatable, Sendable {
    /// The words that matched a name; nil where all of the query matched the region.
    public let name: Untrusted?
    public let region: Untrusted
  }
}
