extension Command {
  /// A line to type, without the prompt. It works in a new session, or says what it needs.
  ///
  ///     examples: ["near munich", .after("search munich", "near 3"), .needs("the network", "open https://…"),
  ///                .inSamples("open cities.json")]
  package struct Example: Equatable, Sendable, ExpressibleByStringLiteral {
    package let line: String
    /// The commands to type before it in a new session. If the first one is an example, what that needs comes before it.
    package let preparation: String?
    /// What it needs from outside the session, in a few words.
    package let need: String?
    /// Whether it is for the folder of the files to try.
    private let isInSamples: Bool

    package init(stringLiteral line: StaticString) {
      self.init(line: line.description, preparation: nil, need: nil)
    }

    private init(line: String, preparation: String?, need: String?, isInSamples: Bool = false) {
      self.line = line
      self.preparation = preparation
      self.need = need
      self.isInSamples = isInSamples
    }

    static func after(_ preparation: String, _ line: String, with need: String? = nil) -> Example {
      Example(line: line, preparation: preparation, need: need)
    }

    static func needs(_ need: String, _ line: String) -> Example {
      Example(line: line, preparation: nil, need: need)
    }

    static func inSamples(_ line: String) -> Example {
      Example(line: line, preparation: nil, need: nil, isInSamples: true)
    }

    /// What help says beside it; may be empty.
    package var condition: String {
      if isInSamples { return "in the folder Samples of the source" }
      guard let preparation else { return need.map { "needs \($0)" } ?? "" }
      return "after \(preparation)" + (need.map { ", with \($0)" } ?? "")
    }
  }
}
