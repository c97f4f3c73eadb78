/// One row of an answer.
public struct Hit: Equatable, Sendable {
  public let place: PlaceID
  /// nil if nothing was searched for: a blank query, a list, the nearest places.
  public let tier: Tier?
  /// The text that matched, if it is not the name.
  public let matched: Untrusted?
  /// From the query's origin, if it has one.
  public let distance: Distance?
  /// The number of typing errors; 0 outside the tier `typo`.
  public let typos: Int
  /// Whether the typing errors are in an alternate name.
  package let isTypoOfAlternate: Bool
  /// How much the match counts; nil if the tier has no weights.
  public let weight: Int?

  package init(
    place: PlaceID, tier: Tier? = nil, matched: Untrusted? = nil, distance: Distance? = nil, typos: Int = 0,
    isTypoOfAlternate: Bool = false, weight: Int? = nil
  ) {
    self.place = place
    self.tier = tier
    self.matched = matched
    self.distance = distance
    self.typos = typos
    self.isTypoOfAlternate = isTypoOfAlternate
    self.weight = weight
  }

  /// Whether only a part of a name matches.
  package var isPartial: Bool {
    switch tier {
    case .prefix, .words, .inside: true
    // A whole code weighs more, also in another spelling.
    case .alternatePrefix: weight.map { $0 <= NameWay.alternatePrefixWord.weight } ?? false
    case .name, .alternate, .region, .typo, .relaxed, nil: false
    }
  }

  /// Whether the name begins with the text, which ends at the end of a word there.
  package var beginsWithWords: Bool { tier == .prefix && weight.map { $0 == NameWay.prefixWord.weight } == true }

  /// What full matches are sorted by: how likely this place is meant, if so many people live there. In tiers without
  /// weights, only the people count.
  public func importance(_ population: UInt32) -> Int { (Int(population) + 1) * (weight ?? 1) }
}

/// The answer to a query: the totals, and the rows that were requested.
public struct SearchResult: Equatable, Sendable {
  public var total = 0
  /// False if there may be more than `total`, because a source does not count all its answers.
  public var isTotalExact = true
  /// The number of places in each tier; only tiers that have some.
  public var totals: [Tier: Int] = [:]
  /// The most typing errors in any of the places, also in those that are not among the rows.
  public var mostTypos = 0
  /// The tiers that were asked; empty for a blank query.
  public var asked: [Tier] = []
  /// The part of the query that the places match, if none matches all of it.
  public var relaxation: Relaxation?
  /// The rows from the requested offset on, best first.
  public var hits: [Hit] = []

  package init(
    total: Int = 0, isTotalExact: Bool = true, totals: [Tier: Int] = [:], asked: [Tier] = [], hits: [Hit] = []
  ) {
    self.total = total
    self.isTotalExact = isTotalExact
    self.totals = totals
    self.asked = asked
    self.hits = hits
  }
}
