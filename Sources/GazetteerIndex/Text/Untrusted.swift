/// Text that came from data, a server, a script or a file name. It has no description of its own:
/// the only ways out are `neutralised` (for eyes) and `bytes` (for encoders that escape).
public struct Untrusted: Hashable, Sendable {
  /// As it came; may hold invalid UTF-8 and control characters.
  package let bytes: [UInt8]

  package init(bytes: [UInt8]) { self.bytes = bytes }
  package init(bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }
  package init(_ text: some StringProtocol) { self.bytes = Array(text.utf8) }

  package var isEmpty: Bool { bytes.isEmpty }
  /// The text with invalid sequences repaired: for comparison, never for display.
  package var text: String { String(decoding: bytes, as: UTF8.self) }
  /// The text as it may be shown anywhere, on one line. O(length).
  package var neutralised: String { bytes.withUnsafeBufferPointer(Neutraliser.neutralise) }
}

extension [Untrusted] {
  /// Those that say something, one behind the other. O(length).
  package func joined(separator: StaticString) -> Untrusted {
    var joined: [UInt8] = []
    joined.reserveCapacity(reduce(0) { $0 + $1.bytes.count + separator.utf8CodeUnitCount })
    for text in self where !text.isEmpty {
      if !joined.isEmpty { separator.withUTF8Buffer { joined.append(contentsOf: $0) } }
      joined.append(contentsOf: text.bytes)
    }
    return Untrusted(bytes: joined)
  }
}

extension Untrusted {
  /// As much of a text as a message has room for.
  package var beginning: Untrusted { bytes.count <= 60 ? self : Untrusted(String(text.prefix(40)) + "…") }
}
