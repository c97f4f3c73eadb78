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
    examples: [
      .after("login --user ada --new", "post munich --url https://example.org/ada"),
      .after("login --user ada --new; search munich; select 1", "post . --url https://example.org"),
    ], powers: [.account],
    atTimes: [.network]
  ) { session, context, text, url, point, named, isUnchecked in
    let service = try session.serviceInUse(named: named, isToChange: true, context)
    let own = try session.ownLocations(at: service)
    if service.isRemote { try context.require(.network, for: "post") }
    guard let waiting = context.waiting else { return Reply(needs: .changes()) }
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
    reply.notices += link.notices
    if let old {
      reply.events.append(.asked(request.question(insteadOf: old)))
    } else {
      reply.effects.append(.post(request))
    }
    return reply
  }
}

extension PostRequest {
  /// Asks before a location is overwritten.
  fileprivate func question(insteadOf old: Location) -> Question {
    let new: Message = change.draft?.title ?? "\(cut: change.place)"
    return Question(
      "overwrite your location \(old.draft.title) with \(new)", power: .account, effects: [.post(self)],
      no: "nothing was posted")
  }
}

/// A place for a post.
struct PostedSpot {
  let place: Untrusted
  let coordinate: Coordinate
}

/// What a user means by the place of a post.
enum PostedPlace {
  case found(PostedSpot, Reply)
  /// The reply that asks a geocoder service first.
  case asks(Reply)
}

extension Session {
  /// What a user means by the place of a post: a reference, or what a search or else a geocoder service finds. Throws if
  /// several places are found, or only some with typing errors.
  ///
  /// - Parameters:
  ///   - position: where it is, if the user gives that. Then the text is only its name.
  ///   - command: the beginning of the command, before its place.
  ///   - line: the words of a command that means the same, whatever is listed or selected then.
  func placeToPost(
    _ text: Untrusted, at position: PointReference?, of command: String, for line: [Word], _ context: Context
  ) throws -> PostedPlace {
    if let position { return .found(PostedSpot(place: text, coordinate: try point(position)), Reply()) }
    if let reference = try PlaceReference.ifOne(text) { return .found(try spot(of: reference, context), Reply()) }
    // If a geocoder service was asked, its places are among the open datasets by now.
    let isGeocoded = context.provided(PlacesRequest(geocoding: text)) != nil
    let found = isGeocoded ? [] : try places(toPostFor: text, context)
    let isMisspelt = found.first?.tier == .typo
    var (places, reply) = (found.map(\.place), Reply())
    if places.isEmpty {
      switch try geocode(text, for: line, context) {
      case .found(let first, let others, let answer): (places, reply) = ([first.place] + others, answer)
      case .asks(let asking): return .asks(asking)
      }
    }
    guard !isMisspelt, places.count == 1, let coordinate = places[0].coordinate else {
      throw PlaceChoice(
        name: text, isMisspelt: isMisspelt, places: [PlaceChoice.Option](places) { $0.id.word }
      ).failure(of: command)
    }
    return .found(PostedSpot(place: places[0].title, coordinate: coordinate), reply)
  }

  private func spot(of reference: PlaceReference, _ context: Context) throws -> PostedSpot {
    if case .point(let point) = reference { return PostedSpot(place: Untrusted(point.word), coordinate: point) }
    let place = try builtIn(reference, context) ?? place(reference)
    guard let coordinate = place.coordinate else {
      throw Failure("\(quoted: place.name) has no position", try: "another place, or LAT,LON")
    }
    // The name of a location is that of a person.
    let location = locations(of: place.id.dataset)?[place.id.id]
    guard location?.hiddenPlace == nil else {
      throw Failure(
        "the place of that location cannot be used", why: "it is not shown, because it repeats a secret",
        try: "the name of the place")
    }
    return PostedSpot(place: location?.place ?? place.title, coordinate: coordinate)
  }

  /// The place of the dataset that is always there, if it is not open and a reference names it.
  private func builtIn(_ reference: PlaceReference, _ context: Context) -> Place? {
    guard case .identity(Self.world, let id) = reference, !open.contains(where: { $0.name == Self.world }),
      let world = context.world(), let number = Int64(id)
    else { return nil }
    return world.place(.number(number))
  }

  /// The places that a text may mean, without the locations of people; none if no dataset knows it.
  ///
  /// All open datasets are searched, and the one that is always there. What the datasets in use have is offered too.
  private func places(toPostFor text: Untrusted, _ context: Context) throws -> [NamedPlace] {
    let own = catalog(of: inUse + open.map(\.name).filter { !inUse.contains($0) }).datasets
    let builtIn = own.contains { $0.name == Self.world } ? nil : context.world()
    let search = { (datasets: [any PlaceSource]) in
      let catalog = Catalog(datasets.filter { !($0 is LocationDataset) })
      return try places(named: text, in: catalog, havingPosition: true, context)
    }
    let found = try search(own + [builtIn].compactMap(\.self))
    let nearest = try search(catalog.datasets).first { Tier.full.contains($0.tier) }
    return (found + [nearest].compactMap(\.self)).lookingDifferent.filter { context.mayMean($0.place, by: text) }
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
