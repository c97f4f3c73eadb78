import GazetteerIndex

extension Command {
  static let undo = Command(
    "undo", "Undo the last change of the session or of the favorites, or the last N changes.",
    takes: Inputs(
      OptionalParameter<StepCount>("N", "How many changes."),
      Flag(
        "skip",
        "Keep the last change, so that the one before it can be undone; for one that cannot be, such as a login.")),
    family: .keep, synonyms: ["revert", "rollback"],
    examples: [
      .after("search munich", "undo"), .after("search munich; select 1; check 1", "undo 3"),
      .needs("a change that another session has overtaken", "undo --skip"),
    ],
    atTimes: [.favorites]
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
    examples: [.after("search munich; undo", "redo"), .after("search munich; select 1; undo 2", "redo 2")],
    atTimes: [.favorites]
  ) { session, context, count in
    try session.taking(.forth, count?.count ?? 1, context)
  }
}
