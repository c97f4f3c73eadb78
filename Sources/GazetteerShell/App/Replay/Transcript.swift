import GazetteerIndex

/// A recorded session. A line that starts with `> ` was typed; the lines after it are the answer. In an answer, errors
/// start with `! ` and are followed by `[exit N]`. A `\` is put before a line of output that looks like one of these or
/// like the end of a block of Markdown, and before a blank line at the end of an answer. Other blank lines before the
/// next `> ` only separate the exchanges.
///
///     # now: 2026-01-01T12:00:00Z
///     > search springfield --limit 0
///     12 places
///
///     > serch
///     ! "serch" is not a command; did you mean "search"?
///     [exit 2]
///
/// In a Markdown file, only some blocks are parts of the session; all of them together are one session.
struct Transcript: Equatable {
  struct Exchange: Equatable {
    /// What was typed.
    let typed: Untrusted
    /// Its line in the file, counted from 1.
    let line: Int
    /// How many blanks are written before its lines.
    var indent = 0
    /// The lines of the answer, escaped as in the file.
    var answer: [Untrusted] = []
    /// The lines that follow it: blank ones, and what is outside the blocks of a Markdown file.
    var gap: [Untrusted] = []
  }

  /// Lines of a file that belong to the session.
  struct Block: Equatable {
    let lines: Range<Int>
    /// At most so many blanks at the start of each line are not a part of it.
    var indent = 0

    /// A line of the file as a line of the session.
    func content(of line: Untrusted) -> Untrusted {
      let blanks = line.bytes.prefix(indent).prefix { $0 == UInt8(ascii: " ") }
      return blanks.isEmpty ? line : Untrusted(bytes: line.bytes.dropFirst(blanks.count))
    }
  }

  /// The lines before the first exchange.
  private(set) var preamble: [Untrusted] = []
  /// Those that may set something: the lines of the session, each with its number in the file.
  private var head: [(text: String, line: Int)] = []
  var exchanges: [Exchange] = []

  static func == (left: Transcript, right: Transcript) -> Bool {
    left.preamble == right.preamble && left.exchanges == right.exchanges
  }

  /// Parses the lines of a file. A file without a typed line has no exchanges.
  init(_ lines: [Untrusted]) { self.init(lines, in: [Block(lines: 0..<lines.count)]) }

  /// Parses the lines of a file whose name is `path`: that decides whether it is a Markdown file.
  init(_ lines: [Untrusted], ofFile path: Untrusted) {
    let isMarkdown = MarkdownBlocks.areIn(fileAt: path)
    self.init(lines, in: isMarkdown ? MarkdownBlocks.blocks(of: lines) : [Block(lines: 0..<lines.count)])
  }

  private init(_ lines: [Untrusted], in blocks: [Block]) {
    var end = 0
    for block in blocks {
      for line in lines[end..<block.lines.lowerBound] { addOutside(line) }
      end = block.lines.upperBound
      let exchangesBefore = exchanges.count
      for index in block.lines {
        let line = block.content(of: lines[index])
        if let typed = Self.typed(line) {
          exchanges.append(Exchange(typed: typed, line: index + 1, indent: block.indent))
        } else if exchanges.count == exchangesBefore {
          if exchanges.isEmpty { head.append((line.text, index + 1)) }
          addOutside(lines[index])
        } else if line.isEmpty {
          addOutside(lines[index])
        } else {
          exchanges[exchanges.count - 1].add(line)
        }
      }
    }
    for line in lines[end...] { addOutside(line) }
  }

  /// Adds a line of the file that is kept as it is.
  private mutating func addOutside(_ line: Untrusted) {
    if exchanges.isEmpty {
      preamble.append(line)
    } else {
      exchanges[exchanges.count - 1].gap.append(line)
    }
  }

  /// The lines of the file.
  var lines: [Untrusted] { preamble + exchanges.flatMap(\.lines) }

  /// The value of the line `# NAME: VALUE` before the first exchange, and the number of that line. A value starts with a
  /// digit or a sign; everything else is a comment.
  func setting(_ name: String) -> (value: String, line: Int)? {
    let start = "# \(name):"
    for (text, line) in head where text.hasPrefix(start) {
      let value = text.dropFirst(start.count).drop { $0 == " " }
      if let first = value.first, first.isNumber || "+-".contains(first) { return (String(value), line) }
    }
    return nil
  }

  private static func typed(_ line: Untrusted) -> Untrusted? {
    if line.bytes == [UInt8(ascii: ">")] { return Untrusted("") }
    return line.bytes.starts(with: "> ".utf8) ? Untrusted(bytes: line.bytes.dropFirst(2)) : nil
  }

  static func isTyped(_ line: Untrusted) -> Bool { typed(line) != nil }

  /// A line of an answer as it is written in the file.
  static func escaped(_ line: Substring) -> Untrusted {
    let meaning = line.drop { $0 == "\\" }
    let isMarked = meaning == ">" || ["> ", "! ", "[exit "].contains { meaning.hasPrefix($0) }
    let isFence = ["```", "~~~"].contains { meaning.drop { $0 == " " }.hasPrefix($0) }
    // A line of only `\` needs one more; else one `\` would be read as a blank line.
    return Untrusted(isMarked || isFence || meaning.isEmpty && !line.isEmpty ? "\\" + line : line)
  }
}

extension Transcript.Exchange {
  /// Appends a line to the answer. The blank lines before it belong to the answer too.
  fileprivate mutating func add(_ line: Untrusted) {
    answer += gap.map { _ in Untrusted("") } + [line]
    gap = []
  }

  /// Its lines in the file, and those that follow it.
  fileprivate var lines: [Untrusted] {
    let typed = Untrusted(bytes: (typed.isEmpty ? ">" : "> ").utf8 + typed.bytes)
    let margin = [UInt8](repeating: UInt8(ascii: " "), count: indent)
    let own = [typed] + answer
    return (indent == 0 ? own : own.map { $0.isEmpty ? $0 : Untrusted(bytes: margin + $0.bytes) }) + gap
  }
}
