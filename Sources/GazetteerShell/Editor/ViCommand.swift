/// A command of vi: a count, an operator (`d`, `c` or `y`), a letter, and the character that some letters take.
struct ViCommand: Equatable {
  var count: Int?
  /// What is done to the text that the letter moves over; if the letter is the same, to the whole row.
  var operation: Character?
  var letter: Character
  var argument: Character?

  var times: Int { count ?? 1 }

  /// Whether the count says how often the typed text is inserted.
  var countsTypedText: Bool { operation == nil && "iaIAoO".contains(letter) }
}

/// Makes commands of the keys that are pressed one by one.
struct ViCommandReader {
  /// A greater count is taken as this one, so that no command takes long.
  static let largestCount = 999
  private static let takingCharacter: Set<Character> = ["f", "F", "t", "T", "r"]
  private static let operations: Set<Character> = ["d", "c", "y"]
  /// What may follow an operator, besides the operator itself.
  private static let moves = Set("hl 0^$|wWbBeEfFtT;,%")

  /// The counts before and after the operator.
  private var counts: [Int?] = [nil]
  private var operation: Character?
  private var letter: Character?

  /// Whether a command has begun.
  var isInside: Bool { counts != [nil] || letter != nil }

  /// Adds a key; returns the command that it ends. An operator with a letter that does not move is dropped.
  mutating func add(_ key: Character) -> ViCommand? {
    if letter != nil { return finish(argument: key) }
    if let digit = key.isASCII ? key.wholeNumberValue : nil, digit > 0 || counts[counts.count - 1] != nil {
      counts[counts.count - 1] = min((counts[counts.count - 1] ?? 0) * 10 + digit, Self.largestCount)
      return nil
    }
    if operation == nil, Self.operations.contains(key) {
      operation = key
      counts.append(nil)
      return nil
    }
    if let operation, key != operation, !Self.moves.contains(key) {
      self = ViCommandReader()
      return nil
    }
    letter = key
    return Self.takingCharacter.contains(key) ? nil : finish(argument: nil)
  }

  private mutating func finish(argument: Character?) -> ViCommand? {
    defer { self = ViCommandReader() }
    guard let letter else { return nil }
    let given = counts.compactMap { $0 }
    let count = given.isEmpty ? nil : min(given.reduce(1, *), Self.largestCount)
    return ViCommand(count: count, operation: operation, letter: letter, argument: argument)
  }
}
