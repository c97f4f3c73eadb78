import GazetteerIndex

/// The words after a command's name, sorted into parameters and options.
///
/// Options can be anywhere before `--`. The last one takes all remaining words if it is for free text. A word with one
/// dash and a letter is the short form of an option; `-33.9,151.2` is a point.
package struct Arguments: Sendable {
  let command: Command
  var words: [Word] = []
  var options: [String: [Untrusted]] = [:]
  /// The format that `--json`, `--json=…` or `--format` asks for.
  private(set) var format: Format?
  /// The help to show instead of the answer.
  private(set) var help: Help?

  enum Help {
    /// `--help`
    case command
    /// `--json=help`
    case fields
  }

  init(_ given: ArraySlice<Word>, for command: Command) throws(UsageError) {
    self.command = command
    var given = given
    while let word = given.popFirst() {
      guard let option = OptionWord(word) else {
        try readShortOption(or: word)
        continue
      }
      guard !option.endsOptions else { break }
      try read(option, from: &given)
    }
    words += given
  }

  /// Reads a word that is no long option.
  private mutating func readShortOption(or word: Word) throws(UsageError) {
    guard !word.isQuoted, word.text.isShortOption else { return words.append(word) }
    guard let input = command.inputs.first(where: { $0.isShort(word.text) }) else {
      throw .unknownOption(
        word.text, of: command.name, nearest: longOptions(nearest: String(word.text.text.dropFirst())),
        isText: command.inputs.contains { $0.isText })
    }
    options[input.name, default: []].append(word.text)
  }

  private func longOptions(nearest name: String) -> [String] {
    let known = command.inputs.filter { !$0.isParameter }.map(\.name) + InputDescription.universal.map(\.name)
    return Spelling.nearest(to: name, among: known).map { "--" + $0 }
  }

  private mutating func read(_ option: OptionWord, from given: inout ArraySlice<Word>) throws(UsageError) {
    switch option.name {
    case "json":
      format = try .object(fields: option.value)
      if format == nil { help = .fields }
    case "help": help = .command
    case let name:
      let input = command.inputs.first { !$0.isParameter && $0.name == name }
      // Commands that read or write files have an option of this name.
      if input == nil, name == InputDescription.format.name {
        let word = try value(of: option, for: .format, from: &given)
        guard let named = Format(named: word.text) else {
          throw .malformed(word, parameter: "--\(name)", expected: Format.expected)
        }
        format = named
        return
      }
      guard let input else {
        throw .unknownOption(option.word, of: command.name, nearest: longOptions(nearest: name))
      }
      guard input.kind == .repeatedOption || options[name] == nil else { throw .repeated(name) }
      options[name, default: []].append(try value(of: option, for: input, from: &given))
    }
  }

  private func value(
    of option: OptionWord, for input: InputDescription, from given: inout ArraySlice<Word>
  ) throws(UsageError) -> Untrusted {
    if input.kind == .flag {
      guard option.value == nil else { throw .needlessValue(of: input.name) }
      return option.word
    }
    if let value = option.value { return value }
    guard let next = given.first, OptionWord(next) == nil else {
      throw .missingValue(of: input.name, placeholder: input.placeholder)
    }
    given.removeFirst()
    guard input.isText, command.neededParameters <= words.count, !given.contains(where: isOption) else {
      return next.text
    }
    defer { given = [] }
    return ([next] + given).text
  }

  private func isOption(_ word: Word) -> Bool {
    OptionWord(word) != nil || !word.isQuoted && command.inputs.contains { $0.isShort(word.text) }
  }

  /// Removes and returns the next parameter.
  mutating func next() -> Word? { words.isEmpty ? nil : words.removeFirst() }

  /// Removes and returns all remaining parameters.
  mutating func rest() -> [Word] {
    defer { words = [] }
    return words
  }

  /// The remaining parameters.
  var left: [Untrusted] { words.map(\.text) }

  func values(of option: String) -> [Untrusted] { options[option] ?? [] }

  /// Throws if a parameter remains.
  func checkEmpty() throws(UsageError) {
    if let word = words.first { throw .unexpected(word.text, usage: command.usage) }
  }
}
