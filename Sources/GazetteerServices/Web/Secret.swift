import Glibc

/// A password, a token or a key. It has no description, so it cannot be printed by accident; only what sends it asks for
/// its bytes.
package struct Secret: Sendable, Equatable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// For sending, never for display.
  let bytes: [UInt8]

  package init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  package var isEmpty: Bool { bytes.isEmpty }

  /// Writes its bytes to a pipe that another program reads.
  package func write(to descriptor: Int32) {
    _ = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
  }

  package var description: String { "(secret)" }
  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
