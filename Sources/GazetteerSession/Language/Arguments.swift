import GazetteerIndex

/// The words after a command's name, sorted into those that stand for themselves and options.
///
/// Options may stand anywhere before `--`. A word with a single dash is an option only where the command has that
/// short form: `-33.9,151.2` is a point.
package struct Arguments: Sendable {
  let command: Command
  private var words: [Word] = []
  private var options: [String: [Untrusted]] = [:]
  /// What `--json` or `--json=…` says.
  private(set) var format: Format?
  /// The page that `--help` or `--json=help` asks for instead of what the command does.
  private(set) var help: HelpPage?

  init(_ given: ArraySlice<Word>, for command: Command) throws(UsageError) {
    self.command = command
    var given = given
    while let word = given.popFirst() {
      guard let option = OptionWord(word) else {
        if let short = command.inputs.first(where: { $0.short.map { Untrusted("-\($0)") } == word.text }) {
          options[short.name, default: []].append(word.text)
        } else {
          words.append(word)
        }
        continue
      }
      guard !option.endsOptions else { break }
      try take(option, from: &given)
    }
    words += given
  }

  private mutating func take(_ option: OptionWord, from given: inout ArraySlice<Word>) throws(UsageError) {
    switch option.name {
    case "json":
      format = try .object(fields: option.value)
      if format == nil { help = JSONShape.page }
    case "help": help = HelpPage(of: command)
    case let name:
      guard let input = command.inputs.first(where: { !$0.isParameter && $0.name == name }) else {
        let known = command.inputs.filter { !$0.isParameter }.map(\.name) + ["json", "help"]
        let nearest = Spelling.nearest(to: name, among: known).map { "--" + $0 }
        throw .unknownOption(option.word, of: command.name, nearest: nearest)
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
    return next.text
  }

  /// Takes the next word that stands for itself.
  mutating func next() -> Word? { words.isEmpty ? nil : words.removeFirst() }

  /// Takes all words that are left.
  mutating func rest() -> [Word] {
    defer { words = [] }
    return words
  }

  /// What no parameter has taken yet.
  var left: [Untrusted] { words.map(\.text) }

  func values(of option: String) -> [Untrusted] { options[option] ?? [] }

  /// Makes sure that nothing is left over.
  func checkEmpty() throws(UsageError) {
    if let word = words.first { throw .unexpected(word.text, usage: command.usage) }
  }
}

/// A word such as `--limit`, `--limit=5` or `--`.
struct OptionWord {
  let word: Untrusted
  let name: String
  let value: Untrusted?

  init?(_ word: Word) {
    guard !word.isQuoted, word.text.bytes.starts(with: "--".utf8) else { return nil }
    let rest = word.text.bytes.dropFirst(2)
    self.word = word.text
    let equals = rest.firstIndex(of: UInt8(ascii: "="))
    name = String(decoding: rest[..<(equals ?? rest.endIndex)], as: UTF8.self)
    value = equals.map { Untrusted(bytes: rest[($0 + 1)...]) }
  }

  var endsOptions: Bool { name.isEmpty && value == nil }
}

extension Statement {
  /// Whether `--json` is among its words: then its error is an object, too.
  package var asksJSON: Bool {
    for word in words.dropFirst() {
      guard let option = OptionWord(word) else { continue }
      if option.endsOptions { return false }
      if option.name == "json" { return true }
    }
    return false
  }
}
