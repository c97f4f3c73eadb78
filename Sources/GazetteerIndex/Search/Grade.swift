/// How well a place matches: its tier, and what counts inside the tier.
struct Grade: Hashable, Sendable {
  private let number: UInt8
  /// The number of typing errors, twice, and 1 more if they are in an alternate name; 0 outside the tier `typo`.
  private let errors: UInt8
  /// How much the match counts in the importance of a place; 0 in the tiers `inside` and `typo`.
  let weight: UInt32

  private init(_ tier: Tier, errors: Int = 0, weight: UInt32 = 0) {
    number = UInt8(tier.rawValue)
    self.errors = UInt8(errors)
    self.weight = weight
  }

  /// A match of all of the query.
  init(full tier: Tier, weight: UInt32) { self.init(tier, weight: weight) }

  /// A match of a query without some of its words.
  init(relaxed weight: UInt32) { self.init(.relaxed, weight: weight) }

  init(typos: Int, inAlternate: Bool) { self.init(.typo, errors: typos << 1 | (inAlternate ? 1 : 0)) }

  static let inside = Grade(.inside)
  /// What every place has if nothing was searched for.
  static let unasked = Grade(.name)

  var tier: Tier { Tier(rawValue: Int(number)) ?? .typo }
  var typos: Int { Int(errors >> 1) }
  var isInAlternate: Bool { errors & 1 != 0 }

  /// The position of a place with so many people in the order of relevance. Less is better. Places with the same number
  /// are sorted by their folded names, countries and ids.
  ///
  ///     0  full       importance, then tier
  ///     1  inside     population
  ///     2  typo       errors, then population
  ///     3  relaxed    importance
  @inline(__always)
  func relevance(_ population: UInt32) -> UInt64 {
    // The greatest importance is 2^32 × 10^6 < 2^53.
    let rest = (1 << 53) - (UInt64(population) + 1) * UInt64(weight)
    return switch tier {
    case .name, .alternate, .prefix, .words, .alternatePrefix, .region: rest << 3 | UInt64(number)
    case .inside: 1 << 62 | UInt64(~population)
    case .typo: 2 << 62 | UInt64(errors) << 32 | UInt64(~population)
    case .relaxed: 3 << 62 | rest
    }
  }
}

extension Hit {
  /// An answer with this grade.
  init(_ place: PlaceID, _ grade: Grade, matched: Untrusted? = nil, distance: Distance? = nil) {
    self.init(
      place: place, tier: grade.tier, matched: matched, distance: distance, typos: grade.typos,
      isTypoOfAlternate: grade.isInAlternate, weight: grade.weight > 0 ? Int(grade.weight) : nil)
  }
}
