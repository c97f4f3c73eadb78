import GazetteerIndex

/// The rating of a place by its source, in stars.
struct SourceRating: Equatable {
  /// Greater than 0; at most 5.
  let value: Double

  /// nil for a text that is no such number. 0 means that nobody has rated the place.
  init?(_ text: Untrusted) {
    guard let value = Double(text.text), value > 0, value <= 5 else { return nil }
    self.value = value
  }

  /// Rounded to halves: `★★★★½`.
  var stars: String {
    let halves = max(1, Int((value * 2).rounded()))
    return String(repeating: "★", count: halves / 2) + (halves.isMultiple(of: 2) ? "" : "½")
  }

  /// A text of stars in letters that every terminal has: `4.5`.
  static func inASCII(_ stars: String) -> String {
    let whole = stars.count { $0 == "★" }
    let hasHalf = stars.contains("½")
    return whole > 0 || hasHalf ? "\(whole)\(hasHalf ? ".5" : "")" : stars
  }
}

extension Place {
  /// nil if its source does not rate it.
  var rating: SourceRating? {
    attributes.lazy.filter { ["rating", "stars"].contains($0.key.text) }.compactMap { SourceRating($0.value) }.first
  }
}
