/// How a place matched, best first. The names are part of the output formats.
public enum Tier: Int, CaseIterable, Sendable, Comparable {
  case name, alternate, prefix, words, alternatePrefix, region, inside, typo

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
    }
  }

  public static func < (left: Tier, right: Tier) -> Bool { left.rawValue < right.rawValue }
}
