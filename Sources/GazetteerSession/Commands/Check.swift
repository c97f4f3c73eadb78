import GazetteerIndex

extension Command {
  static let check = Command(
    "check", "Mark places as checked; they stay checked when other places are listed.",
    takes: Inputs(CommonInput.places),
    family: .keep, synonyms: ["mark", "tick", "collect"],
    examples: [
      .after("search munich", "check 1"), .after("search springfield", "check 1-4,7"),
      .after("search munich; select 1", "check ."),
    ]
  ) { session, context, reference in
    let places = try session.places(reference)
    let new = session.withoutRepeats(places.filter { !session.isChecked($0.id) })
    let total = Numeral.grouped(session.checked.count + new.count)
    let known = places.filter { session.isChecked($0.id) }
    var sentences: [Message] = []
    if !new.isEmpty { sentences.append("checked \(new.summary); \(own: total) in all") }
    if !known.isEmpty { sentences.append("checked already: \(known.summary)") }
    return Reply(
      session.deed(sentences, to: session.withoutRepeats(places), areChecked: true, context),
      events: [.checked(new.map(\.id))])
  }

  static let uncheck = Command(
    "uncheck", "Remove check marks from places, or all of them.",
    takes: Inputs(Parameter<CheckedPlaces>("N", "A name, numbers of the last list, '.', DATASET:ID, or all.")),
    family: .keep, synonyms: ["unmark", "untick"],
    examples: [
      .after("search munich; check 1", "uncheck 1"), .after("search munich; check 1-3", "uncheck 1-99"), "uncheck all",
    ]
  ) { session, context, reference in
    guard case .some(let reference) = reference else { return session.uncheckingAll }
    let places = try session.places(reference)
    let marked = session.withoutRepeats(places.filter { session.isChecked($0.id) })
    let unmarked = places.filter { !session.isChecked($0.id) }
    let left = Numeral.grouped(session.checked.count - marked.count)
    var sentences: [Message] = []
    if !marked.isEmpty { sentences.append("unchecked \(marked.summary); \(own: left) left") }
    if !unmarked.isEmpty { sentences.append("not checked: \(unmarked.summary)") }
    return Reply(
      session.deed(sentences, to: session.withoutRepeats(places), areChecked: false, context),
      events: [.unchecked(marked.map(\.id).flatMap(session.identities))])
  }

  static let checked = Command(
    "checked", "List the checked places of all datasets, in the order in which they were checked.",
    takes: Inputs(CommonInput.columns, CommonInput.limit),
    family: .keep, synonyms: ["marks", "marked", "basket"], examples: ["checked", "checked --limit all"]
  ) { session, context, columns, limit in
    let places = session.checked.places
    let names = Set(places.map(\.dataset))
    let catalog = session.catalog(of: session.datasetNames.filter(names.contains))
    guard !places.isEmpty else {
      let absence: Message = "nothing is checked; try: check 1"
      return Reply(PlacesView(nothingIn: catalog, absence: absence), notices: session.unrestored(context))
    }
    let source = try ListSource.checked(places).showing(columns, in: catalog)
    var reply = try session.list(source, in: catalog, limit: limit ?? context.limit, context)
    for notice in session.unrestored(context) where !reply.notices.contains(notice) { reply.notices.append(notice) }
    return reply
  }
}

/// What `uncheck` takes: some places, or all that are checked.
private enum CheckedPlaces: Readable {
  case all
  case some(PlaceReference)

  static var completes: Completes? { .place(or: [Completes.Choice("all", "every place with a check mark")]) }
  static var canBeNamed: Bool { true }
  static var expected: Message { PlaceReference.expected }
  static func isNumbers(_ word: Untrusted) -> Bool { PlaceReference.isNumbers(word) }

  init(word: Untrusted) throws {
    self = word.text == "all" ? .all : .some(try PlaceReference(word: word))
  }
}

extension Session {
  fileprivate var uncheckingAll: Reply {
    let places = checked.places
    guard !places.isEmpty else { return Reply(.text(["nothing is checked"])) }
    return Reply(
      .text(["unchecked \(own: Numeral.places(places.count)); 0 left"]), events: [.unchecked(places)])
  }
}
