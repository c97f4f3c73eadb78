import GazetteerIndex

extension Command {
  static let more = Command(
    "more", "Show more rows of the last list; the numbers continue.",
    takes: Inputs(Option<Limit>("limit", "N", "How many more rows; all: every row.")),
    family: .find, synonyms: ["next", "continue", "less"], examples: ["more", "more --limit all"]
  ) { session, context, limit in
    guard let listing = session.listing else {
      throw Failure("there is no list to continue", try: "search TEXT, near WHERE or list first")
    }
    let catalog = session.catalog(of: listing.datasets)
    let limit = limit ?? context.limit
    let result = try session.places(listing.source, in: catalog, offset: listing.shown, limit: limit, context)
    let view = PlacesView(
      result, of: listing.source, in: catalog, marks: session.marks(of: result.hits), from: listing.shown + 1,
      isTotalOnly: limit == .rows(0))
    var reply = Reply(view, events: [.extended(result.hits.map(\.place))])
    if let service = listing.source.locations?.service, session.isFetching(service) {
      reply.notices = [context.status(of: .fetching(service)).sentence]
    }
    reply.events += session.prefetch(listing.source, shown: listing.shown + result.hits.count, context)
    return reply
  }
}
