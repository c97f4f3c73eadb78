/// Text from data, a server, a script or a file name. It has no description, so it cannot be printed by accident. It
/// can be used only as `neutralised` (to show it) or as `bytes` (for encoders that escape).
public struct Untrusted: Hashable, Sendable {
  /// The original bytes. They may have invalid UTF-8 and control characters.
  package let bytes: [UInt8]

  package init(bytes: [UInt8]) { self.bytes = bytes }
  package init(bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }
  package init(_ text: some StringProtocol) { self.bytes = Array(text.utf8) }

  package var isEmpty: Bool { bytes.isEmpty }
  /// Whether all characters are printable ASCII. Then it is shown as it is.
  package var isPrintableASCII: Bool { bytes.allSatisfy { 0x20..<0x7F ~= $0 } }
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

extension Untrusted {
  /// The text, or its beginning and "…" if it has more than so many bytes. O(most).
  ///
  /// What is left of an address also gets words that no address has, so that nobody asks for it.
  package func cut(to most: Int) -> Untrusted {
    guard bytes.count > most else { return self }
    // The last character may be only a part of one.
    let beginning = String(decoding: bytes.prefix(most), as: UTF8.self).dropLast() + "…"
    let isAddress = ["http://", "https://"].contains { beginning.lowercased().hasPrefix($0) }
    return Untrusted(isAddress ? beginning + " (cut off)" : String(beginning))
  }
}

extension Untrusted {
  /// Its lines, without their line ends.
  package var lines: [ArraySlice<UInt8>] {
    bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
      line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    }
  }

  /// The text with a space instead of each line end.
  package var onOneLine: Untrusted {
    guard bytes.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return self }
    return Untrusted(bytes: lines.joined(separator: " ".utf8).map { $0 == 0x0D ? 0x20 : $0 })
  }
}

extension Untrusted {
  /// Without white space around it.
  package var trimmed: Untrusted {
    let scalars = text.unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return Untrusted("") }
    guard first > scalars.startIndex || scalars.index(after: last) < scalars.endIndex else { return self }
    return Untrusted(String(scalars[first...last]))
  }
}

extension Untrusted {
  /// Whether two names are the same, ignoring case and accents. Names that fold to nothing are compared as they are.
  package func isFolded(as other: Untrusted) -> Bool {
    if self == other { return true }
    let folded = Fold.fold(text)
    return !folded.isEmpty && folded == Fold.fold(other.text)
  }
}
