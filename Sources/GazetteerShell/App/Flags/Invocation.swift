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
    case version
  }

  package var action = Action.run
  package var settings = Flags()

  /// Reads the words after the program's name. Flags may be anywhere before `--`. Every other word is a file to open,
  /// except that the first may be `replay`.
  ///
  /// - Throws: a usage error for the first mistake.
  package init(_ words: [Untrusted]) throws(Failure) {
    do {
      try read(words[...])
    } catch let error as FlagError {
      throw error.failure
    } catch let error as UsageError {
      throw error.failure
    } catch {
      throw Failure("\(Untrusted("\(error)"))", code: .usage)
    }
  }

  private mutating func read(_ words: ArraySlice<Untrusted>) throws {
    var rest = words
    var files: [Untrusted] = []
    var isReplay = false
    var purpose = ReplayPurpose.play
    while let word = rest.popFirst() {
      switch Self.kind(of: word) {
      case .end:
        files += rest
        rest = []
      case .long(let name, let value):
        if isReplay, value == nil, let mode = ReplayPurpose(rawValue: name) {
          guard purpose == .play || purpose == mode else { throw FlagError.checkAndUpdate }
          purpose = mode
        } else {
          try readLong(name, value, word: word, from: &rest, isReplay: isReplay)
        }
      case .short(let letters): try readShort(letters, word: word, from: &rest)
      case .file where word.text == "replay" && files.isEmpty && !isReplay && settings.tasks.isEmpty: isReplay = true
      case .file where isReplay: files.append(word)
      case .file: settings.tasks.append(word.text == "-" ? .script(word) : .open(word))
      }
    }
    guard isReplay, action == .run else {
      settings.tasks += files.map { .open($0) }
      return
    }
    guard let file = files.first else { throw FlagError.missingTranscript }
    guard files.count == 1 else { throw FlagError.tooMany(files[1]) }
    action = .replay(file, purpose)
  }

  private enum Kind {
    case end
    case long(String, Untrusted?)
    case short(String)
    case file
  }

  private static func kind(of word: Untrusted) -> Kind {
    let text = word.text
    if text == "--" { return .end }
    if text.hasPrefix("--") {
      let equals = word.bytes.firstIndex(of: UInt8(ascii: "="))
      let name = String(decoding: word.bytes[2..<(equals ?? word.bytes.endIndex)], as: UTF8.self)
      return .long(name, equals.map { Untrusted(bytes: word.bytes[($0 + 1)...]) })
    }
    return text.hasPrefix("-") && text != "-" ? .short(String(text.dropFirst())) : .file
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
