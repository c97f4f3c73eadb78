import GazetteerIndex
import GazetteerSession

/// What a command line asks for.
package struct Invocation: Equatable, Sendable {
  package enum Action: Equatable, Sendable {
    /// The tasks, then the prompt or the standard input.
    case run
    case replay(Untrusted, ReplayPurpose)
    case help(isShort: Bool)
    case describeJSON
    /// The script that completes command lines of gaz in a shell.
    case completions(CompletionShell)
    /// The page for `man`.
    case manual
    case version
  }

  package var action = Action.run
  package var settings = Flags()

  /// Reads the words after the program's name. Flags may be anywhere before `--`. The other words are files to open, if
  /// the first is one or looks like a path, with options that say how they are read; else they are a command or a text to
  /// search for, with its options. If the first word is `replay`, the next one is a file to play.
  ///
  /// - Parameter isFile: whether a path leads to a file.
  /// - Throws: a usage error for the first mistake.
  package init(_ words: [Untrusted], isFile: (Untrusted) -> Bool) throws(Failure) {
    do {
      try read(words[...], isFile: isFile)
    } catch let error as FlagError {
      throw error.failure
    } catch let error as UsageError {
      throw error.failure
    } catch {
      throw Failure("\(Untrusted("\(error)"))", code: .usage)
    }
  }

  private mutating func read(_ words: ArraySlice<Untrusted>, isFile: (Untrusted) -> Bool) throws {
    var rest = words
    var request: ShellRequest?
    var position = 0
    /// Options that only a command can understand: those before the first word, and all of files.
    var options: [Option] = []
    func take(_ word: Untrusted, before next: Untrusted?) throws(FlagError) {
      if request == nil {
        request = ShellRequest(word, before: next, isFile: isFile)
        position = settings.tasks.count
      } else {
        if let file = request?.file, Self.isCommand(word, isFile) {
          let others = rest.prefix { !["-c", "-f", "-i"].contains($0.text) }
          throw .commandAfterFile(file, words: [word] + others)
        }
        request?.add(word)
      }
      if request?.kind == .files { settings.tasks.append(.open(word)) }
    }
    while let word = rest.popFirst() {
      switch Self.kind(of: word) {
      case .end:
        var last = rest
        rest = []
        if request == nil, let first = last.popFirst() { try take(first, before: last.first) }
        if request?.takesWords == true, !last.isEmpty { request?.add(word) }
        for word in last { try take(word, before: nil) }
      case .long(let name, let value):
        if case .replay(let purpose)? = request?.kind, value == nil, let mode = ReplayPurpose(rawValue: name) {
          guard purpose == .play || purpose == mode else { throw FlagError.checkAndUpdate }
          request?.kind = .replay(mode)
        } else if request?.takes(option: name) == true {
          request?.addOption(word, name, hasValue: value != nil, from: &rest)
        } else if let option = Self.option(name, request) {
          var words = [word]
          if option.takesValue, value == nil, let next = rest.popFirst() { words.append(next) }
          options.append(Option(name: name, words: words))
        } else {
          try readLong(name, value, word: word, from: &rest, isReplay: request?.isReplay == true)
        }
      case .short(let letters):
        if request?.takes(letters: letters) == true {
          request?.add(letters == "h" ? Untrusted("--help") : word)
        } else {
          try readShort(letters, word: word, from: &rest)
        }
      case .plain where word.text == "-" && request?.takesWords != true: settings.tasks.append(.script(word))
      case .plain:
        try take(word, before: rest.first)
      }
    }
    try finish(request, at: position, options)
  }

  /// An option that only a command can understand.
  private struct Option {
    let name: String
    /// The option, and its value if that is a word of its own.
    let words: [Untrusted]
  }

  /// What the option `name` is, if it comes before all words, or beside files; nil if it is a flag, or not known.
  private static func option(_ name: String, _ request: ShellRequest?) -> InputDescription? {
    guard !FlagDescription.all.contains(where: { $0.name == name }) else { return nil }
    switch request?.kind {
    case nil: return Command.searchOption(name) ?? Command.readingOption(name)
    case .files: return Command.readingOption(name)
    default: return nil
    }
  }

  private static func isCommand(_ word: Untrusted, _ isFile: (Untrusted) -> Bool) -> Bool {
    !word.looksLikePath && !isFile(word) && CommandTable.standard.command(called: word.text) != nil
  }

  /// Turns the words into tasks or an action.
  private mutating func finish(_ request: ShellRequest?, at position: Int, _ options: [Option]) throws {
    let isOfFiles = request?.kind == .files
    let needless = options.first { !(isOfFiles ? Command.readingOption($0.name) != nil : request?.takesWords == true) }
    if let word = needless?.words.first { throw FlagError.unknownFlag(word, nearest: []) }
    let early = options.flatMap(\.words)
    guard let request, action == .run else { return }
    switch request.kind {
    case .files:
      settings.tasks = settings.tasks.map { task in
        if case .open(let file, _) = task { .open(file, options: early) } else { task }
      }
    case .replay(let purpose):
      guard let file = request.words.first else { throw FlagError.missingTranscript }
      guard request.words.count == 1 else { throw FlagError.tooMany(request.words[1]) }
      action = .replay(file, purpose)
    case .command, .text: settings.tasks.insert(.words(request.words(with: early)), at: position)
    }
  }

  private enum Kind {
    case end
    case long(String, Untrusted?)
    case short(String)
    case plain
  }

  private static func kind(of word: Untrusted) -> Kind {
    let text = word.text
    if text == "--" { return .end }
    if text.hasPrefix("--") {
      let equals = word.bytes.firstIndex(of: UInt8(ascii: "="))
      let name = String(decoding: word.bytes[2..<(equals ?? word.bytes.endIndex)], as: UTF8.self)
      return .long(name, equals.map { Untrusted(bytes: word.bytes[($0 + 1)...]) })
    }
    // `-33.9,151.2` is a point.
    let isNumber = text.dropFirst().first.map { "0123456789.".contains($0) } ?? false
    return text.hasPrefix("-") && text != "-" && !isNumber ? .short(String(text.dropFirst())) : .plain
  }

  private mutating func readLong(
    _ name: String, _ value: Untrusted?, word: Untrusted, from rest: inout ArraySlice<Untrusted>, isReplay: Bool
  ) throws {
    guard let flag = FlagDescription.all.first(where: { $0.name == name }) else {
      let known = FlagDescription.all.compactMap(\.name) + (isReplay ? ["check", "update"] : [])
      throw FlagError.unknownFlag(word, nearest: Spelling.nearest(to: name, among: known).map { "--" + $0 })
    }
    switch flag.value {
    case .none:
      guard value == nil else { throw FlagError.needlessValue(of: flag.word) }
      try flag.apply(&self, nil)
    case .optional: try flag.apply(&self, value)
    case .required(let placeholder):
      guard let value = value ?? rest.popFirst() else {
        throw FlagError.missingValue(of: flag.word, placeholder: placeholder)
      }
      try flag.apply(&self, value)
    }
  }

  /// Reads the letters after a dash: `-qi`, `-c COMMAND`, `-cCOMMAND`.
  private mutating func readShort(
    _ letters: String, word: Untrusted, from rest: inout ArraySlice<Untrusted>
  ) throws {
    var letters = letters[...]
    var bytesTaken = 1
    while let letter = letters.popFirst() {
      bytesTaken += letter.utf8.count
      guard let flag = FlagDescription.all.first(where: { $0.short == letter }) else {
        throw FlagError.unknownFlag(word, nearest: [])
      }
      guard case .required(let placeholder) = flag.value else {
        try flag.apply(&self, nil)
        continue
      }
      let attached = letters.isEmpty ? nil : Untrusted(bytes: word.bytes.dropFirst(bytesTaken))
      guard let value = attached ?? rest.popFirst() else {
        throw FlagError.missingValue(of: flag.word, placeholder: placeholder)
      }
      try flag.apply(&self, value)
      return
    }
  }
}
