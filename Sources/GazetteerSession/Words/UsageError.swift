import GazetteerIndex

/// An error in a line, found before its command runs. The cases hold the facts; `failure` has the words.
package enum UsageError: Error, Equatable {
  /// The text after the open quote.
  case unterminatedQuote(Untrusted)
  case lineTooLong(Int, longest: Int)
  case nul
  /// `remedy` is used if no name is similar.
  case unknownCommand(Untrusted, nearest: [String], remedy: String)
  /// A line that begins with no command, whose first word looks like a mistyped one. `text` is what it would search for.
  case mistypedCommand(Untrusted, meant: [String], text: Untrusted)
  /// A command that exists, but cannot be used inside the nested prompt, which has only `commands`.
  case notInForce(String, inside: String, commands: [String], ways: String)
  case unknownHelp(Untrusted, nearest: [String])
  /// - Parameter isText: whether the word may have been meant as a part of the command's text.
  case unknownOption(Untrusted, of: String, nearest: [String], isText: Bool = false)
  case missing(String, usage: String)
  case missingValue(of: String, placeholder: String)
  case needlessValue(of: String)
  case repeated(String)
  case unexpected(Untrusted, usage: String)
  /// Too many words after a path. `meant` is the command with all words in quotes.
  case unquoted(Untrusted, meant: Message)
  case malformed(Untrusted, parameter: String, expected: Message)
  case unknownField(Untrusted, nearest: [String])

  package var failure: Failure {
    switch self {
    case .unterminatedQuote(let start):
      Failure(
        start.isEmpty
          ? "a quote is opened at the end and never closed" : "a quote is opened at \(quoted: start) and never closed",
        try: "close it with \"", code: .usage)
    case .lineTooLong(let count, let longest):
      Failure(
        "the line has \(own: Numeral.grouped(count)) bytes",
        why: "a line can have at most \(own: Numeral.grouped(longest))", code: .usage)
    case .nul:
      Failure("the line contains a NUL character", why: "only text is allowed", code: .usage)
    case .unknownCommand(let name, let nearest, let remedy):
      Failure(
        "\(quoted: name) is not a command", why: .didYouMean(nearest),
        try: nearest.isEmpty ? "\(own: remedy)" : nil, code: .usage)
    case .mistypedCommand(let name, let meant, let text):
      Failure(
        "no command is called \(quoted: name)", why: .didYouMean(meant), try: "search \(cut: text), if that is a name",
        code: .usage)
    case .notInForce(let command, let place, let commands, let ways):
      Failure(
        "\"\(own: command)\" cannot be used inside \(own: place)",
        why: "the commands there are \(own: commands.listed("and"))",
        try: "\(own: ways)", code: .usage)
    case .unknownHelp(let word, let nearest):
      Failure(
        "there is no help on \(quoted: word)", why: .didYouMean(nearest), try: nearest.isEmpty ? "help" : nil,
        code: .usage)
    case .unknownOption(let option, let command, let nearest, let isText):
      Failure(
        "\(quoted: option) is not an option of \(own: command)", why: .didYouMean(nearest),
        try: !nearest.isEmpty
          ? nil : isText ? "help \(own: command), or -- before it if it is text" : "help \(own: command)", code: .usage)
    case .missing(let parameter, let usage):
      Failure("\(own: parameter) is missing", try: "\(own: usage)", code: .usage)
    case .missingValue(let option, let placeholder):
      Failure("--\(own: option) has no value", try: "--\(own: option) \(own: placeholder)", code: .usage)
    case .needlessValue(let option):
      Failure("--\(own: option) takes no value", try: "--\(own: option)", code: .usage)
    case .repeated(let option):
      Failure("--\(own: option) is given twice", try: "give --\(own: option) once", code: .usage)
    case .unexpected(let word, let usage):
      Failure("unexpected word \(quoted: word)", try: "\(own: usage)", code: .usage)
    case .unquoted(let word, let meant):
      Failure("unexpected word \(quoted: word)", try: "\(meant), if that is one name", code: .usage)
    case .malformed(let word, let parameter, let expected):
      Failure("\(quoted: word) is not valid for \(own: parameter)", why: "expected \(expected)", code: .usage)
    case .unknownField(let field, let nearest):
      Failure(
        "\(quoted: field) is not a field", why: .didYouMean(nearest), try: nearest.isEmpty ? "--json=help" : nil,
        code: .usage)
    }
  }
}

extension Message {
  /// `did you mean "near"?`; nil if there are no similar words.
  package static func didYouMean(_ words: [String]) -> Message? {
    guard !words.isEmpty else { return nil }
    return "did you mean \(own: words.map { "\"\($0)\"" }.listed("or"))?"
  }
}

extension Message.Interpolation {
  /// A user's word in quotes, shortened for an error message.
  package mutating func appendInterpolation(quoted word: Untrusted) {
    appendLiteral("\"")
    appendInterpolation(cut: word)
    appendLiteral("\"")
  }

  /// A word, shortened for a sentence.
  package mutating func appendInterpolation(cut word: Untrusted) {
    let longest = 80
    var end = min(word.bytes.count, longest)
    // Do not cut inside a character.
    while end > 0, end < word.bytes.count, word.bytes[end] & 0xC0 == 0x80 { end -= 1 }
    appendInterpolation(Untrusted(bytes: word.bytes[..<end]))
    if word.bytes.count > longest { appendLiteral("…") }
  }
}
