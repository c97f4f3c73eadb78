import GazetteerIndex

extension Command {
  static let show = Command(
    "show", "Print everything that is known about places; without N, about the current one.",
    takes: Inputs(CommonInput.optionalPlaces),
    family: .find, synonyms: ["info", "describe", "view", "detail", "cat"],
    examples: [
      .after("search munich", "show 1"), .after("search springfield", "show 1-3"),
      .after("search munich; select 1", "show ."),
    ]
  ) { session, context, reference in
    let details = try session.places(reference ?? .current).map { place in
      PlaceDetail(
        place: place,
        localTime: place.timeZone.flatMap { context.localTime($0.text, context.now) },
        attribution: session.attribution(of: place.id), favorite: session.favoriteDetail(of: place),
        language: context.language)
    }
    return Reply(DetailsView(details: details))
  }
}
