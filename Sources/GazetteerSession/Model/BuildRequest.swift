import GazetteerIndex

/// A request to write the places of a source and their indexes to a file.
package struct BuildRequest: Equatable, Sendable {
  package let source: OpenRequest
  /// As the user typed it.
  package let path: Untrusted
  /// Whether an existing file may be replaced.
  package private(set) var mayReplace: Bool

  package init(_ source: OpenRequest, to path: Untrusted, mayReplace: Bool = false) {
    (self.source, self.path, self.mayReplace) = (source, path, mayReplace)
  }

  /// Says that the file was written.
  package func written(_ dataset: any PlaceSource) -> Message {
    let comma = dataset.about.withoutPosition > 0 ? "," : ""
    var about = dataset.about
    about.seconds = 0
    let message: Message = "wrote \(own: dataset.sizeText)\(own: comma) to \(quoted: path)"
    return message.with(about, details: "open \(source.source)\(source.reading.options) -v")
  }

  /// Asks whether to replace the file.
  package var question: Question {
    var consented = self
    consented.mayReplace = true
    return .overwriting(path, by: .build(consented))
  }
}
