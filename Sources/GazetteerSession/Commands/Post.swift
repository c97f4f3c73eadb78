import GazetteerIndex

extension Command {
  static let post = Command(
    "post", "Post where you are, with a link, at a location service.",
    takes: Inputs(
      TextParameter(
        "PLACE", "A place to search for, a number of the last list, '.', DATASET:ID or LAT,LON.",
        completes: .placeName(), isNeeded: true),
      CommonInput.link,
      Option<Untrusted>("to", "SERVICE", "By default the service of your last login.", completes: .service),
      CommonInput.unchecked),
    family: .account, synonyms: ["publish", "share-location", "checkin", "check-in"],
    examples: ["post munich --url https://example.org/ada", "post . --url https://example.org"], powers: [.account],
    atTimes: [.network]
  ) { session, context, text, url, named, isUnchecked in
    let service = try session.serviceInUse(named: named, isToChange: true, context)
    let own = try session.ownLocations(at: service)
    if service.isRemote { try context.require(.network, for: "post") }
    guard let waiting = context.waiting else { return Reply(needs: .changes) }
    if !session.preferences.hasMultipleLocations { try context.requireNothingIsSent(to: service) }
    guard !text.trimmed.isEmpty else { throw UsageError.missing("PLACE", usage: "post PLACE --url URL") }
    guard let url else { throw Failure("--url is missing", try: "post PLACE --url URL", code: .usage) }
    let address = try url.link()
    let link = try LinkChecking(isUnchecked, context, for: "post")
    let line =
      ["post", .text(text.trimmed)] + .option("url", url) + .option("to", service.name)
      + .flag("unchecked", isUnchecked)
    let spot: PostedSpot
    var reply = Reply()
    switch try session.placeToPost(text.trimmed, for: line, context) {
    case .found(let found, let remarks): (spot, reply) = (found, remarks)
    case .asks(let asking): return asking
    }
    let draft = LocationDraft(place: spot.place, url: address, coordinate: spot.coordinate)
    // What waits to be sent will be there too.
    let mine = waiting.of(own.account).applied(to: own.all.ownLocations)
    let old = session.preferences.hasMultipleLocations ? nil : mine.first
    let change: LocationChange =
      old.map { .update($0, draft) } ?? .create(draft, clientID: context.newFavoriteID().text)
    let request = PostRequest(service, change, checksLink: link.isWanted)
    let options = [Word].option("url", url) + .option("to", named) + .flag("unchecked", isUnchecked)
    reply.notices += spot.others.map { (["post", Word($0.id)] + options).offer(of: $0) } + link.notices
    if old == nil, spot.others.isEmpty {
      reply.effects.append(.post(request))
    } else {
      reply.events.append(.asked(request.question(insteadOf: old)))
    }
    return reply
  }
}

extension PostRequest {
  /// Asks before a location is overwritten, or if the place may be another one.
  fileprivate func question(insteadOf old: Location?) -> Question {
    let new: Message = change.draft?.title ?? "\(cut: change.place)"
    let text: Message = old.map { "overwrite your location \($0.draft.title) with \(new)" } ?? "post \(new)"
    return Question(text, power: .account, effects: [.post(self)], no: "nothing was posted")
  }
}

/// A place for a post.
struct PostedSpot {
  let place: Untrusted
  let coordinate: Coordinate
  /// Other places that can be meant.
  var others: [Place] = []
}

/// What a user means by the place of a post.
enum PostedPlace {
  case found(PostedSpot, Reply)
  /// The reply that asks a geocoder service first.
  case asks(Reply)
}

extension Session {
  /// What a user means by the place of a post: a reference, the first hit of a search or, if there is none, of a
  /// geocoder service.
  ///
  /// - Parameter line: the words of a command that means the same, whatever is listed or selected then.
  func placeToPost(_ text: Untrusted, for line: [Word], _ context: Context) throws -> PostedPlace {
    if let reference = try PlaceReference.ifOne(text) { return .found(try spot(of: reference), Reply()) }
    if let spot = try spot(called: text, context) { return .found(spot, Reply()) }
    switch try geocode(text, for: line, context) {
    case .found(let first, let others, let reply):
      return .found(PostedSpot(place: first.place.title, coordinate: first.point, others: others), reply)
    case .asks(let reply): return .asks(reply)
    }
  }

  private func spot(of reference: PlaceReference) throws -> PostedSpot {
    if case .point(let point) = reference { return PostedSpot(place: Untrusted(point.word), coordinate: point) }
    let place = try place(reference)
    guard let coordinate = place.coordinate else {
      throw Failure("\(quoted: place.name) has no position", try: "another place, or LAT,LON")
    }
    // The name of a location is that of a person.
    let location = locations(of: place.id.dataset)?[place.id.id]
    return PostedSpot(place: location?.place ?? place.title, coordinate: coordinate)
  }

  /// The first hit of a search; nil if there is none.
  private func spot(called text: Untrusted, _ context: Context) throws(Cancelled) -> PostedSpot? {
    // First the datasets in use, then all that are open, then the one that is always there.
    var found: [(place: Place, importance: Int)] = []
    let catalogs = [catalog, catalog(of: open.map(\.name)), Catalog(context.world().map { [$0] } ?? [])]
    for catalog in catalogs where found.isEmpty {
      found = try spots(text, in: catalog, context)
    }
    guard let first = found.first, let coordinate = first.place.coordinate else { return nil }
    let others = found.dropFirst().filter { $0.importance * 2 >= first.importance }
    return PostedSpot(place: first.place.title, coordinate: coordinate, others: others.map(\.place))
  }

  /// The first places with a position that a search finds, without the locations of people.
  private func spots(
    _ text: Untrusted, in catalog: Catalog, _ context: Context
  ) throws(Cancelled) -> [(place: Place, importance: Int)] {
    let catalog = Catalog(catalog.datasets.filter { !($0 is LocationDataset) })
    // A place that matches only some of the words is hardly meant.
    return try catalog.search(Query(text), limit: 5, cancellation: context.cancellation).hits
      .filter { $0.tier != .relaxed }
      .compactMap { hit in catalog.place(hit.place).map { (place: $0, importance: hit.importance($0.population)) } }
      .filter { $0.place.coordinate != nil }
  }
}

extension PlaceReference {
  /// The reference that a text is; nil if it is a text to search for. `1,2` is a point.
  fileprivate static func ifOne(_ text: Untrusted) throws -> PlaceReference? {
    do {
      return try PointReference(word: text).reference
    } catch is Malformed {
      return nil
    }
  }
}
