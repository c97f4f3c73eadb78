import GazetteerIndex

extension Command {
  static let importFavorites = Command(
    "import", "Show which favorites a file would add or change, then ask.",
    takes: Inputs(
      Parameter<Untrusted>(
        "FILE", "A path, or '-' for the standard input.", completes: .file(besides: []), mayHaveBlanks: true),
      Option<Untrusted>("format", "F", "The format of the file; by default it is detected.", completes: .fileFormat),
      Option<LabelName>("list", "L", "Add all of them to this list.", completes: .label(.list)),
      Flag("dry-run", "Only show the changes; do not ask."),
      CommonInput.limit),
    family: .keep, synonyms: ["merge"],
    examples: [
      .inSamples("import walk.gpx"), .inSamples("import walk.gpx --list trip"),
      .inSamples("import parks.geojson --dry-run"),
    ],
    powers: [.favorites]
  ) { session, context, path, format, list, isDryRun, limit in
    guard let file = context.file else { return Reply(needs: .file(ImportRequest(path: path, format: format))) }
    let diff = ImportDiff(
      file, into: session.favorites, list: list?.text, at: context.now, newID: context.newFavoriteID)
    var reply = Reply(ImportView(diff, of: path, limit: limit ?? context.limit))
    reply.notices = file.notices
    if !diff.rows.isEmpty, !isDryRun, !context.isDryRun {
      reply.events = [.asked(diff.question(path, of: session.favorites, at: context.now))]
    }
    return reply
  }
}

extension ImportDiff {
  /// Asks whether to import everything as one edit, so that one `undo` reverses all of it.
  fileprivate func question(_ path: Untrusted, of favorites: Favorites, at time: Int64) -> Question {
    let title = Untrusted(bytes: Array("import ".utf8) + path.bytes)
    let edit = FavoritesEdit(title, rows.map(\.change), at: time, since: favorites.revision)
    let new = rows.count(where: \.isNew)
    let counts = [(new, "add"), (rows.count - new, "change")].filter { $0.0 > 0 }
    let what = counts.map { "\($0.1) \(Numeral.grouped($0.0))" }.joined(separator: " and ")
    let saved = [(new, "new"), (rows.count - new, "changed")].filter { $0.0 > 0 }
      .map { "\(Numeral.grouped($0.0)) \($0.1)" }.joined(separator: ", ")
    return Question(
      "\(own: what) \(own: rows.count == 1 ? "favorite" : "favorites")", power: .favorites,
      effects: [.keepFavorites(edit, saying: "saved: \(own: saved)")], no: "nothing was imported")
  }
}

extension ImportedFile {
  /// What in the file is not imported, or is imported differently.
  fileprivate var notices: [Message] {
    var notices = problems.map { "left out: \($0)" as Message }
    if skipped > problems.count { notices.append("left out: \(skipped - problems.count) more") }
    notices += remarks
    if odd > remarks.count { notices.append("\(odd - remarks.count) more warnings") }
    if let others { notices.append("left out: \(others), which are not places") }
    return notices
  }
}
