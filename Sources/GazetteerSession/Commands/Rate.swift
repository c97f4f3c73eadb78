import GazetteerIndex

extension Command {
  static let rate = Command(
    "rate", "Give favorites 1 to 5 stars of your own; without them show what you gave.",
    takes: Parameter<PlaceReference>(
      "N", "Numbers of the last list, '.' or DATASET:ID.", completes: .place(amongFavorites: true)),
    OptionalParameter<StarsOrNone>("1-5", "How many stars; 0 takes them away."),
    Flag("none", "Take your rating away."),
    family: .keep, synonyms: ["rating", "score", "grade"], examples: ["rate 1 4", "rate 1-3 5", "rate . --none"],
    powers: [.favorites]
  ) { session, context, reference, stars, removes in
    let favorites = try session.favorites(reference)
    guard stars != nil || removes else { return Reply(.text(favorites.map(\.ratingLine))) }
    let rating = stars?.rating
    guard rating == nil || !removes else {
      throw Failure("--none takes the rating away", why: "stars give one", try: "one of both", code: .usage)
    }
    let message: Message =
      if let rating {
        "gave \(favorites.summary) \(own: OwnRating.stars(rating))"
      } else {
        "took the rating of \(favorites.summary) away"
      }
    let detail = rating.map(String.init) ?? "--none"
    return session.reply(
      changing: favorites, [FieldChange(.rating, to: rating.map { .rating($0) })], verb: "rate", detail: detail,
      saying: message, context)
  }
}

/// Stars, or 0 for none.
package struct StarsOrNone: Readable {
  /// nil for none.
  let rating: Int?

  package static var expected: Message { "\(OwnRating.expected), or 0 for none" }
  package static var completes: Completes? { OwnRating.completes }

  package init(word: Untrusted) throws(Malformed) {
    rating = word.text == "0" ? nil : try OwnRating(word: word).stars
  }
}

extension Favorite {
  fileprivate var ratingLine: Message {
    guard let rating else { return "\(cut: place.name) has no rating of yours; try: rate N 4" }
    return "\(cut: place.name): \(own: OwnRating.stars(rating))"
  }
}
