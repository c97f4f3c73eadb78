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
