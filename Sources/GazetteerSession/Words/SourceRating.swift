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
    ratings.lazy.compactMap { SourceRating($0) }.first
  }

  /// The rating in words: `4.5`; `none` if its source says that nobody rated it; another text, such as `8 of 10`, as it
  /// is. nil if its source says nothing about ratings.
  var ratingInWords: Untrusted? {
    if let rating { return Untrusted(Numeral.plain(rating.value)) }
    return ratings.first.map { Place.saysUnrated($0) ? Place.unrated : $0 }
  }

  /// An attribute as pages show it.
  static func shown(_ attribute: Attribute) -> Untrusted {
    isRating(attribute) && saysUnrated(attribute.value) ? unrated : attribute.value
  }

  static let unrated = Untrusted("none")

  private var ratings: [Untrusted] { attributes.filter(Place.isRating).map(\.value) }

  private static func isRating(_ attribute: Attribute) -> Bool {
    ["rating", "stars"].contains(attribute.key.text.lowercased())
  }

  /// Nobody gives zero stars.
  private static func saysUnrated(_ text: Untrusted) -> Bool {
    text.trimmed.isEmpty || Double(text.text).map { !($0 > 0) } ?? false
  }
}
