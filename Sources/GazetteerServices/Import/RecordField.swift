import GazetteerIndex

/// The meaning of a key of a record, guessed from its name.
struct RecordField: Equatable {
  typealias Role = RecordRole

  let role: Role
  /// If several keys of a record have the same role, the one with the lowest rank gets it; the others are attributes.
  let rank: UInt8

  /// The meaning guessed from `key`, ignoring case.
  init(key: UnsafeBufferPointer<UInt8>) {
    self = Self.known[String(decoding: key, as: UTF8.self).lowercased()] ?? .attribute
  }

  init(role: Role, rank: UInt8 = 0) {
    self.role = role
    self.rank = rank
  }

  /// An unknown key.
  static let attribute = RecordField(role: .attribute, rank: 0)

  private static let known = Dictionary(
    uniqueKeysWithValues: RecordRole.keys.flatMap { role, keys in
      keys.enumerated().map { ($1, RecordField(role: role, rank: UInt8($0))) }
    })
}

/// The lowest rank of each role, among the keys for which a record has a value.
struct RoleRanks: Equatable {
  private static let none: UInt8 = .max
  private var ranks = SIMD16<UInt8>(repeating: none)

  mutating func note(_ field: RecordField) {
    ranks[field.role.rawValue] = min(ranks[field.role.rawValue], field.rank)
  }

  func has(_ field: RecordField) -> Bool { ranks[field.role.rawValue] == field.rank }
  func has(_ role: RecordField.Role) -> Bool { ranks[role.rawValue] != Self.none }
}
