import GazetteerIndex

extension Command {
  static let restaurants = Command(
    "restaurants", "List where one can eat around a station or another place, with distances and ratings.",
    takes: Inputs(
      TextParameter(
        "WHERE", "A number of the last list, LAT,LON, a town, a US zip code or a name; without it, the current place.",
        completes: .place(isPoint: true)),
      Option<Untrusted>("term", "T", "Only with these words: pizza, thai, a name.", completes: .nothing),
      CommonInput.aroundRadius, CommonInput.aroundOrder, CommonInput.provider, CommonInput.asksAgain, CommonInput.limit),
    family: .find, synonyms: ["restaurant", "eat", "food", "cafes", "dinner", "lunch"],
    examples: ["restaurants 1", "restaurants . --term pizza --within 1km", "restaurants newark --sort rating"]
  ) { session, context, text, term, radius, order, provider, asksAgain, limit in
    let catalog = session.catalog(of: .food)
    guard provider != nil || !catalog.datasets.isEmpty else { throw session.nothingOf(.food, context) }
    let text = text.trimmed.isEmpty ? Untrusted(".") : text.trimmed
    let place = try session.place(of: "restaurants", text, context)
    var source = AroundSource(place, within: radius)
    source.kind = .food
    source.term = term?.trimmed ?? source.term
    if let provider {
      let line = ["restaurants", Word.text(place.word)] + source.options(from: provider, order, limit)
      return try session.provided(
        source, from: provider, order: order, asksAgain: asksAgain, limit: limit ?? context.limit,
        line: line + .option("term", source.term.isEmpty ? nil : source.term), context)
    }
    source.order = order ?? source.order
    return try session.list(.around(source), in: catalog, limit: limit ?? context.limit, context)
  }

  static let places = Command(
    "places", "List the places of one kind around a point, nearest first: places TERM near WHERE.",
    takes: Inputs(
      TextParameter(
        "TERM", "What to look for: a category, a kind of food, a part of a name; then near WHERE.",
        completes: .category(), isNeeded: true),
      CommonInput.aroundRadius, CommonInput.aroundOrder, CommonInput.provider, CommonInput.asksAgain, CommonInput.limit),
    family: .find, synonyms: ["poi", "pois", "nearby-places"],
    examples: ["places hotel near .", "places coffee near 40.7357,-74.1724 --within 500m"]
  ) { session, context, text, radius, order, provider, asksAgain, limit in
    let (term, location) = text.dividedAtNear
    guard location?.isEmpty != true else {
      throw Failure("WHERE is missing", try: "places TERM near WHERE", code: .usage)
    }
    guard !term.isEmpty else { throw Failure("TERM is missing", try: "places TERM near WHERE", code: .usage) }
    let place = try session.place(of: "places", location ?? Untrusted("."), context)
    var source = AroundSource(place, within: radius)
    source.term = term
    if let provider {
      let line = ["places", Word.text(term), "near", Word.text(place.word)]
      return try session.provided(
        source, from: provider, order: order, asksAgain: asksAgain, limit: limit ?? context.limit,
        line: line + source.options(from: provider, order, limit), context)
    }
    source.order = order ?? source.order
    let catalog = session.catalog(of: session.open.map(\.name).filter { !session.isPool($0) })
    return try session.list(.around(source), in: catalog, limit: limit ?? context.limit, context)
  }
}

extension CommonInput {
  fileprivate static let aroundRadius = Option<Distance>("within", "R", "Up to this distance; 2mi if it is not given.")
  fileprivate static let aroundOrder = Option<AroundSource.Order>("sort", "ORDER", "distance, rating or name.")
  fileprivate static let provider = Option<PlacesRequest.Provider>(
    "from", "PROVIDER", "Ask overpass, nominatim or yelp (with your GAZ_YELP_KEY) on the network; its order is kept.")
  fileprivate static let asksAgain = Flag("refresh", "Ask the provider again even if its last answer is new.")
}

extension Session {
  /// What a text means as the middle of a list.
  fileprivate func place(of command: String, _ text: Untrusted, _ context: Context) throws -> Whereabouts {
    if let place = try whereabouts(text, of: command, context) { return place }
    throw Failure(
      "\(quoted: text) was not found", why: "it is no town, no US zip code and no place of a dataset in use",
      try: "stations TEXT, then \(own: command) 1", code: .usage)
  }
}

extension AroundSource {
  fileprivate init(_ place: Whereabouts, within radius: Distance?) {
    self.init(origin: place.point, radius: radius ?? Self.usualRadius)
    title = place.title
    station = place.station
  }

  private static let usualRadius = Distance.miles(2)

  /// The options of a command that asks a provider for such a list.
  fileprivate func options(from provider: PlacesRequest.Provider, _ order: Order?, _ limit: Limit?) -> [Word] {
    [Word].option("from", provider.rawValue) + .option("within", radius == Self.usualRadius ? nil : radius)
      + .option("sort", order?.rawValue) + .option("limit", limit.map { $0 == .all ? "all" : String($0.count) })
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
