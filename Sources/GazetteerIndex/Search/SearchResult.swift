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
