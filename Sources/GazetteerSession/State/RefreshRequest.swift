import GazetteerIndex

/// A request to read the source of an open dataset again.
package struct RefreshRequest: Equatable, Sendable {
  /// How it was opened.
  package let source: OpenRequest
  /// What is known about the version that is open.
  package let about: DatasetAbout

  package var name: String { source.name }
}
