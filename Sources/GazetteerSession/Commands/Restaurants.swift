import GazetteerIndex

extension Command {
  static let restaurants = Command(
    "restaurants", "List where one can eat around a station or another place, with distances and ratings.",
    takes: Inputs(
      TextParameter(
        "WHERE", "A number of the last list, LAT,LON, a town, a US zip code or a name; without it, the current place.",
        completes: .place(isPoint: true)),
      Option<Untrusted>("term", "T", "Only with these words: pizza, thai, a name.", completes: .nothing, isText: true),
      CommonInput.aroundRadius, CommonInput.aroundOrder, CommonInput.provider, CommonInput.asksAgain, CommonInput.limit),
    family: .find, synonyms: ["restaurant", "eat", "food", "cafes", "dinner", "lunch"],
    examples: [
      .after("open stops.txt; open cafes.csv; stations marienplatz", "restaurants 1"),
      .after("open cafes.csv; use all; search munich; select 1", "restaurants . --term pizza --within 1km"),
      .after("open cafes.csv", "restaurants munich --sort rating"),
    ],
    atTimes: [.network]
  ) { session, context, text, term, radius, order, provider, asksAgain, limit in
    let catalog = session.catalog(of: .food)
    guard provider != nil || !catalog.datasets.isEmpty else { throw session.nothingOf(.food, context) }
    var listing = AroundListing(within: radius, order, from: provider, asksAgain: asksAgain, limit)
    listing.kind = .food
    listing.term = term?.trimmed ?? listing.term
    let text = text.trimmed.isEmpty ? Untrusted(".") : text.trimmed
    return try listing.reply(around: text, in: catalog, session, context)
  }

  static let places = Command(
    "places", "List the places of one kind around a point, nearest first: places TERM near WHERE.",
    takes: Inputs(
      TextParameter(
        "TERM", "What to look for: a category, a kind of food, a part of a name; then near WHERE.",
        completes: .category(), isNeeded: true),
      CommonInput.aroundRadius, CommonInput.aroundOrder, CommonInput.provider, CommonInput.asksAgain, CommonInput.limit),
    family: .find, synonyms: ["poi", "pois", "nearby-places"],
    examples: [
      .after("open cafes.csv", "places coffee near 48.14,11.56 --within 500m"),
      .needs("the network", "places hotel near munich --from overpass"),
    ],
    atTimes: [.network]
  ) { session, context, text, radius, order, provider, asksAgain, limit in
    let (term, location) = text.dividedAtNear
    guard location?.isEmpty != true else {
      throw Failure("WHERE is missing", try: "places TERM near WHERE", code: .usage)
    }
    guard !term.isEmpty else { throw Failure("TERM is missing", try: "places TERM near WHERE", code: .usage) }
    guard location != nil || session.current != nil || session.lostCurrent != nil else {
      throw Failure(
        "WHERE is missing", why: "no place is selected", try: "places TERM near WHERE", code: .usage)
    }
    var listing = AroundListing(within: radius, order, from: provider, asksAgain: asksAgain, limit)
    listing.term = term
    let catalog = session.catalog(of: session.open.map(\.name).filter { !session.isPool($0) })
    return try listing.reply(around: location ?? Untrusted("."), in: catalog, session, context)
  }
}

extension CommonInput {
  fileprivate static let aroundRadius = Option<Distance>("within", "R", "Up to this distance; 2mi if it is not given.")
  fileprivate static let aroundOrder = Option<AroundSource.Order>("sort", "ORDER", "distance, rating or name.")
  fileprivate static let provider = Option<PlacesRequest.Provider>(
    "from", "PROVIDER", "Ask overpass, nominatim or yelp (with your GAZ_YELP_KEY) on the network; its order is kept.")
  fileprivate static let asksAgain = Flag("refresh", "Ask the provider again even if its last answer is new.")
}

/// What is listed around a place, and how.
private struct AroundListing {
  /// nil: places of any kind.
  var kind: PlaceKind?
  var term = Untrusted("")
  private let radius: Distance?
  private let order: AroundSource.Order?
  private let provider: PlacesRequest.Provider?
  private let asksAgain: Bool
  private let limit: Limit?

  private static let usualRadius = Distance.miles(2)

  init(
    within radius: Distance?, _ order: AroundSource.Order?, from provider: PlacesRequest.Provider?, asksAgain: Bool,
    _ limit: Limit?
  ) {
    self.radius = radius
    self.order = order
    self.provider = provider
    self.asksAgain = asksAgain
    self.limit = limit
  }

  private var command: String { kind == .food ? "restaurants" : "places" }

  /// The list around what a text means, from the provider or else from a catalog.
  func reply(
    around text: Untrusted, in catalog: Catalog, _ session: Session, _ context: Context
  ) throws -> Reply {
    guard let place = try session.whereabouts(text, of: command, context) else {
      return try reply(aroundUnknown: text, session, context)
    }
    guard let provider else {
      var source = source(around: place)
      source.order = order ?? source.order
      return try session.list(.around(source), in: catalog, limit: limit ?? context.limit, context)
    }
    return try reply(around: place, from: provider, session, context)
  }

  /// Whoever asks a provider may also ask where something is.
  private func reply(aroundUnknown text: Untrusted, _ session: Session, _ context: Context) throws -> Reply {
    guard let provider else {
      throw Failure(
        "\(quoted: text) was not found", why: "it is no town, no US zip code and no place of a dataset in use",
        try: "stations TEXT, then \(own: command) 1", code: .usage)
    }
    let line = words(around: text, from: provider) + .flag("refresh", asksAgain)
    switch try session.geocode(text, for: line, context) {
    case .asks(let reply): return reply
    case .found(let first, let others, var reply):
      let place = session.whereabouts(first.place, at: first.point)
      reply.notices += others.map { words(around: $0.id.word, from: provider).offer(of: $0) }
      let listed = try self.reply(around: place, from: provider, session, context)
      guard listed.needs == nil else { return listed }
      return reply.followed(by: listed)
    }
  }

  private func reply(
    around place: Whereabouts, from provider: PlacesRequest.Provider, _ session: Session, _ context: Context
  ) throws -> Reply {
    try session.provided(
      source(around: place), from: provider, order: order, asksAgain: asksAgain, limit: limit ?? context.limit,
      line: words(around: place.word, from: provider), context)
  }

  private func source(around place: Whereabouts) -> AroundSource {
    var source = AroundSource(origin: place.point, radius: radius ?? Self.usualRadius)
    (source.title, source.station, source.kind, source.term) = (place.title, place.station, kind, term)
    return source
  }

  /// The words of a command that asks a provider for such a list.
  private func words(around text: Untrusted, from provider: PlacesRequest.Provider) -> [Word] {
    let isFood = kind == .food
    let head = isFood ? ["restaurants", Word.text(text)] : ["places", .text(term), "near", .text(text)]
    return head + .option("from", provider.rawValue)
      + .option("within", radius == Self.usualRadius ? nil : radius)
      + .option("sort", order?.rawValue) + .option("limit", limit.map { $0 == .all ? "all" : String($0.count) })
      + .option("term", isFood && !term.isEmpty ? term : nil)
  }
}

extension Untrusted {
  /// The texts before and after the last word `near`; the second is nil without that word.
  fileprivate var dividedAtNear: (Untrusted, Untrusted?) {
    let words = bytes.split(separator: UInt8(ascii: " "))
    guard let near = words.lastIndex(where: { String(decoding: $0, as: UTF8.self).lowercased() == "near" }) else {
      return (trimmed, nil)
    }
    let joined = { (words: ArraySlice<ArraySlice<UInt8>>) in Untrusted(bytes: words.joined(separator: " ".utf8)) }
    return (joined(words[..<near]), joined(words[(near + 1)...]))
  }
}
