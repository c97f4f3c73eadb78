/// Locations are grouped by the account that has posted them.
extension Location: Pooled {
  package func rank(in account: Untrusted) -> Int? { owner == account ? 0 : nil }
  package func replacing(_ older: Location) -> Location { self }
  package func leaving(_ account: Untrusted) -> Location? { nil }
}
