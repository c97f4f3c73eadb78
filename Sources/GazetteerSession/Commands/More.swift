import GazetteerIndex

extension Command {
  static let more = Command(
    "more", "Show more rows of the last list; the numbers continue.",
    takes: Inputs(
      Option<Limit>("limit", "N", "How many more rows; all: every row. Older locations are fetched as needed.")),
    family: .find, synonyms: ["next", "continue", "less"],
    examples: [
      .after("search --in fr", "more"), .after("search --in fr", "more --limit all"),
      .after("search --in fr", "more --limit 500"),
    ], atTimes: [.network]
  ) { session, context, wanted in
    guard let listing = session.listing else {
      throw Failure("there is no list to continue", try: "search TEXT, near WHERE or list first")
    }
    let catalog = session.catalog(of: listing.datasets)
    let limit = wanted ?? context.limit
    let result = try session.places(listing.source, in: catalog, offset: listing.shown, limit: limit, context)
    let shown = listing.shown + result.hits.count
    let missing = wanted.map { $0.count - result.hits.count } ?? 0
    let request = session.request(listing, rows: missing, shown: shown, context)
    if let request, !context.asksInBackground, !context.isDryRun, context.given == nil {
      return Reply(needs: .locations(request))
    }
    let view = PlacesView(
      result, of: listing.source, in: catalog, marks: session.marks(of: result.hits),
      selection: session.selection(limiting: listing.source), from: listing.shown + 1, isTotalOnly: limit == .rows(0))
    var reply = Reply(view, events: [.extended(result.hits.map(\.place), limit: limit)])
    if let request, context.given == nil {
      // The rows that are not here follow when they are.
      if result.hits.isEmpty { reply.view = nil }
      reply.events.append(.fetchAsked(request))
    }
    if let service = listing.source.locations?.service, session.isFetching(service) {
      reply.notices = [context.status(of: .fetching(service)).sentence]
    }
    if case .locations(let failure?)? = context.given {
      reply.effects.append(.report(failure))
    } else {
      reply.events += session.prefetch(listing.source, shown: shown, context)
    }
    return reply
  }
}
