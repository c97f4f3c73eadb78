/// The permanent id of a favorite: a UUID of version 7 (RFC 9562). Ids sort by the time when they were made. Ids made
/// on two machines never collide.
package struct FavoriteID: Hashable, Sendable {
  /// The first and the last 64 bits.
  private let high: UInt64
  private let low: UInt64

  /// - Parameters:
  ///   - milliseconds: since 1970-01-01 00:00 UTC; 48 bits are used.
  ///   - counter: orders ids of the same millisecond; 12 bits are used.
  ///   - random: 62 bits are used.
  package init(milliseconds: Int64, counter: UInt16, random: UInt64) {
    high = UInt64(truncatingIfNeeded: milliseconds) << 16 | 0x7000 | UInt64(counter & 0x0FFF)
    low = random & (1 << 62 - 1) | 1 << 63
  }

  /// Reads a UUID of any version; nil if the text is not one.
  package init?(_ text: String) {
    var text = text
    guard let (high, low) = text.withUTF8(FavoriteID.halves) else { return nil }
    self.high = high
    self.low = low
  }

  private static func halves(of text: UnsafeBufferPointer<UInt8>) -> (high: UInt64, low: UInt64)? {
    guard text.count == 36 else { return nil }
    var halves: (high: UInt64, low: UInt64) = (0, 0)
    for (index, byte) in text.enumerated() {
      if isDash(index) {
        guard byte == UInt8(ascii: "-") else { return nil }
      } else {
        guard let digit = Hexadecimal.value(byte) else { return nil }
        halves = (halves.high << 4 | halves.low >> 60, halves.low << 4 | UInt64(digit))
      }
    }
    return halves
  }

  /// 36 characters, in lower case.
  package var text: String {
    String(unsafeUninitializedCapacity: 36) { bytes in
      var halves = (high, low)
      for index in 0..<36 {
        guard !FavoriteID.isDash(index) else {
          bytes[index] = UInt8(ascii: "-")
          continue
        }
        let digit = UInt8(halves.0 >> 60)
        bytes[index] = digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
        halves = (halves.0 << 4 | halves.1 >> 60, halves.1 << 4)
      }
      return 36
    }
  }

  /// Whether the text has a dash at this index.
  private static func isDash(_ index: Int) -> Bool { index == 8 || index == 13 || index == 18 || index == 23 }
}

extension FavoriteID: Comparable {
  package static func < (left: FavoriteID, right: FavoriteID) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }
}
