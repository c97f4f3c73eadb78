import GazetteerIndex

extension Command {
  static let restaurants = Command(
    "restaurants", "List where one can eat around a station or another place, nearest first, with ratings.",
    takes: Inputs(
      TextParameter(
        "WHERE", "A number of the last list, LAT,LON, a town or a US zip code; without it, the current place.",
        completes: .place(isPoint: true)),
      Option<Untrusted>("term", "T", "Only with these words: pizza, thai, a name.", completes: .nothing),
      CommonInput.aroundRadius, CommonInput.aroundOrder, CommonInput.provider, CommonInput.asksAgain, CommonInput.limit),
    family: .find, synonyms: ["restaurant", "eat", "food", "cafes", "dinner", "lunch"],
    examples: ["restaurants 1", "restaurants . --term pizza --within 1km", "restaurants newark --sort rating"]
  ) { session, context, text, term, radius, order, provider, asksAgain, limit in
    let catalog = session.catalog(of: .food)
    guard provider != nil || !catalog.datasets.isEmpty else { throw session.nothingOf(.food, context) }
    let place = text.trimmed.isEmpty ? Untrusted(".") : text.trimmed
    var source = try session.around(place, of: "restaurants", radius, context)
    source.kind = .food
    source.term = term?.trimmed ?? source.term
    if let provider {
      return try session.provided(
        source, from: provider, order: order, asksAgain: asksAgain, limit: limit ?? context.limit, context)
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
    let (term, place) = text.dividedAtNear
    guard !term.isEmpty else { throw Failure("TERM is missing", try: "places TERM near WHERE", code: .usage) }
    var source = try session.around(place ?? Untrusted("."), of: "places", radius, context)
    source.term = term
    if let provider {
      return try session.provided(
        source, from: provider, order: order, asksAgain: asksAgain, limit: limit ?? context.limit, context)
    }
    source.order = order ?? source.order
    let catalog = session.catalog(of: session.open.map(\.name))
    return try session.list(.around(source), in: catalog, limit: limit ?? context.limit, context)
  }
}

extension CommonInput {
  fileprivate static let aroundRadius = Option<Distance>("within", "R", "Up to this distance; 2mi if it is not given.")
  fileprivate static let aroundOrder = Option<AroundSource.Order>("sort", "ORDER", "distance, rating or name.")
  fileprivate static let provider = Option<PlacesRequest.Provider>(
    "from", "PROVIDER", "Ask overpass, nominatim or yelp on the network instead of the open datasets.")
  fileprivate static let asksAgain = Flag("refresh", "Ask the provider again even if its last answer is new.")
}

extension Session {
  /// The source of a list around what a text means.
  fileprivate func around(
    _ text: Untrusted, of command: String, _ radius: Distance?, _ context: Context
  ) throws -> AroundSource {
    guard let place = try whereabouts(text, context) else {
      throw Failure(
        "\(quoted: text) was not found", why: "it is no town, and no US zip code",
        try: "stations TEXT, then \(own: command) 1", code: .usage)
    }
    var source = AroundSource(origin: place.point, radius: radius ?? .miles(2))
    source.title = place.title
    source.station = place.place?.id
    return source
  }
}

extension Untrusted {
  /// The texts before and after the last word `near`; the second is nil without it.
  fileprivate var dividedAtNear: (Untrusted, Untrusted?) {
    let words = bytes.split(separator: UInt8(ascii: " "))
    guard let near = words.lastIndex(where: { String(decoding: $0, as: UTF8.self).lowercased() == "near" }),
      near + 1 < words.count
    else { return (trimmed, nil) }
    let joined = { (words: ArraySlice<ArraySlice<UInt8>>) in Untrusted(bytes: words.joined(separator: " ".utf8)) }
    return (joined(words[..<near]), joined(words[(near + 1)...]))
  }
}
