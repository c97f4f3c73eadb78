import GazetteerIndex

/// A file to write as a whole.
package struct FileWriting: Equatable, Sendable {
  /// As the user typed it.
  package let path: Untrusted
  package let text: String
  /// What is in it: `12 favorites`.
  package let content: Message
  /// Whether an existing file may be replaced.
  package var mayReplace: Bool
  /// Whether `text` is an SVG picture of which the file is to be a drawing, as PNG.
  package var isDrawn = false
  /// Whether `text` may act on a terminal.
  package var isRaw = false

  package init(_ text: String, of content: Message, to path: Untrusted, mayReplace: Bool = false) {
    self.text = text
    self.content = content
    self.path = path
    self.mayReplace = mayReplace
  }
}

extension FileWriting {
  /// Asks whether to replace the file.
  var question: Question {
    var consented = self
    consented.mayReplace = true
    return .overwriting(path, by: .write(consented))
  }
}

extension Question {
  /// Asks whether to replace a file.
  static func overwriting(_ path: Untrusted, by effect: Effect) -> Question {
    var question = Question(
      "overwrite \(quoted: path)", power: .writeFile, effects: [effect], no: "\(quoted: path) is unchanged")
    question.option = "--overwrite"
    return question
  }
}
