import GazetteerIndex

extension Command {
  static let show = Command(
    "show", "Print all that is known of places; without a number of the current one.",
    takes: OptionalParameter<PlaceReference>("N", "Numbers of the last list, '.' or DATASET:ID."),
    family: .find, synonyms: ["info", "describe", "view", "detail", "cat"], examples: ["show 1", "show 1-3", "show ."]
  ) { session, context, reference in
    let details = try session.places(reference ?? .current).map { place in
      PlaceDetail(
        place: place,
        localTime: place.timeZone.flatMap { context.localTime($0.text, context.now) },
        attribution: session.attribution(of: place.id), favorite: session.favoriteDetail(of: place))
    }
    return Reply(.details(DetailsView(details: details)))
  }
}
