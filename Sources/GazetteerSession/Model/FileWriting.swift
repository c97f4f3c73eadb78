import GazetteerIndex

/// An export to write to a file as a whole.
package struct FileWriting: Equatable, Sendable {
  /// As the user typed it.
  package let path: Untrusted
  private let export: Export
  private let format: ExportFormat
  /// What is in it: `12 favorites`.
  package let content: Message
  /// Whether an existing file may be replaced.
  package var mayReplace: Bool
  /// The page with a map; only needed for `html`.
  var map: MapTemplate?
  /// Whether its text may act on a terminal.
  package var isRaw = false

  package init(
    _ export: Export, as format: ExportFormat, of content: Message, to path: Untrusted, mayReplace: Bool = false
  ) {
    self.export = export
    self.format = format
    self.content = content
    self.path = path
    self.mayReplace = mayReplace
  }

  /// Its text, which takes a while to make. O(length).
  package func text(_ cancellation: Cancellation = Cancellation()) throws(Failure) -> String {
    try export.text(in: format, map: map, isRaw: isRaw, cancellation)
  }

  /// Whether the text is an SVG picture of which the file is to be a drawing, as PNG.
  package var isDrawn: Bool { format.isBinary }
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
