import GazetteerServices

/// Writes to the terminal, even if another program has made its descriptor non-blocking.
package struct TerminalOutput: Sendable {
  private let descriptor: Int32

  package init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Writes all of `text`. If the terminal is gone, it does nothing; the next read will fail.
  package func write(_ text: String) {
    try? Descriptor(descriptor).write(Array(text.utf8))
  }
}
