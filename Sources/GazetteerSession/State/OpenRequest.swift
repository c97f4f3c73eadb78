import GazetteerIndex

/// A request to open a dataset.
package struct OpenRequest: Hashable, Sendable {
  /// A path, `-` for the standard input, or `world`.
  package let source: Untrusted
  /// The name for the dataset.
  package let name: String
  /// The format of the source; nil: it is detected.
  package let format: Untrusted?
  /// How the source is read, as far as the user says so.
  package var reading: SourceReading
  /// Whether the next command runs without waiting for it, even in a script.
  package let inBackground: Bool
  /// Whether it is the pool of a provider's answers, which has no source. Only a saved session asks for one.
  package let isPool: Bool
  /// Whether the copy of an earlier answer of its server is opened, and the server is not asked.
  package var usesCopy = false
  /// Whether to tell what the columns were taken for, and which records have problems.
  package var isVerbose = false
  /// The file that is made of the dataset, which then is not opened; nil if it is opened.
  package var target: Untrusted?

  /// Whether the source is an address on a network.
  package var isRemote: Bool { !isPool && source.isAddress }

  package init(
    source: Untrusted, name: String, format: Untrusted? = nil, reading: SourceReading = SourceReading(),
    inBackground: Bool = false, isPool: Bool = false
  ) {
    self.source = source
    self.name = name
    self.format = format
    self.reading = reading
    self.inBackground = inBackground
    self.isPool = isPool
  }
}

extension OpenRequest {
  /// The command that asks for it, to be followed by options: `open "my places.csv"`.
  ///
  /// - Parameter source: how the source is shown.
  package func command(for source: Untrusted) -> Message {
    target.map { "build \(source.asTyped) \($0.asTyped)" } ?? "open \(source.asTyped)"
  }
}

extension SourceReading {
  /// Its options as they are typed: ` --name "Place Name" --lat Y --lon X`; empty if nothing is said.
  package var options: Message {
    given.reduce("") { "\($0) --\(own: $1.aspect.rawValue) \($1.value.asTyped)" }
  }
}
