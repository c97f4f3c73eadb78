import GazetteerIndex

/// A session on paper. A line after `> ` was typed; under it stands what was answered, errors after `! ` and with
/// `[exit N]` behind them. A line of an answer that could be taken for one of these has a `\` before it, and so has a
/// blank line that ends an answer: other blank lines before the next `> ` only part the exchanges.
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
    /// Where that stands in the file, counted from 1.
    let line: Int
    /// The lines of the answer, as they stand in the file.
    var answer: [Untrusted] = []
    /// How many blank lines follow.
    var gap = 0
  }

  /// The lines before the first exchange.
  private(set) var preamble: [Untrusted] = []
  var exchanges: [Exchange] = []

  /// Takes the lines of a file apart. A file without a typed line has no exchanges.
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

  /// What the preamble says after `# NAME:`.
  func setting(_ name: String) -> String? {
    let start = "# \(name):"
    return preamble.lazy.map(\.text).first { $0.hasPrefix(start) }.map { line in
      String(line.dropFirst(start.count).drop { $0 == " " })
    }
  }

  private static func typed(_ line: Untrusted) -> Untrusted? {
    if line.bytes == [UInt8(ascii: ">")] { return Untrusted("") }
    return line.bytes.starts(with: "> ".utf8) ? Untrusted(bytes: line.bytes.dropFirst(2)) : nil
  }

  /// A line of an answer as it stands in the file.
  static func escaped(_ line: Substring) -> Untrusted {
    let meaning = line.drop { $0 == "\\" }
    let isMarked = meaning == ">" || ["> ", "! ", "[exit "].contains { meaning.hasPrefix($0) }
    // A line of nothing but marks could be taken for a blank one that has one.
    return Untrusted(isMarked || meaning.isEmpty && !line.isEmpty ? "\\" + line : line)
  }
}

extension Transcript.Exchange {
  /// Goes on with the answer; blank lines that were taken for a gap were part of it.
  fileprivate mutating func add(_ line: Untrusted) {
    answer += [Untrusted](repeating: Untrusted(""), count: gap) + [line]
    gap = 0
  }
}
