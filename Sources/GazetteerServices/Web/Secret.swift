/// A password, a token or a key. It has no description, so it cannot be printed by accident; only what sends it asks for
/// its bytes.
package struct Secret: Sendable, Equatable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// For sending, never for display.
  let bytes: [UInt8]

  package init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  package var isEmpty: Bool { bytes.isEmpty }
  var hasControlCharacters: Bool { bytes.contains { $0 < 0x20 || $0 == 0x7F } }

  package var description: String { "(secret)" }
  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
