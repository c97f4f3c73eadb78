import GazetteerIndex

extension Command {
  static let why = Command(
    "why", "Explain how a place matches the last search, and its rank.",
    takes: CommonInput.place,
    family: .find, synonyms: ["explain"], examples: ["why 1"]
  ) { session, context, reference in
    guard let listing = session.listing else {
      throw Failure("why explains a search", why: "no search is shown", try: "search TEXT, then why 1")
    }
    guard let query = session.query(of: listing.source) else {
      throw Failure(
        "why explains a search", why: "the last list came from \(own: listing.source.command)",
        try: "show 1 for all of a place, or search TEXT, then why 1")
    }
    let place = try session.place(reference)
    let catalog = session.catalog(of: listing.datasets)
    guard let explanation = try catalog.explain(place.id, for: query, cancellation: context.cancellation) else {
      throw Failure("\(quoted: place.name) was not searched", why: "its dataset was not in use", try: "use all")
    }
    let view = ExplanationView(explanation: explanation, place: place, sorting: sorting(of: listing.source))
    return Reply(view)
  }

  private static func sorting(of source: Listing.Source) -> String? {
    if case .favorites(let query) = source { return query.order.flatMap { $0 == .relevance ? nil : $0.rawValue } }
    guard let query = source.query else { return nil }
    if let order = query.order, order != .relevance { return order.rawValue }
    return query.prefixOnly ? "name, then country, as --prefix does" : nil
  }
}
