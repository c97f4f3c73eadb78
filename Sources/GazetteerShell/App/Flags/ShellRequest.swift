import GazetteerIndex
import GazetteerServices
import GazetteerSession

/// What the words after the program's name, without its flags, ask for. The first word decides.
struct ShellRequest {
  enum Kind: Equatable {
    /// To open files, then to ask for commands.
    case files
    case replay(ReplayPurpose)
    /// To run a command, then to exit.
    case command
    /// To search for a text, then to exit.
    case text
  }

  var kind: Kind
  /// Its words, without `replay`.
  private(set) var words: [Untrusted] = []
  /// What the command takes besides flags.
  private let inputs: [InputDescription]

  /// - Parameters:
  ///   - next: the word after the first one. `list` is a file if there is one and nothing follows.
  ///   - isFile: whether a path leads to a file.
  init(_ first: Untrusted, before next: Untrusted?, isFile: (Untrusted) -> Bool) {
    let command = CommandTable.standard.command(called: first.text)
    let isFollowed = next.map { !$0.text.hasPrefix("-") && !$0.looksLikePath && !isFile($0) } ?? false
    if first.text.lowercased() == "replay" {
      (kind, inputs) = (.replay(.play), [])
    } else if first.looksLikePath || isFile(first) && !(command != nil && isFollowed) {
      (kind, inputs) = (.files, [])
    } else {
      (kind, inputs) = (command == nil ? .text : .command, (command ?? CommandTable.standard.search)?.inputs ?? [])
    }
    if !isReplay { words = [first] }
  }

  var isReplay: Bool { if case .replay = kind { true } else { false } }

  /// The first file to open; nil if there is none.
  var file: Untrusted? { kind == .files ? words.first : nil }

  /// Whether the words are a command or a text.
  var takesWords: Bool { kind == .command || kind == .text }

  mutating func add(_ word: Untrusted) { words.append(word) }

  /// Whether a long option is one for the command: one of its own, or one that is no flag.
  func takes(option name: String) -> Bool {
    takesWords
      && (name == "help" || option(name) != nil || !FlagDescription.all.contains { $0.name == name })
  }

  /// The same for the letters after a dash.
  func takes(letters: String) -> Bool {
    guard takesWords, let first = letters.first else { return false }
    let isOwn = letters.count == 1 && inputs.contains { $0.short == first }
    return isOwn || letters == "h" || !FlagDescription.all.contains { $0.short == first }
  }

  /// Adds an option with its value, if that is the next word.
  mutating func addOption(_ word: Untrusted, _ name: String, hasValue: Bool, from rest: inout ArraySlice<Untrusted>) {
    words.append(word)
    if !hasValue, option(name)?.takesValue == true, let value = rest.popFirst() { words.append(value) }
  }

  private func option(_ name: String) -> InputDescription? { inputs.first { !$0.isParameter && $0.name == name } }

  /// The words of the statement, with the options that came before them.
  func words(with early: [Untrusted]) -> [Untrusted] {
    // A text that starts like an option came after `--`.
    if kind == .text, words.first?.bytes.starts(with: "--".utf8) == true {
      return [Untrusted("search")] + early + [Untrusted("--")] + words.filter { $0 != Untrusted("--") }
    }
    return Array(words.prefix(1)) + early + words.dropFirst()
  }
}

extension CommandTable {
  fileprivate var search: Command? { command(called: "search") }
}

extension Command {
  /// The option of `search` with this name; nil if there is none.
  static func searchOption(_ name: String) -> InputDescription? {
    CommandTable.standard.search?.inputs.first { !$0.isParameter && $0.name == name }
  }
}

extension Command {
  /// The option of `open` with this name that says how files are read; nil if there is none, or if it is a flag.
  static func readingOption(_ name: String) -> InputDescription? {
    guard SourceReading.Aspect(rawValue: name) != nil else { return nil }
    return CommandTable.standard.command(called: "open")?.inputs.first { !$0.isParameter && $0.name == name }
  }
}

extension Untrusted {
  /// Whether a word is a path or an address rather than a name: it contains `/`, starts with `.` or `~`, or ends as files
  /// of places do.
  var looksLikePath: Bool {
    let word = text.lowercased()
    return word.contains("/") || word.hasPrefix(".") || word.hasPrefix("~")
      || ImportFormat.endings.contains { word.hasSuffix($0) && word != $0 }
  }
}
