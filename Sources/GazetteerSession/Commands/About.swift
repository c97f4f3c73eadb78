import GazetteerIndex

extension Command {
  static let about = Command(
    "about", "Describe places in a sentence each; without N, describe this program and the sources of its data.",
    takes: Inputs(CommonInput.optionalPlaces),
    family: .shell, synonyms: ["version", "credits", "licence", "license", "copyright"],
    examples: ["about", .after("search munich", "about 1"), .after("search munich; select 1", "about .")]
  ) { session, context, reference in
    guard let reference else { return Reply(ProgramView(context.program(), datasets: session.open)) }
    do throws(Failure) {
      return Reply(AboutView(places: try session.places(reference)))
    } catch {
      throw Failure(
        "failed to load about information", why: error.why.map { "\(error.what); \($0)" } ?? error.what,
        try: error.remedy, code: error.code)
    }
  }
}
