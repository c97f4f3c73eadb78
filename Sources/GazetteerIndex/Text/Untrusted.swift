/// Text from data, a server, a script or a file name. It has no description, so it cannot be printed by accident: the only
/// ways out are `neutralised` (to show it) and `bytes` (for encoders that escape).
public struct Untrusted: Hashable, Sendable {
  /// The original bytes, perhaps with invalid UTF-8 and control characters.
  package let bytes: [UInt8]

  package init(bytes: [UInt8]) { self.bytes = bytes }
  package init(bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }
  package init(_ text: some StringProtocol) { self.bytes = Array(text.utf8) }

  package var isEmpty: Bool { bytes.isEmpty }
  /// The text with invalid sequences replaced. For comparison, never for display.
  package var text: String { String(decoding: bytes, as: UTF8.self) }
  /// The text in a form that is safe to show anywhere, on one line. O(length).
  package var neutralised: String { bytes.withUnsafeBufferPointer(Neutraliser.neutralise) }
}

extension [Untrusted] {
  /// The texts that are not empty, joined. O(length).
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
  /// The part of a text that fits into a message.
  package var beginning: Untrusted { bytes.count <= 60 ? self : Untrusted(String(text.prefix(40)) + "…") }
}
