import GazetteerIndex
import GazetteerSession

/// Records what is printed, in the form of a transcript.
final class AnswerRecorder {
  private var lines: [Untrusted] = []

  var output: Output {
    Output(
      show: { [self] in lines += Self.lines(of: $0).map(Transcript.escaped) },
      tell: { [self] in lines += Self.lines(of: $0).map(Transcript.escaped) },
      complain: { [self] text, code in
        lines += Self.lines(of: text).map { Untrusted("! " + $0) } + [Untrusted("[exit \(code.rawValue)]")]
      })
  }

  /// What was printed since the last call.
  func take() -> [Untrusted] {
    defer { lines = [] }
    let last = lines.lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? 0
    return lines[..<last] + lines[last...].map { _ in Untrusted("\\") }
  }

  private static func lines(of text: String) -> [Substring] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }
}
