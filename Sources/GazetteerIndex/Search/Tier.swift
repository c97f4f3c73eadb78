/// How a place matched, in the order in which the tiers are asked. The labels are part of the output formats.
public enum Tier: Int, CaseIterable, Sendable, Comparable {
  case name, alternate, prefix, words, alternatePrefix, region, inside, typo, relaxed

  public var label: String {
    switch self {
    case .name: "name"
    case .alternate: "alternate"
    case .prefix: "prefix"
    case .words: "words"
    case .alternatePrefix: "alternate-prefix"
    case .region: "region"
    case .inside: "inside"
    case .typo: "typo"
    case .relaxed: "relaxed"
    }
  }

  /// The tiers that every search asks.
  package static let full: [Tier] = [.name, .alternate, .prefix, .words, .alternatePrefix, .region]

  public static func < (left: Tier, right: Tier) -> Bool { left.rawValue < right.rawValue }
}
