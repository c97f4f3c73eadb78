import GazetteerIndex

extension Arguments {
  /// Removes and returns the next parameter. If it is the last one of the command, and all words that remain are
  /// numbers, they are one list.
  ///
  /// - Parameter isNumbers: whether a word is a number or a list of numbers.
  mutating func next(for input: InputDescription, isNumbers: (Untrusted) -> Bool) -> Word? {
    guard words.count > 1, command.inputs.last(where: \.isParameter) == input else { return next() }
    let list = NumberList.joined(left)
    guard isNumbers(list) else { return next() }
    words = []
    return Word(list)
  }
}
