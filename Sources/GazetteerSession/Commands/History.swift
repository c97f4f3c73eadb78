import GazetteerIndex

extension Command {
  static let history = Command(
    "history", "List the lines typed at the prompt, the newest last, or run one again.",
    takes: TextParameter("TEXT", "Only lines that hold this.", completes: .nothing),
    Option<Limit>("limit", "N", "How many lines; all."),
    Option<LineNumber>("run", "N", "Run the line of this number again, as !N does.", completes: .nothing),
    family: .shell, synonyms: ["hist", "recall", "fc", "rerun"],
    examples: ["history", "history munich --limit 5", "history --run 1"]
  ) { session, context, text, limit, number in
    let lines = context.history
    if let number {
      guard lines.indices.contains(number.number - 1) else {
        throw Failure(
          "there is no line \(number.number)",
          why: lines.isEmpty ? "the history here is empty" : "the history goes from 1 to \(lines.count)", try: "history"
        )
      }
      return Reply(events: [.rerunAsked(Untrusted(lines[number.number - 1]))])
    }
    return Reply(.history(HistoryView(lines, holding: text, limit: limit ?? context.limit)))
  }
}

/// The number of a line of the history, counted from 1.
package struct LineNumber: Readable, Equatable {
  package let number: Int

  package static var expected: Message { "the number of a line: history shows them" }

  package init(word: Untrusted) throws(Malformed) {
    guard let number = Int(word.text), number > 0 else { throw Malformed() }
    self.number = number
  }
}
