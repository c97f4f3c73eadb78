import GazetteerIndex

extension Command {
  static let undo = Command(
    "undo",
    "Undo the last change of favorites, check marks, categories, settings or open datasets, or the last N changes; for lists: back.",
    takes: Inputs(
      OptionalParameter<StepCount>("N", "How many changes."),
      Flag(
        "skip",
        "Keep the last change, so that the one before it can be undone; for one that cannot be, such as a login.")),
    family: .keep, synonyms: ["revert", "rollback"],
    examples: [
      .after("search munich; check 1", "undo"), .after("search munich; check 1; set limit 5", "undo 2"),
      .needs("a change that another session has overtaken", "undo --skip"),
    ],
    atTimes: [.favorites, .account]
  ) { session, context, count, skips in
    guard skips else { return try session.taking(.back, count?.count ?? 1, context) }
    guard count == nil else {
      throw Failure("--skip takes no number", why: "it skips one change", try: "undo --skip", code: .usage)
    }
    guard let step = session.steps[.back].last else { throw Failure("there is nothing to skip") }
    return Reply(events: [.stepSkipped(step)])
  }

  static let redo = Command(
    "redo", "Make undone changes again. Not possible after another change.",
    takes: Inputs(OptionalParameter<StepCount>("N", "How many changes.")),
    family: .keep, synonyms: ["forward", "again"],
    examples: [
      .after("search munich; check 1; undo", "redo"), .after("search munich; check 1; set limit 5; undo 2", "redo 2"),
    ],
    atTimes: [.favorites, .account]
  ) { session, context, count in
    try session.taking(.forth, count?.count ?? 1, context)
  }
}
