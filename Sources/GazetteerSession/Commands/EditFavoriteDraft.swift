import GazetteerIndex

/// The commands that change a field inside `edit-favorite`.
extension Command {
  /// In the order of the help.
  static let draftFields: [Command] = [
    draftName, draftNote, draftRate, draftList, draftUnlist, draftTag, draftUntag, draftCategory, draftAt, draftVisited,
    draftStation,
  ]

  static let draftName = Command(
    "name", "Change the name.", takes: Inputs(TextParameter("TEXT", "The name.", completes: .nothing)),
    family: .keep, synonyms: ["rename", "title"], examples: ["name Our hotel"]
  ) { session, _, text in
    let name = try FavoriteName(word: text)
    return session.draft(FieldChange(.name, .set(.text(name.text))))
  }

  static let draftNote = Command(
    "note", "Change the note; without TEXT, remove it.",
    takes: Inputs(TextParameter("TEXT", "The note.", completes: .nothing)),
    family: .keep, synonyms: ["comment", "description"], examples: ["note Ask for a quiet room", "note"]
  ) { session, _, text in
    session.draft(FieldChange(.note, to: text.isEmpty ? nil : .text(text)))
  }

  static let draftRate = Command(
    "rate", "Change your rating.", takes: Inputs(Parameter<StarsOrNone>("1-5", "The rating; 0 or none removes it.")),
    family: .keep, aliases: ["rating"], synonyms: ["stars"], examples: ["rate 4", "rate none"]
  ) { session, _, rating in
    session.draft(FieldChange(.rating, to: rating.value.map { .stars($0.stars) }))
  }

  static let draftList = Command(
    "list", "Add it to lists.", takes: Inputs(Parameters<LabelName>("L", "A list.", completes: .label(.list))),
    family: .keep, synonyms: ["lists"], examples: ["list summer", "list \"to do\" summer"]
  ) { session, _, lists in
    session.draft(FieldChange(.lists, .add(session.favorites.labels.spelled(lists, .list))))
  }

  static let draftUnlist = Command(
    "unlist", "Remove it from lists.", takes: Inputs(Parameters<LabelName>("L", "A list.", completes: .label(.list))),
    family: .keep, examples: ["unlist summer"]
  ) { session, _, lists in
    session.draft(FieldChange(.lists, .takeAway(lists.map(\.text) + session.favorites.labels.spelled(lists, .list))))
  }

  static let draftTag = Command(
    "tag", "Add tags.", takes: Inputs(Parameters<LabelName>("T", "A tag.", completes: .label(.tag))),
    family: .keep, synonyms: ["tags", "label"], examples: ["tag quiet"]
  ) { session, _, tags in
    session.draft(FieldChange(.tags, .add(session.favorites.labels.spelled(tags, .tag))))
  }

  static let draftUntag = Command(
    "untag", "Remove tags.", takes: Inputs(Parameters<LabelName>("T", "A tag.", completes: .label(.tag))),
    family: .keep, examples: ["untag quiet"]
  ) { session, _, tags in
    session.draft(FieldChange(.tags, .takeAway(tags.map(\.text) + session.favorites.labels.spelled(tags, .tag))))
  }

  static let draftCategory = Command(
    "category", "Replace its categories.",
    takes: Inputs(Parameters<LabelName>("C", "A category.", completes: .category())),
    family: .keep, synonyms: ["categories"], examples: ["category hotel"]
  ) { session, _, categories in
    session.draft(FieldChange(.categories, .set(.texts(categories.map(\.text)))))
  }

  static let draftAt = Command(
    "at", "Change the position.",
    takes: Inputs(Parameter<PointReference>("LAT,LON", "The position, or a place at that position.")),
    family: .keep, synonyms: ["position", "move"], examples: ["at 48.85,2.35"]
  ) { session, _, reference in
    let point = try session.point(reference)
    return session.draft(FieldChange(.position, .set(.position(point))))
  }

  static let draftVisited = Command(
    "visited", "Change the day of your last visit.",
    takes: Inputs(Parameter<OrNone<CalendarDay>>("DATE", "The day, or none.")),
    family: .keep, synonyms: ["date", "when"], examples: ["visited 2026-01-31", "visited none"]
  ) { session, _, day in
    session.draft(FieldChange(.visited, to: day.value.map { .day($0) }))
  }

  static let draftStation = Command(
    "station", "Change the station that it belongs to.",
    takes: Inputs(Parameter<OrNone<PlaceReference>>("N", "A number of the last list, DATASET:ID, or none.")),
    family: .keep, examples: ["station 2", "station none"]
  ) { session, _, reference in
    let station = try reference.value.map { try session.station($0) }
    return session.draft(FieldChange(.station, to: station.map { .station($0) }))
  }
}

extension Session {
  /// The reply to a change of the favorite that is being edited.
  fileprivate func draft(_ change: FieldChange) -> Reply {
    guard var draft = favoriteDraft else { return Reply() }
    let before = draft.after
    draft.apply([change])
    let changes = draft.after.changes(since: before)
    return Reply(.text(changes.isEmpty ? ["nothing changed"] : changes), events: [.favoriteDrafted(draft)])
  }
}
