import GazetteerIndex

/// A request to open a dataset.
package struct OpenRequest: Hashable, Sendable {
  /// A path, `-` for the standard input, or `world`.
  package let source: Untrusted
  /// The name for the dataset.
  package let name: String
  /// The format of the source; nil: it is detected.
  package let format: Untrusted?
  /// Whether the next command runs without waiting for it, even in a script.
  package let inBackground: Bool
  /// Whether it is the pool of a provider's answers, which has no source. Only a saved session asks for one.
  package let isPool: Bool
  /// Whether the copy of an earlier answer of its server is opened, and the server is not asked.
  package var usesCopy = false

  /// Whether the source is an address on a network.
  package var isRemote: Bool { !isPool && source.isAddress }

  package init(
    source: Untrusted, name: String, format: Untrusted? = nil, inBackground: Bool = false, isPool: Bool = false
  ) {
    self.source = source
    self.name = name
    self.format = format
    self.inBackground = inBackground
    self.isPool = isPool
  }
}
