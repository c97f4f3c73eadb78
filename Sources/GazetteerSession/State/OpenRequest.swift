import GazetteerIndex

/// What `open` asks for.
package struct OpenRequest: Hashable, Sendable {
  /// A path, `-` for the standard input, or `world`.
  package let source: Untrusted
  /// What the dataset is to be called.
  package let name: String
  /// The format of the source; nil: by looking at it.
  package let format: Untrusted?
  /// Whether the next command need not wait for it, even in a script.
  package let inBackground: Bool

  package init(source: Untrusted, name: String, format: Untrusted? = nil, inBackground: Bool = false) {
    self.source = source
    self.name = name
    self.format = format
    self.inBackground = inBackground
  }
}
