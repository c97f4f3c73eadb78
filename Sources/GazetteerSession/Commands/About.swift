import GazetteerIndex

extension Command {
  static let about = Command(
    "about", "Say what a place is and where; without a number, what this program is and whose its data are.",
    takes: OptionalParameter<PlaceReference>("N", "Numbers of the last list, '.' or DATASET:ID."),
    family: .shell, synonyms: ["version", "credits", "licence", "license", "copyright"],
    examples: ["about", "about 1", "about ."]
  ) { session, context, reference in
    guard let reference else { return Reply(.program(ProgramView(context.program, datasets: session.open))) }
    do throws(Failure) {
      return Reply(.about(AboutView(places: try session.places(reference))))
    } catch {
      throw Failure(
        "failed to load about information", why: error.why.map { "\(error.what); \($0)" } ?? error.what,
        try: error.remedy, code: error.code)
    }
  }
}
