/// The arrow keys' way through the history. The line being typed comes back after the newest; lines that were changed on
/// the way stay so until one of them is entered.
///
/// libedit has such a way, but forgets what follows the first 1024 characters of the line being typed.
struct HistoryWalk {
  /// The index of the line shown; nil for the one being typed.
  private(set) var index: Int?
  private var typed = ""
  /// What lines became, by their index.
  private var changed: [Int: String] = [:]

  /// The next line in that direction; nil if there is none.
  mutating func step(isOlder: Bool, from text: String, in lines: [String]) -> String? {
    let place = index ?? lines.count
    return go(to: isOlder ? place - 1 : place + 1, from: text, in: lines)
  }

  /// The line of an index, which may be just after the last; nil if there is none.
  mutating func go(to new: Int, from text: String, in lines: [String]) -> String? {
    guard new >= 0, new <= lines.count, new < lines.count || index != nil else { return nil }
    if let index { changed[index] = isChanged(text, in: lines) ? text : nil } else { typed = text }
    index = new < lines.count ? new : nil
    return index.map { changed[$0] ?? lines[$0] } ?? typed
  }

  /// Whether the line shown is no longer the one of the history.
  func isChanged(_ text: String, in lines: [String]) -> Bool {
    index.map { lines.indices.contains($0) && lines[$0] != text } ?? false
  }
}
