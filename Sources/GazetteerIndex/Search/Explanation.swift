/// Why and how a place matches a query: what `why` shows.
public struct Explanation: Equatable, Sendable {
  public let query: Untrusted
  public let foldedQuery: Untrusted
  public let foldedName: Untrusted
  public let hit: Hit?
  /// The part of the query that was searched, if nothing matches all of it.
  public let relaxation: Relaxation?
  /// Which words of the folded query matched what; only in the tier `region`.
  public let regionMatch: RegionMatch?

  /// A folded query split in two.
  public struct RegionMatch: Equatable, Sendable {
    /// The words that matched a name; nil if all of the query matched the region.
    public let name: Untrusted?
    public let region: Untrusted
  }
}
