import GazetteerIndex

extension Command {
  static let note = Command(
    "note", "Write a note about a favorite; without a text, show it.",
    takes: Inputs(
      CommonInput.favorite,
      OptionalTextParameter(
        "TEXT",
        """
        The new note; "" removes it. If the text has quotes, ';' or '#', put it in quotes, with a backslash before \
        each quote inside.
        """),
      Flag("none", "Remove the note.")),
    family: .keep, synonyms: ["comment", "memo", "annotate", "remember"],
    examples: [
      .after("search munich; favorite 1", "note 1"),
      .after("search munich; favorite 1", "note 1 ask for the window seat"),
      .after("search munich; favorite 1", "note 1 \"ask for \\\"Anna\\\"; ring twice\""),
      .after("search munich; favorite 1; select 1; note . quiet", "note . --none"),
    ], powers: [.favorites]
  ) { session, context, reference, text, removes in
    let favorite = try session.favorite(reference)
    guard text != nil || removes else { return Reply(session.deed(favorite.noteLines, to: [favorite.listed], context)) }
    guard text?.isEmpty ?? true || !removes else {
      throw Failure(
        "--none and a text cannot be combined", why: "--none removes the note", try: "use one of them", code: .usage)
    }
    let note = text.flatMap { $0.isEmpty ? nil : $0 }
    let message: Message = "\(own: note == nil ? "removed" : "saved") the note of \(cut: favorite.place.name)"
    return session.reply(
      changing: [favorite], [FieldChange(.note, to: note.map { .text($0) })], verb: "note", saying: message, context)
  }
}

extension Favorite {
  /// The lines of the note.
  fileprivate var noteLines: [Message] {
    guard let note else { return ["\(cut: place.name) has no note; try: note N TEXT"] }
    return note.lines.map { "\(Untrusted(bytes: $0))" }
  }
}
