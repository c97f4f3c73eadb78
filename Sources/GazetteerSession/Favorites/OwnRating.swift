import GazetteerIndex

/// The user's own rating.
package struct OwnRating: Readable, Equatable {
  /// 1…5.
  package let stars: Int

  package static var expected: Message { "a whole number of stars, from 1 to 5" }
  package static var completes: Completes? {
    .choices(Favorite.ratings.map { Completes.Choice(String($0), stars($0)) })
  }

  package init(word: Untrusted) throws(Malformed) {
    guard let stars = Int(word.text), Favorite.ratings.contains(stars) else { throw Malformed() }
    self.stars = stars
  }

  static func stars(_ count: Int) -> String { count == 1 ? "1 star" : "\(count) stars" }
}
