import GazetteerIndex

/// The keys of a file and their meanings, in the order of the file. Records repeat their keys in the same order, so the
/// next key is nearly always the one after the previous one.
struct RecordKeys {
  struct Key {
    let field: RecordField
    /// The number of the key among all attributes.
    let attribute: UInt32
    /// nil if this program has not written it.
    var own: Own?
  }

  /// What this program writes beside the keys that other programs know.
  enum Own {
    /// The values of an attribute that has its own name in the key.
    case attribute
    /// Facts of places: other names, the names of regions, and the like.
    case fact
    /// What the other keys say too, or what only says which place it was.
    case helper
  }

  /// The meanings that were guessed from the first records, beside those of `RecordField(key:)`.
  private let guessed: [String: RecordField]
  private var keys: [Key] = []
  /// The names of the keys, end to end, and where each ends.
  private var names: [UInt8] = []
  private var ends: [Int] = [0]
  private var next = 0
  /// With more keys than this, remembering their order does not help.
  private static let limit = 256

  /// The roles that no other key has than those in `guessed`.
  private let settled: Set<RecordField.Role>

  /// Whether keys that this program has written mean what they say; else they are attributes as they are.
  var readsOwn = false

  init(_ guessed: [String: RecordField] = [:], only settled: Set<RecordField.Role> = []) {
    (self.guessed, self.settled) = (guessed, settled)
  }

  /// The meaning of `name`. O(length) if it is the expected key.
  @inline(__always)
  mutating func key(_ name: TextPiece, of builder: inout DatasetBuilder) -> Key {
    if next == keys.count { next = 0 }
    if next < keys.count, isName(name, at: next) {
      next += 1
      return keys[next - 1]
    }
    return unexpected(name, of: &builder)
  }

  private mutating func unexpected(_ name: TextPiece, of builder: inout DatasetBuilder) -> Key {
    if let index = keys.indices.first(where: { isName(name, at: $0) }) {
      next = index + 1
      return keys[index]
    }
    let guess = guessed.isEmpty ? nil : guessed[String(decoding: name, as: UTF8.self)]
    var field = guess ?? RecordField(key: name)
    if guess == nil, settled.contains(field.role) { field = .attribute }
    var key = Key(field: field, attribute: builder.number(ofAttribute: name))
    if readsOwn, String(decoding: name, as: UTF8.self) == SpreadsheetText.columns {
      key.own = .helper
    } else if readsOwn, guess == nil, let (own, attribute) = FavoriteKey.parse(Untrusted(bytes: name)) {
      if own == FavoriteField.attributes.keys[0], let attribute {
        let number = EscapedText.unescaped(attribute.bytes).bytes.withUnsafeBufferPointer {
          builder.number(ofAttribute: $0)
        }
        key = Key(field: .attribute, attribute: number, own: .attribute)
      } else if own.isHelper {
        key.own = .helper
      } else if let role = own.role {
        key = Key(field: RecordField(role: role), attribute: key.attribute, own: .fact)
      }
    }
    if keys.count < Self.limit {
      keys.append(key)
      names.append(contentsOf: name)
      ends.append(names.count)
      next = keys.count
    }
    return key
  }

  @inline(__always)
  private func isName(_ name: TextPiece, at index: Int) -> Bool {
    let range = ends[index]..<ends[index + 1]
    guard range.count == name.count else { return false }
    return names.withUnsafeBufferPointer { names in
      for offset in 0..<name.count where names[range.lowerBound + offset] != name[offset] { return false }
      return true
    }
  }
}
