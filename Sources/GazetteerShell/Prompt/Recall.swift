import GazetteerIndex
import GazetteerSession

/// A line that begins with `!` means an older line: `!!` the last one, `!12` the one with that number, `!sea` the
/// newest one that begins with `sea`. The text after a blank is added to it.
struct Recall: Equatable {
  enum Wanted: Equatable {
    case last
    case number(Int)
    case beginning(String)
  }

  let wanted: Wanted
  let rest: String

  /// nil if the line does not mean an older one.
  init?(_ line: String) {
    guard line.hasPrefix("!") else { return nil }
    let word = line.dropFirst().prefix { $0 != " " && $0 != "\t" }
    guard !word.isEmpty else { return nil }
    rest = String(line.dropFirst(1 + word.count))
    if word == "!" {
      wanted = .last
    } else if let number = Int(word), number >= 0 {
      wanted = .number(number)
    } else {
      wanted = .beginning(String(word))
    }
  }

  /// The line that is meant. O(lines).
  ///
  /// - Parameter lines: the history, oldest first.
  func line(in lines: [String]) throws(Failure) -> String {
    guard let found = find(in: lines) else { throw absence(of: lines.count) }
    return found + rest
  }

  private func find(in lines: [String]) -> String? {
    switch wanted {
    case .last: lines.last
    case .number(let number): lines.indices.contains(number - 1) ? lines[number - 1] : nil
    case .beginning(let text): lines.last { $0.hasPrefix(text) }
    }
  }

  private func absence(of count: Int) -> Failure {
    switch wanted {
    case .last: Failure("the history is empty")
    case .number(let number):
      Failure(
        "there is no line \(number)",
        why: count == 0 ? "the history is empty" : "the history has lines 1 to \(count)",
        try: "history")
    case .beginning(let text):
      Failure("no line begins with \(quoted: Untrusted(text))", try: "history \(Untrusted(text))")
    }
  }
}
