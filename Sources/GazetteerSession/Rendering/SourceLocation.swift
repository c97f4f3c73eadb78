import GazetteerIndex

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
  /// The sentence in one line: `FILE:LINE: what; why; try: …`; or `{"command","error","code"}`. Then its example.
  package func rendered(at location: SourceLocation?, asJSON: Bool = false) -> String {
    let message: Message = location.map { "\($0.file):\($0.line): \(self.message)" } ?? self.message
    guard asJSON else {
      return message.neutralised + "\n" + example.map { "  " + $0.neutralised + "\n" }.joined()
    }
    var record = Record()
    record.add("command", command.map { .own($0) })
    record.add("error", .own(message.neutralised))
    record.add("code", .integer(code.rawValue))
    if !example.isEmpty { record.add("example", .own(example.map(\.neutralised).joined(separator: "\n"))) }
    var writer = JSONWriter()
    writer.write(record)
    return writer.text + "\n"
  }
}
