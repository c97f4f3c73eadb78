import GazetteerIndex

/// A recorded session. A line that starts with `> ` was typed; the lines after it are the answer. In an answer, errors
/// start with `! ` and are followed by `[exit N]`. A `\` is put before a line of output that looks like one of these,
/// and before a blank line at the end of an answer. Other blank lines before the next `> ` only separate the exchanges.
///
///     # now: 2026-01-01T12:00:00Z
///     > search springfield --limit 0
///     12 places
///
///     > serch
///     ! "serch" is not a command; did you mean "search"?
///     [exit 2]
struct Transcript: Equatable {
  struct Exchange: Equatable {
    /// What was typed.
    let typed: Untrusted
    /// Its line in the file, counted from 1.
    let line: Int
    /// The lines of the answer, escaped as in the file.
    var answer: [Untrusted] = []
    /// How many blank lines follow.
    var gap = 0
  }

  /// The lines before the first exchange.
  private(set) var preamble: [Untrusted] = []
  var exchanges: [Exchange] = []

  /// Parses the lines of a file. A file without a typed line has no exchanges.
  init(_ lines: [Untrusted]) {
    for (index, line) in lines.enumerated() {
      if let typed = Self.typed(line) {
        exchanges.append(Exchange(typed: typed, line: index + 1))
      } else if exchanges.isEmpty {
        preamble.append(line)
      } else if line.isEmpty {
        exchanges[exchanges.count - 1].gap += 1
      } else {
        exchanges[exchanges.count - 1].add(line)
      }
    }
  }

  /// The lines of the file.
  var lines: [Untrusted] {
    preamble
      + exchanges.flatMap { exchange in
        let typed = Untrusted(bytes: (exchange.typed.isEmpty ? ">" : "> ").utf8 + exchange.typed.bytes)
        return [typed] + exchange.answer + [Untrusted](repeating: Untrusted(""), count: exchange.gap)
      }
  }

  /// The value of the line `# NAME: VALUE` in the preamble, and the number of that line. A value starts with a digit or
  /// a sign; everything else is a comment.
  func setting(_ name: String) -> (value: String, line: Int)? {
    let start = "# \(name):"
    for (index, line) in preamble.enumerated() where line.text.hasPrefix(start) {
      let value = line.text.dropFirst(start.count).drop { $0 == " " }
      if let first = value.first, first.isNumber || "+-".contains(first) { return (String(value), index + 1) }
    }
    return nil
  }

  private static func typed(_ line: Untrusted) -> Untrusted? {
    if line.bytes == [UInt8(ascii: ">")] { return Untrusted("") }
    return line.bytes.starts(with: "> ".utf8) ? Untrusted(bytes: line.bytes.dropFirst(2)) : nil
  }

  /// A line of an answer as it is written in the file.
  static func escaped(_ line: Substring) -> Untrusted {
    let meaning = line.drop { $0 == "\\" }
    let isMarked = meaning == ">" || ["> ", "! ", "[exit "].contains { meaning.hasPrefix($0) }
    // A line of only `\` needs one more; else one `\` would be read as a blank line.
    return Untrusted(isMarked || meaning.isEmpty && !line.isEmpty ? "\\" + line : line)
  }
}

extension Transcript.Exchange {
  /// Appends a line to the answer. The blank lines before it belong to the answer too.
  fileprivate mutating func add(_ line: Untrusted) {
    answer += [Untrusted](repeating: Untrusted(""), count: gap) + [line]
    gap = 0
  }
}
