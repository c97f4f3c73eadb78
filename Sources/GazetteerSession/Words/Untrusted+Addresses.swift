import GazetteerIndex

extension Untrusted {
  /// Whether it is written as an address on a network: `https://…`.
  package var isAddress: Bool { text.contains("://") }
}
