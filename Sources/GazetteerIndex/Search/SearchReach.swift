/// The tiers that a search asks. Those after `region` cost more, so they are asked only if the others find too little.
package enum SearchReach: Sendable {
  /// The tiers name to region.
  case names
  /// Those, and `inside`.
  case inside
  /// All tiers but `relaxed`.
  case typos
  /// What a single source needs: `inside` if there are fewer than `page` answers so far, `typo` if there are none.
  case asNeeded
  /// Only the tier `relaxed`: the query is one without some of its words.
  case relaxed

  /// With this many answers, no further tier is asked.
  package static let page = 20

  /// - Parameter found: the number of answers of the tiers name to region.
  func includesInside(found: Int) -> Bool {
    switch self {
    case .names, .relaxed: false
    case .inside, .typos: true
    case .asNeeded: found < Self.page
    }
  }

  /// - Parameter found: the number of answers of the tiers name to region.
  func includesTypos(found: Int) -> Bool {
    switch self {
    case .names, .inside, .relaxed: false
    case .typos: true
    case .asNeeded: found == 0
    }
  }
}
