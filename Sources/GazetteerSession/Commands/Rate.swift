import GazetteerIndex

extension Command {
  static let rate = Command(
    "rate", "Give favorites 1 to 5 stars of your own; without stars, show your rating.",
    takes: Inputs(
      CommonInput.favorites,
      OptionalParameter<StarsOrNone>("1-5", "How many stars; 0 or none removes them."),
      Flag("none", "Remove your rating.")),
    family: .keep, synonyms: ["rating", "score", "grade"],
    examples: [
      .after("search munich; favorite 1", "rate 1 4"), .after("search springfield; favorite 1-3", "rate 1-3 5"),
      .after("search munich; favorite 1; select 1; rate 1 4", "rate . --none"),
    ],
    powers: [.favorites]
  ) { session, context, reference, stars, removes in
    let favorites = try session.favorites(reference)
    guard stars != nil || removes else {
      return Reply(session.deed(favorites.map(\.ratingLine), to: favorites.map(\.listed), context))
    }
    let rating = stars?.value?.stars
    guard rating == nil || !removes else {
      throw Failure(
        "--none and stars cannot be combined", why: "--none removes the rating", try: "use one of them", code: .usage)
    }
    let message: Message =
      if let rating {
        "gave \(favorites.summary) \(own: OwnRating.stars(rating))"
      } else {
        "removed the rating of \(favorites.summary)"
      }
    let detail = rating.map(String.init) ?? "--none"
    return session.reply(
      changing: favorites, [FieldChange(.rating, to: rating.map { .stars($0) })], verb: "rate", detail: detail,
      saying: message, context)
  }
}

extension Favorite {
  fileprivate var ratingLine: Message {
    guard let rating else { return "you have not rated \(cut: place.name); try: rate N 4" }
    return "\(cut: place.name): \(own: OwnRating.stars(rating))"
  }
}
