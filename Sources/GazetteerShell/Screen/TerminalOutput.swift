import GazetteerServices

/// The terminal as something to write to, whatever others have done to its descriptor.
package struct TerminalOutput: Sendable {
  private let descriptor: Int32

  package init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Writes all of `text`, unless the terminal is gone, which the next reading finds out.
  package func write(_ text: String) {
    try? Descriptor(descriptor).write(Array(text.utf8))
  }
}
