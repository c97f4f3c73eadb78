import GazetteerIndex

extension Command {
  static let history = Command(
    "history", "List the lines typed at the prompt, the newest last, or run one again; or list the edits of favorites.",
    takes: Inputs(
      TextParameter(
        "TEXT", "Only lines that contain this; favorites: all edits of favorites; favorites N: those of one favorite.",
        completes: .choices([Completes.Choice("favorites", "their edits")])),
      Option<Limit>("limit", "N", "How many lines or edits; all: every one."),
      Option<LineNumber>("run", "N", "Run the line with this number again, like !N.", completes: .nothing)),
    family: .shell, synonyms: ["hist", "recall", "fc", "rerun"],
    examples: [
      "history", "history munich --limit 5", .after("search munich", "history --run 1"),
      .after("search springfield; favorite 1-2; favorites", "history favorites 2"),
    ]
  ) { session, context, text, limit, number in
    if number == nil, let words = text.wordsAfterFavorites {
      return try session.past(of: words, limit: limit ?? context.limit, context)
    }
    let lines = context.history
    if let number {
      guard lines.indices.contains(number.number - 1) else {
        throw Failure(
          "there is no line \(number.number)",
          why: lines.isEmpty ? "the history is empty" : "the history has lines 1 to \(lines.count)", try: "history"
        )
      }
      return Reply(effects: [.run(Untrusted(lines[number.number - 1]))])
    }
    return Reply(HistoryView(lines, holding: text, limit: limit ?? context.limit))
  }
}

extension Session {
  /// The edits of the favorite that the words name; of all favorites if there are no words.
  fileprivate func past(of words: Untrusted, limit: Limit, _ context: Context) throws(Failure) -> Reply {
    let known = words.isEmpty ? nil : try pastFavorite(words)
    guard let edits = context.edits else { return Reply(needs: .edits(known.map { .of($0) } ?? .all)) }
    guard !words.isEmpty else {
      return Reply(PastView(edits, of: nil, called: words, by: context.author, limit: limit))
    }
    let id = if let known { known } else { try FavoritesPast(edits: edits).id(named: words) }
    let own = edits.filter { kept in kept.edit.changes.contains { $0.id == id } }
    guard !own.isEmpty else { throw Failure("this favorite has no edits", try: "history favorites") }
    return Reply(PastView(own, of: id, called: words, by: context.author, limit: limit))
  }
}

extension Untrusted {
  /// The words after `favorites`; nil if the text does not start with this word.
  fileprivate var wordsAfterFavorites: Untrusted? {
    let word = Array(Favorite.dataset.utf8)
    guard bytes.starts(with: word) else { return nil }
    let rest = bytes.dropFirst(word.count)
    guard [nil, UInt8(ascii: " ")].contains(rest.first) else { return nil }
    return Untrusted(bytes: rest.dropFirst())
  }
}
