/// How well a place matches: its tier, and the order inside the tier. Less is better.
struct Grade: Comparable, Hashable {
  /// The tier in the upper byte, the order inside the tier in the lower.
  let rawValue: UInt16

  init(_ tier: Tier, inside: Int = 0) { rawValue = UInt16(tier.rawValue << 8 | inside) }

  /// A match of the tier `region` with a part of the name; nil: with the region alone, which comes last.
  init(regionWith name: NameGrade?) { self.init(.region, inside: name.map(\.rawValue) ?? 0xFF) }

  init(typos: Int, inAlternate: Bool) { self.init(.typo, inside: typos << 4 | (inAlternate ? 1 : 0)) }

  var tier: Tier { Tier(rawValue: Int(rawValue >> 8)) ?? .typo }
  var typos: Int { tier == .typo ? Int(rawValue & 0xFF) >> 4 : 0 }

  static func < (left: Grade, right: Grade) -> Bool { left.rawValue < right.rawValue }
}

/// The ways in which a pattern can match a place's names, best first: the tiers `name` to `alternate-prefix`. The last
/// tier has two ways.
enum NameGrade: Int, CaseIterable, Comparable {
  case name, alternate, prefix, words, alternatePrefix, alternateWords

  var grade: Grade {
    switch self {
    case .name: Grade(.name)
    case .alternate: Grade(.alternate)
    case .prefix: Grade(.prefix)
    case .words: Grade(.words)
    case .alternatePrefix: Grade(.alternatePrefix)
    case .alternateWords: Grade(.alternatePrefix, inside: 1)
    }
  }

  static func < (left: NameGrade, right: NameGrade) -> Bool { left.rawValue < right.rawValue }
}
