import GazetteerIndex

/// The fenced blocks of code in a Markdown file that belong to a transcript: those of the language `gaz`, and those
/// without a language whose first line starts with `> `. All other text is left as it is. A fence is a line of at least
/// three backticks or tildes after at most three blanks; a block ends at a fence of the same letter that is at least as
/// long, or at the end of the file. Blocks that are indented more, as inside of a nested list, are not recognised.
///
///     ```
///     > search springfield --limit 0
///     12 places
///     ```
enum MarkdownBlocks {
  /// Whether the name of a file is that of a Markdown file.
  static func areIn(fileAt path: Untrusted) -> Bool {
    let name = path.text.lowercased()
    return [".md", ".markdown"].contains { name.hasSuffix($0) }
  }

  /// The blocks of a file, in its order. O(lines).
  static func blocks(of lines: [Untrusted]) -> [Transcript.Block] {
    var blocks: [Transcript.Block] = []
    var open: (fence: Fence, start: Int)?
    func close(at end: Int) {
      guard let (fence, start) = open else { return }
      let block = Transcript.Block(lines: start..<end, indent: fence.indent)
      let first = block.lines.first.map { block.content(of: lines[$0]) }
      let isOurs = fence.language.map { $0 == "gaz" } ?? (first.map(Transcript.isTyped) ?? false)
      if isOurs { blocks.append(block) }
      open = nil
    }
    for (index, line) in lines.enumerated() {
      guard let fence = Fence(line) else { continue }
      if let opening = open?.fence {
        if fence.ends(opening) { close(at: index) }
      } else if fence.opens {
        open = (fence, index + 1)
      }
    }
    close(at: lines.count)
    return blocks
  }

  /// A line that may begin or end a block.
  private struct Fence {
    /// How many blanks are before it.
    let indent: Int
    let letter: UInt8
    let length: Int
    /// What follows it, without blanks around it.
    let info: String

    /// nil for a line without a fence.
    init?(_ line: Untrusted) {
      let text = line.bytes.drop { $0 == UInt8(ascii: " ") }
      indent = line.bytes.count - text.count
      guard indent < 4, let letter = text.first, letter == UInt8(ascii: "`") || letter == UInt8(ascii: "~") else {
        return nil
      }
      self.letter = letter
      let rest = text.drop { $0 == letter }
      length = text.count - rest.count
      guard length >= 3 else { return nil }
      info = Untrusted(bytes: rest).trimmed.text
    }

    /// The first word after it; nil if there is none.
    var language: Substring? { info.split(separator: " ").first }

    /// A line such as ```` ```a``` ```` is a piece of code within a paragraph.
    var opens: Bool { letter == UInt8(ascii: "~") || !info.utf8.contains(UInt8(ascii: "`")) }

    func ends(_ opening: Fence) -> Bool { letter == opening.letter && length >= opening.length && info.isEmpty }
  }
}
