/// A number of places.
public struct Total: Equatable, Sendable {
  public var count: Int
  /// False if there may be more than `count`.
  public var isExact: Bool

  public init(count: Int, isExact: Bool) {
    self.count = count
    self.isExact = isExact
  }

  public static func exact(_ count: Int) -> Total { Total(count: count, isExact: true) }
  public static func atLeast(_ count: Int) -> Total { Total(count: count, isExact: false) }

  static func + (left: Total, right: Total) -> Total {
    Total(count: left.count + right.count, isExact: left.isExact && right.isExact)
  }
}

/// The requested part of an answer.
package struct PageRequest: Sendable {
  package var offset: Int
  package var limit: Int
  /// Whether the page will be merged with those of other sources, and so needs keys.
  package var needsKeys: Bool
  /// Whether the total may be "at least", so that the page comes sooner.
  package var mayCountRoughly: Bool
  package let cancellation: Cancellation
  package let stopwatch: Stopwatch?

  package init(
    offset: Int = 0, limit: Int, needsKeys: Bool = false, mayCountRoughly: Bool = false,
    cancellation: Cancellation = Cancellation(), stopwatch: Stopwatch? = nil
  ) {
    self.offset = offset
    self.limit = limit
    self.needsKeys = needsKeys
    self.mayCountRoughly = mayCountRoughly
    self.cancellation = cancellation
    self.stopwatch = stopwatch
  }

  /// The number of answers up to the end of the page.
  package var end: Int {
    let (end, overflow) = offset.addingReportingOverflow(limit)
    return overflow ? .max : end
  }

  /// The same request for the rows `0..<end`, with keys for the merge.
  var fromTheBeginning: PageRequest {
    PageRequest(
      limit: end, needsKeys: true, mayCountRoughly: mayCountRoughly, cancellation: cancellation, stopwatch: stopwatch)
  }
}

/// One source's answer: the rows that were requested, and how many there are in all.
package struct SourcePage: Sendable {
  package var total: Total
  /// Whether very many places were not counted because the request allowed it.
  package var isRough = false
  /// The number of places in each tier; only tiers that have some.
  package var totals: [Tier: Int] = [:]
  /// The most typing errors in any of the places that were counted.
  package var mostTypos = 0
  /// The tiers that were asked; empty if nothing was searched for.
  package var asked: [Tier] = []
  package var hits: [Hit] = []
  /// The keys of the hits, in the same order; empty if the request needs none.
  package var keys: [SortKey] = []

  package init(
    total: Total, totals: [Tier: Int] = [:], asked: [Tier] = [], hits: [Hit] = [], keys: [SortKey] = []
  ) {
    self.total = total
    self.totals = totals
    self.asked = asked
    self.hits = hits
    self.keys = keys
  }
}

extension SearchResult {
  /// Adds up the totals of several pages. The caller adds the hits.
  init(totalsOf pages: [SourcePage]) {
    let total = pages.reduce(.exact(0)) { $0 + $1.total }
    self.init(total: total.count, isTotalExact: total.isExact)
    for page in pages {
      totals.merge(page.totals, uniquingKeysWith: +)
      mostTypos = max(mostTypos, page.mostTypos)
      asked += page.asked.filter { !asked.contains($0) }
    }
    asked.sort()
  }
}
