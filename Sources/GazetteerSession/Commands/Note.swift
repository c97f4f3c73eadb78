import GazetteerIndex

extension Command {
  static let note = Command(
    "note", "Note something about a favorite; without a text show what is noted.",
    takes: Parameter<PlaceReference>(
      "N", "A number of the last list, '.' or DATASET:ID.", completes: .place(amongFavorites: true)),
    OptionalTextParameter(
      "TEXT",
      """
      What to remember; it takes the place of the note before. "" removes it. What has quotes, ';' or '#' in it stands \
      in quotes, its own behind a backslash.
      """),
    Flag("none", "Remove the note."),
    family: .keep, synonyms: ["comment", "memo", "annotate", "remember"],
    examples: [
      "note 1", "note 1 ask for the window seat", "note 1 \"ask for \\\"Anna\\\"; ring twice\"", "note . --none",
    ], powers: [.favorites]
  ) { session, context, reference, text, removes in
    let favorite = try session.favorite(reference)
    guard text != nil || removes else { return Reply(.text(favorite.noteLines)) }
    guard text?.isEmpty ?? true || !removes else {
      throw Failure("--none removes the note", why: "a text makes one", try: "one of both", code: .usage)
    }
    let note = text.flatMap { $0.isEmpty ? nil : $0 }
    let message: Message = "\(own: note == nil ? "removed" : "saved") the note of \(cut: favorite.place.name)"
    return session.reply(
      changing: [favorite], [FieldChange(.note, to: note.map { .text($0) })], verb: "note", saying: message, context)
  }
}

extension Favorite {
  /// The note, line by line.
  fileprivate var noteLines: [Message] {
    guard let note else { return ["\(cut: place.name) has no note; try: note N TEXT"] }
    return note.lines.map { "\(Untrusted(bytes: $0))" }
  }
}
