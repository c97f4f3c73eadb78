import GazetteerIndex

/// What a key of a record says of a place, guessed from the key alone.
struct RecordField: Equatable {
  typealias Role = RecordRole

  let role: Role
  /// Of several keys of a role in one record the one of the lowest rank has it; the others are attributes.
  let rank: UInt8

  /// The guess for `key`, whose case does not matter.
  init(key: UnsafeBufferPointer<UInt8>) {
    self = Self.known[String(decoding: key, as: UTF8.self).lowercased()] ?? .attribute
  }

  init(role: Role, rank: UInt8 = 0) {
    self.role = role
    self.rank = rank
  }

  /// A key that says nothing known.
  static let attribute = RecordField(role: .attribute, rank: 0)

  private static let known = Dictionary(
    uniqueKeysWithValues: RecordRole.keys.flatMap { role, keys in
      keys.enumerated().map { ($1, RecordField(role: role, rank: UInt8($0))) }
    })
}

/// For each role the lowest rank among the keys that a record has a value for.
struct RoleRanks: Equatable {
  private static let none: UInt8 = .max
  private var ranks = SIMD16<UInt8>(repeating: none)

  mutating func note(_ field: RecordField) {
    ranks[field.role.rawValue] = min(ranks[field.role.rawValue], field.rank)
  }

  func has(_ field: RecordField) -> Bool { ranks[field.role.rawValue] == field.rank }
  func has(_ role: RecordField.Role) -> Bool { ranks[role.rawValue] != Self.none }
}
