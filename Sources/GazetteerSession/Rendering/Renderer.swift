import GazetteerIndex

extension Reply {
  /// The view as text that may be printed anywhere, each line ended; empty where there is nothing to show.
  package func rendered(in style: Style) -> String {
    switch view {
    case .text(let lines): lines.reduce(into: "") { $0 += $1.neutralised + "\n" }
    default: ""
    }
  }
}

/// A line of a script.
package struct SourceLocation: Equatable, Sendable {
  package let file: Untrusted
  package let line: Int

  package init(file: Untrusted, line: Int) {
    self.file = file
    self.line = line
  }
}

extension Failure {
  /// The sentence in one line: `FILE:LINE: what; why; try: …`.
  package func rendered(at location: SourceLocation?) -> String {
    let place = location.map { $0.file.neutralised + ":\($0.line): " } ?? ""
    return place + message.neutralised + "\n"
  }
}
