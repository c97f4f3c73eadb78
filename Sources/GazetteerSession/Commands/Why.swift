import GazetteerIndex

extension Command {
  static let why = Command(
    "why", "Explain how a place matches the last search, and its rank.",
    takes: Inputs(CommonInput.place),
    family: .find, synonyms: ["explain"], examples: [.after("search munich", "why 1")]
  ) { session, context, reference in
    guard let listing = session.listing else {
      throw Failure("why explains a search", why: "no search is shown", try: "search TEXT, then why 1")
    }
    guard let query = listing.source.query(of: session.favorites) else {
      throw Failure(
        "why explains a search", why: "the last list came from \(own: listing.source.command)",
        try: "show 1 for details, or search TEXT, then why 1")
    }
    guard query.wordsInColumns == nil else {
      throw Failure("why explains a search of names", why: "the last one was of all columns", try: "show 1")
    }
    let place = try session.place(reference)
    let catalog = session.catalog(of: listing.datasets)
    guard let explanation = try catalog.explain(place.id, for: query, cancellation: context.cancellation) else {
      throw Failure("\(quoted: place.name) was not searched", why: "its dataset was not in use", try: "use all")
    }
    if listing.source.command == "favorites", explanation.hit?.tier.map({ $0 >= .typo }) ?? true,
      session.favorite(place.id)?.isDescribed(by: Fold.bytes(query.text)) == true
    {
      throw Failure(
        "why explains how names match", why: "\(quoted: place.name) is listed for its note, a list or a tag",
        try: "show \(place.id.word)")
    }
    let view = ExplanationView(explanation: explanation, place: place, sorting: listing.source.sorting)
    return Reply(view)
  }
}
