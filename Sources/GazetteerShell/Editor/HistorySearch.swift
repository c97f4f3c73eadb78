import CEditline

/// A search through the history, newest line first, for the text typed so far. Letters A to Z match either case.
///
/// libedit has such a search, but treats the pattern as a regular expression, and a letter such as `č` (U+010D) as the
/// control character in its low byte.
struct HistorySearch {
  private let lines: [String]
  private(set) var pattern = ""
  /// The index of the shown line; `lines.count` for none.
  private(set) var index: Int
  /// Whether no line matches the whole pattern. Then the shown line matches a shorter one.
  private(set) var hasFailed = false

  /// - Parameter lines: oldest first.
  init(lines: [String]) {
    self.lines = lines
    index = lines.count
  }

  /// The line found, and the offset of the pattern in it, in bytes.
  var match: (line: String, offset: Int)? {
    guard index < lines.count else { return nil }
    return (lines[index], Self.offset(of: Self.folded(pattern), in: lines[index]) ?? lines[index].utf8.count)
  }

  mutating func type(_ scalar: Unicode.Scalar) {
    pattern.unicodeScalars.append(scalar)
    find(in: Array((0..<min(index + 1, lines.count)).reversed()))
  }

  /// Removes the last character of the pattern, and starts again at the newest line.
  mutating func shorten() {
    guard !pattern.isEmpty else { return }
    pattern.unicodeScalars.removeLast()
    index = lines.count
    hasFailed = false
    if !pattern.isEmpty { find(in: lines.indices.reversed()) }
  }

  /// Goes to the next older line that matches and differs from the one shown.
  mutating func older() { find(in: (0..<index).reversed()) }

  /// Goes back to the next newer line.
  mutating func newer() { find(in: Array(lines.indices.dropFirst(index + 1))) }

  private mutating func find(in candidates: some Sequence<Int>) {
    guard !pattern.isEmpty else { return }
    let wanted = Self.folded(pattern)
    let shown = index < lines.count ? lines[index] : nil
    let found = candidates.first {
      Self.offset(of: wanted, in: lines[$0]) != nil && (lines[$0] != shown || $0 == index)
    }
    hasFailed = found == nil
    if let found { index = found }
  }

  /// The index of the next line in that direction from `index` that has the pattern and differs from `text`; nil if
  /// there is none.
  static func index(of pattern: String, from index: Int, isOlder: Bool, than text: String, in lines: [String]) -> Int? {
    let wanted = folded(pattern)
    let places = isOlder ? Array(lines[..<index].indices.reversed()) : Array(lines.indices.dropFirst(index + 1))
    return places.first { lines[$0] != text && offset(of: wanted, in: lines[$0]) != nil }
  }

  private static func folded(_ text: String) -> [UInt8] {
    text.utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
  }

  private static func offset(of wanted: [UInt8], in line: String) -> Int? {
    let bytes = folded(line)
    guard wanted.count <= bytes.count else { return nil }
    return (0...(bytes.count - wanted.count)).first { bytes[$0...].starts(with: wanted) }
  }
}

extension LineEditor {
  /// Ctrl-R: shows the line found instead of the edited one, and the pattern in the prompt. Ctrl-R and Ctrl-S find
  /// other lines, Ctrl-G restores the old line, any other key keeps the line found and then does its usual work.
  func searchHistory() -> Int32 {
    let typed = edited
    defer { otherPrompt = nil }
    var search = HistorySearch(lines: history.lines)
    // The arrow keys go on from the line found.
    func accept() {
      lastPattern = search.pattern
      if search.match != nil { _ = walk.go(to: search.index, from: typed.text, in: history.lines) }
    }
    while true {
      let words = search.hasFailed ? "no other line with" : "history"
      otherPrompt = [StyledText("\(words) \"\(search.pattern)\": ")]
      edited = search.match.map { EditedText($0.line, cursor: $0.offset) } ?? typed
      guard let key = nextKey() else { return CC_NORM }
      switch key {
      case Control.r:
        search.older()
      case Control.s:
        search.newer()
      case Control.h, Control.delete:
        search.shorten()
      case Control.g:
        edited = typed
        return CC_NORM
      default:
        if key >= 0x20, Key(rawValue: key) == nil, let scalar = Unicode.Scalar(key) {
          search.type(scalar)
          continue
        }
        accept()
        decoder.giveBack(key)
        return CC_NORM
      }
    }
  }

  /// The next line that has what was searched for last.
  func searchAgain(isOlder: Bool) {
    let (lines, text) = (history.lines, edited.text)
    guard !lastPattern.isEmpty,
      let found = HistorySearch.index(
        of: lastPattern, from: walk.index ?? lines.count, isOlder: isOlder, than: text, in: lines),
      let line = walk.go(to: found, from: text, in: lines)
    else { return }
    edited = EditedText(before: line)
  }
}
