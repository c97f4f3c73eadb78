import GazetteerIndex

extension Command {
  static let post = Command(
    "post", "Post where you are, with a link, at a location service.",
    takes: Inputs(
      TextParameter(
        "PLACE", "A place to search for, a number of the last list, '.', DATASET:ID or LAT,LON.",
        completes: .placeName(), isNeeded: true),
      CommonInput.link,
      CommonInput.position,
      Option<Untrusted>("to", "SERVICE", "By default the service of your last login.", completes: .service),
      CommonInput.unchecked),
    family: .account, synonyms: ["publish", "share-location", "checkin", "check-in"],
    examples: ["post munich --url https://example.org/ada", "post . --url https://example.org"], powers: [.account],
    atTimes: [.network]
  ) { session, context, text, url, point, named, isUnchecked in
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
    switch try session.placeToPost(text.trimmed, at: point, of: "post", for: line, context) {
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
  /// geocoder service. Throws if a search finds several places that may be meant.
  ///
  /// - Parameters:
  ///   - position: where it is, if the user gives that. Then the text is only its name.
  ///   - command: the beginning of the command, before its place.
  ///   - line: the words of a command that means the same, whatever is listed or selected then.
  func placeToPost(
    _ text: Untrusted, at position: PointReference?, of command: String, for line: [Word], _ context: Context
  ) throws -> PostedPlace {
    if let position { return .found(PostedSpot(place: text, coordinate: try point(position)), Reply()) }
    if let reference = try PlaceReference.ifOne(context.chosen[text] ?? text) {
      return .found(try spot(of: reference, context), Reply())
    }
    if let spot = try spot(called: text, of: command, context) { return .found(spot, Reply()) }
    switch try geocode(text, for: line, context) {
    case .found(let first, let others, let reply):
      return .found(PostedSpot(place: first.place.title, coordinate: first.point, others: others), reply)
    case .asks(let reply): return .asks(reply)
    }
  }

  private func spot(of reference: PlaceReference, _ context: Context) throws -> PostedSpot {
    if case .point(let point) = reference { return PostedSpot(place: Untrusted(point.word), coordinate: point) }
    let place = try builtIn(reference, context) ?? place(reference)
    guard let coordinate = place.coordinate else {
      throw Failure("\(quoted: place.name) has no position", try: "another place, or LAT,LON")
    }
    // The name of a location is that of a person.
    let location = locations(of: place.id.dataset)?[place.id.id]
    return PostedSpot(place: location?.place ?? place.title, coordinate: coordinate)
  }

  /// The place of the dataset that is always there, if it is not open and a reference names it.
  private func builtIn(_ reference: PlaceReference, _ context: Context) -> Place? {
    guard case .identity(Self.world, let id) = reference, !open.contains(where: { $0.name == Self.world }),
      let world = context.world(), let number = Int64(id)
    else { return nil }
    return world.place(.number(number))
  }

  /// The first hit of a search; nil if there is none.
  ///
  /// All open datasets are searched, and the one that is always there. What the datasets in use have is offered too.
  private func spot(called text: Untrusted, of command: String, _ context: Context) throws -> PostedSpot? {
    let all = catalog(of: inUse + open.map(\.name).filter { !inUse.contains($0) }).datasets
    let builtIn = all.contains { $0.name == Self.world } ? nil : context.world()
    let found = try spots(text, in: Catalog(all + [builtIn].compactMap(\.self)), context)
    guard let first = found.first, let coordinate = first.place.coordinate else { return nil }
    let nearest = try spots(text, in: catalog, context).first { Tier.full.contains($0.tier) }
    let others = found.dropFirst().filter { $0.tier == .name || $0.importance * 2 >= first.importance }
    let places = ([first] + others + [nearest].compactMap(\.self)).map(\.place).eachOnce
    guard places.count > 1 else { return PostedSpot(place: first.place.title, coordinate: coordinate) }
    throw PlaceChoice(
      name: text, places: places.map { PlaceChoice.Option(title: $0.title, word: $0.id.word) }
    ).failure(of: command)
  }

  /// The first places with a position that a search finds, without the locations of people.
  private func spots(
    _ text: Untrusted, in catalog: Catalog, _ context: Context
  ) throws(Cancelled) -> [(place: Place, tier: Tier, importance: Int)] {
    let catalog = Catalog(catalog.datasets.filter { !($0 is LocationDataset) })
    return try catalog.search(Query(text), limit: 5, cancellation: context.cancellation).hits
      .compactMap { hit in
        // A place that matches only some of the words is hardly meant.
        guard let tier = hit.tier, tier != .relaxed, let place = catalog.place(hit.place), place.coordinate != nil
        else {
          return nil
        }
        return (place, tier, hit.importance(place.population))
      }
  }
}

extension [Place] {
  /// Without those that are the same as an earlier one: of a dataset that is open twice, or a favorite and its source.
  fileprivate var eachOnce: [Place] {
    reduce(into: []) { places, place in
      if !places.contains(where: { $0.title == place.title && $0.coordinate == place.coordinate }) {
        places.append(place)
      }
    }
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
