/// A question to a provider of places: what is around a point, or where is what is called so?
package struct PlacesRequest: Hashable, Sendable {
  package enum Provider: String, CaseIterable, Sendable {
    /// OpenStreetMap, asked by categories.
    case overpass
    /// OpenStreetMap, asked by words.
    case nominatim
    /// Restaurants and shops with ratings; needs a key of one's own.
    case yelp

    /// Whom to credit.
    package var attribution: Untrusted {
      switch self {
      case .overpass, .nominatim: Untrusted("© OpenStreetMap contributors, ODbL (openstreetmap.org/copyright)")
      case .yelp: Untrusted("Yelp (yelp.com)")
      }
    }
  }

  /// A circle.
  package struct Area: Hashable, Sendable {
    package let origin: Coordinate
    package let radius: Distance
  }

  package let provider: Provider
  /// Where places are wanted; nil: anywhere.
  package let area: Area?
  /// Whether only places to eat are wanted.
  package let isFood: Bool
  /// What to look for; empty only for places to eat.
  package let term: Untrusted

  /// Answers that are not older are not asked for again, in seconds.
  package static let freshness: Int64 = 86_400

  /// Whether an answer of this time is new enough. One from the future is not: a clock was wrong.
  package static func isFresh(_ time: Int64, at now: Int64) -> Bool {
    time > now - freshness && time < now + freshness
  }

  package init(_ provider: Provider, around origin: Coordinate, within radius: Distance, isFood: Bool, term: Untrusted)
  {
    self.provider = provider
    area = Area(origin: origin, radius: radius)
    self.isFood = isFood
    self.term = term
  }

  /// A question for the places that a text means, anywhere. Only Nominatim can answer it.
  package init(geocoding text: Untrusted) {
    provider = .nominatim
    area = nil
    isFood = false
    term = text
  }
}
