import GazetteerIndex

/// How an input reads a word. The types of inputs have this instead of the requirement that their value is `Readable`:
/// the runtime of Swift looks up each requirement of a type, in all conformances of the program, when it is first used.
struct WordReader<Value>: Sendable {
  let read: @Sendable (_ word: Untrusted, _ name: String) throws -> Value
  let isNumbers: @Sendable (_ word: Untrusted) -> Bool

  init() where Value: Readable {
    read = { try Value.read($0, for: $1) }
    isNumbers = { Value.isNumbers($0) }
  }
}
