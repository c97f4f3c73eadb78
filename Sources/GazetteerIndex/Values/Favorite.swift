/// A place kept by the user, with all that is needed to show it when its dataset is gone.
package struct Favorite: Equatable, Sendable {
  package let id: FavoriteID
  /// As it was when it was kept, or as it was edited since. Its identity is the one in its source; a place that was
  /// added by hand is `favorites:ID`.
  package var place: Place
  /// Whom to credit for the place.
  package var attribution: Untrusted?
  /// The lists that it is on, each once, in the order of adding.
  package var lists: [Untrusted] = []
  /// Likewise.
  package var tags: [Untrusted] = []
  /// May have several lines.
  package var note: Untrusted?
  /// The user's own, 1…5; the provider's is an attribute of the place.
  package var rating: Int?
  /// When the user was there last.
  package var visited: CalendarDay?
  /// The station that it belongs to.
  package var station: Station?
  /// Seconds since 1970-01-01 00:00 UTC.
  package var created: Int64
  /// Likewise; of the last change of anything here.
  package var changed: Int64
  /// What files it was imported from say besides, to be written back into files of their form.
  package var extras: [Place.Attribute] = []

  /// A station as it was when the favorite was assigned to it.
  package struct Station: Equatable, Sendable {
    package var id: PlaceID
    package var name: Untrusted
    package var coordinate: Coordinate?

    package init(id: PlaceID, name: Untrusted, coordinate: Coordinate?) {
      self.id = id
      self.name = name
      self.coordinate = coordinate
    }
  }

  package init(id: FavoriteID, place: Place, created: Int64) {
    self.id = id
    self.place = place
    self.created = created
    changed = created
  }

  /// What the dataset of favorites is called: no other is.
  package static let dataset = "favorites"

  /// What it is called among the favorites.
  package var handle: PlaceID { PlaceID(dataset: Favorite.dataset, id: .text(id.text)) }
}

/// What a favorite is called for good: a UUID of version 7 (RFC 9562), so that ids order by the time of their making and
/// those of two machines never collide.
package struct FavoriteID: Hashable, Sendable {
  /// The first and the last 64 bits.
  private let high: UInt64
  private let low: UInt64

  /// - Parameters:
  ///   - milliseconds: since 1970-01-01 00:00 UTC; 48 bits of it count.
  ///   - counter: tells ids of the same millisecond apart, in ascending order; 12 bits of it count.
  ///   - random: 62 bits of it count.
  package init(milliseconds: Int64, counter: UInt16, random: UInt64) {
    high = UInt64(truncatingIfNeeded: milliseconds) << 16 | 0x7000 | UInt64(counter & 0x0FFF)
    low = random & (1 << 62 - 1) | 1 << 63
  }

  /// A written UUID of any version; nil where it is none.
  package init?(_ text: String) {
    guard text.utf8.count == 36 else { return nil }
    var halves: (high: UInt64, low: UInt64) = (0, 0)
    var index = 0
    for byte in text.utf8 {
      if let digit = FavoriteID.digit(byte) {
        halves = (halves.high << 4 | halves.low >> 60, halves.low << 4 | UInt64(digit))
      } else if byte != UInt8(ascii: "-") {
        return nil
      }
      guard (byte == UInt8(ascii: "-")) == FavoriteID.isDash(index) else { return nil }
      index += 1
    }
    (high, low) = halves
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

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// Whether a dash stands at this byte.
  private static func isDash(_ index: Int) -> Bool { index == 8 || index == 13 || index == 18 || index == 23 }
}

extension FavoriteID: Comparable {
  package static func < (left: FavoriteID, right: FavoriteID) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }
}
