import GazetteerIndex

/// Accounts, and the locations of their services.
extension Session {
  /// The account at a service; nil if the user is not logged in there.
  package func account(at service: String) -> Account? { accounts.first { $0.service == service } }

  /// The locations of a service; nil if they were not fetched.
  package func locations(of service: String) -> LocationDataset? { locations.first { $0.name == service } }

  /// Whether the locations of a service are being fetched.
  package func isFetching(_ service: String) -> Bool { jobs.contains(.fetching(service)) }

  /// The service with a name; without a name, the one to which the user logged in last.
  func service(named name: Untrusted?, _ context: Context) throws(Failure) -> ServiceFacts {
    let wanted = name?.text ?? jobs.compactMap(\.loginService).last ?? service
    if let facts = context.services.first(where: { $0.name == wanted }) { return facts }
    let nearest = Spelling.nearest(to: wanted, among: context.services.map(\.name))
    throw Failure(
      "no service is called \(quoted: Untrusted(wanted))", why: .didYouMean(nearest),
      try: nearest.isEmpty ? "\(own: context.services.map(\.name).joined(separator: ", "))" : nil)
  }

  /// The service that a command is about which needs a login. Without a name and without any login, nobody has said which
  /// service it is about.
  ///
  /// - Parameter isToChange: whether a guest would not do.
  func serviceInUse(
    named name: Untrusted?, isToChange: Bool = false, _ context: Context
  ) throws(Failure) -> ServiceFacts {
    guard name == nil, accounts.isEmpty, logins.isEmpty else { return try service(named: name, context) }
    throw .notLoggedIn(context.services.map(\.name), isToChange: isToChange)
  }

  /// The account at a service. Throws if the user is not logged in there, or is just logging in.
  ///
  /// - Parameter isToChange: whether a guest would not do.
  func requiredAccount(at service: ServiceFacts, isToChange: Bool = false) throws(Failure) -> Account {
    if let login = logins[service.name] { throw .stillLoggingIn(login) }
    guard let account = account(at: service.name) else {
      throw isToChange ? .userRequired(service.name) : .loginRequired(service.name)
    }
    guard !isToChange || !account.isGuest else {
      throw Failure(
        "a guest can only read", try: "login \(own: service.name) --user NAME", code: .loginRequired)
    }
    return account
  }

  /// The account and the locations, for a command that changes the user's own locations.
  func ownLocations(at service: ServiceFacts) throws(Failure) -> (account: Account, all: LocationDataset) {
    let account = try requiredAccount(at: service, isToChange: true)
    guard let locations = locations(of: service.name) else {
      throw Failure("the locations of \(own: service.name) were not fetched yet", try: "refresh, or wait")
    }
    return (account, locations)
  }

  /// The dataset of the place that a reference names, also if that was closed; nil if it names no place.
  private func dataset(of reference: PlaceReference) -> String? {
    switch reference {
    case .numbers(let ranges):
      guard let number = ranges.first?.lowerBound, filtered.indices.contains(number - 1) else { return nil }
      return filtered[number - 1].dataset
    case .current: return (current ?? lostCurrent)?.dataset
    case .identity(let dataset, _): return dataset
    case .point: return nil
    }
  }

  /// The user's own location that `reference` names, and its service.
  ///
  /// - Parameter waiting: what was changed and waits to be sent. The location is as these changes will make it.
  func ownLocation(
    _ reference: PlaceReference, after waiting: WaitingChanges, _ context: Context
  ) throws(Failure) -> (location: Location, service: ServiceFacts) {
    // What the user is not logged in for comes before what is wrong with the reference: without a login, no list has it.
    let named = dataset(of: reference).flatMap { name in context.services.first { $0.name == name } }
    if let named {
      _ = try requiredAccount(at: named, isToChange: true)
    } else if accounts.allSatisfy(\.isGuest) {
      _ = try requiredAccount(at: serviceInUse(named: nil, isToChange: true, context), isToChange: true)
    }
    let place = try place(reference)
    guard let dataset = locations(of: place.id.dataset), let location = dataset[place.id.id] else {
      throw Failure("\(quoted: place.name) is not a location of a service", try: "locations, then its number")
    }
    let service = try service(named: Untrusted(dataset.name), context)
    let own = try ownLocations(at: service)
    try context.requireNothingIsSent(to: service)
    guard dataset.isOwn(location) else {
      throw Failure("the location of \(cut: place.name) is not yours", try: "locations --own")
    }
    let changed = waiting.of(own.account).applied(to: own.all.ownLocations)
    guard let location = changed.first(where: { $0.id == location.id }) else {
      throw Failure("\(cut: location.place) is being deleted", why: "that waits to be sent", try: "outbox")
    }
    return (location, service)
  }
}

extension Session {
  /// In a dry run, a login is only planned.
  mutating func plan(loginTo service: String) {
    plannedLogins.insert(service)
    self.service = service
  }

  /// After a logout, nothing of the service is left.
  mutating func end(_ service: String, keepingPlace: Bool = false) -> [Effect] {
    if !keepingPlace { accounts.removeAll { $0.service == service } }
    var effects: [Effect] = []
    for job in [JobID.fetching(service), .checkingLinks(service)] where jobs.contains(job) {
      jobs.removeAll { $0 == job }
      effects.append(.stop(job))
    }
    guard locations(of: service) != nil else { return effects }
    return effects + drop(service) { $0.locations.removeAll { $0.name == service } }
  }

  mutating func startFetching(_ request: LocationsRequest) -> [Effect] {
    // What is asked for in advance must not wait behind itself.
    if request.kind == .older, isFetching(request.service.name) { return [] }
    if !jobs.contains(request.job) { jobs.append(request.job) }
    return [.fetch(request)]
  }

  /// Checks the links of what waits, after the locations have come: that may take long, and nobody waits for it.
  private mutating func startChecking(after request: LocationsRequest, _ news: LocationNews) -> [Effect] {
    var checking = LocationsRequest(request.service, .checked)
    guard let link = news.linkToCheck, !jobs.contains(checking.job) else { return [] }
    checking.link = link
    return startFetching(checking)
  }

  mutating func endFetching(_ request: LocationsRequest, _ news: LocationNews) -> [Effect] {
    jobs.removeAll { $0 == request.job }
    guard take(news) else { return news.told }
    return tell(request, news) + startChecking(after: request, news)
  }

  /// What is said and listed when locations have come.
  private func tell(_ request: LocationsRequest, _ news: LocationNews) -> [Effect] {
    if request.lists {
      let fetched = Numeral.locations(news.change.added)
      let name = request.service.name
      let login = request.endsLogin ? account(at: name).map { Effect.done($0.login(to: request.service)) } : nil
      return news.told + [login].compactMap(\.self) + [
        .list(request, otherwise: "fetched \(own: fetched) of \(own: name); to list them: locations \(own: name)")
      ]
    }
    let isListed = request.rows > 0 && isAtEnd(of: request)
    let notice = isListed ? nil : request.notice(of: news)
    let effects = news.told + [notice].compactMap(\.self).map { .notice($0) }
    return isListed ? effects + [.extendList(request)] : effects
  }

  /// Whether the last list is still the one for which older locations were asked for, and has the same rows.
  private func isAtEnd(of request: LocationsRequest) -> Bool {
    guard let listing, let source = listing.source.locations, mode == .commands else { return false }
    return source.service == request.service.name && !source.isOwn && listing.shown == request.shown
  }

  /// The request for older locations that a list needs to show more rows; nil if it needs none, or none can be fetched.
  ///
  /// - Parameters:
  ///   - rows: how many rows are wanted besides those that are here.
  ///   - shown: how many rows the list has with those that are here.
  func request(_ listing: Listing, rows: Int, shown: Int, _ context: Context) -> LocationsRequest? {
    guard rows > 0, let list = listing.source.locations, !list.isOwn, let dataset = locations(of: list.service),
      dataset.hasOlder, !dataset.hasStopped, !isFetching(list.service), context.mostRows == nil,
      let service = context.services.first(where: { $0.name == list.service }),
      !service.isRemote || context.allowed.contains(.network)
    else { return nil }
    var request = LocationsRequest(service, .older)
    (request.rows, request.shown) = (rows, shown)
    return request
  }

  mutating func endFetching(_ request: LocationsRequest, _ failure: Failure) -> [Effect] {
    jobs.removeAll { $0 == request.job }
    var failure = failure
    if request.endsLogin { failure.command = "login" }
    return [.report(failure)]
  }

  mutating func endPosting(_ request: PostRequest, _ news: LocationNews) -> [Effect] {
    let location = request.change.location(in: news.dataset)
    if !news.isElsewhere { steps.add(request.change.stepTitle, instead: request.remedyForUndo(of: location)) }
    // The user may have logged out meanwhile.
    _ = take(news)
    let elsewhere: Message = "the change waits no longer: another gaz has sent it, or it was cancelled; try: refresh"
    return news.told + [
      news.isElsewhere
        ? .notice(elsewhere) : .done(deed(request.change.result, to: location, of: news.dataset.name))
    ]
  }

  /// Replaces the locations of a service, unless it has newer ones; false if the user has logged out meanwhile.
  mutating func take(_ news: LocationNews) -> Bool {
    let dataset = news.dataset
    guard account(at: dataset.name)?.key == dataset.own else { return false }
    if let index = locations.firstIndex(where: { $0.name == dataset.name }) {
      let isSameUser = locations[index].own == dataset.own
      if !isSameUser || !locations[index].isNewer(than: dataset) { locations[index] = dataset }
    } else {
      locations.append(dataset)
    }
    return true
  }
}

extension LocationNews {
  /// What is said besides what came.
  fileprivate var told: [Effect] { notices.map { .notice($0) } + refusals.map { .report(Failure($0)) } }
}

extension Account {
  /// `Ada Lovelace (ada)`.
  var title: Message {
    guard !isGuest else { return "a guest" }
    return fullName == user ? "\(cut: user)" : "\(cut: fullName) (\(cut: user))"
  }
}

extension LocationChange {
  /// The location as it is now; a deleted one as it was. nil if it is not known.
  fileprivate func location(in dataset: LocationDataset) -> Location? {
    switch self {
    case .create(let draft, _): dataset.ownLocations.first { $0.has(draft) }
    case .update(let old, _): dataset[.text(old.id)]
    case .delete(let old): old
    }
  }

  /// The notice after the change.
  fileprivate var result: Message {
    switch self {
    case .create(let draft, _): "posted \(cut: draft.place)"
    case .update(_, let draft): "updated \(cut: draft.place)"
    case .delete(let location): "deleted \(cut: location.place)"
    }
  }
}

extension LocationChange {
  /// The name of the change among the steps of `undo`.
  fileprivate var stepTitle: Untrusted {
    switch self {
    case .create(let draft, _): Untrusted("post \(draft.place.text)")
    case .update(let location, _): Untrusted("edit-location \(location.place.text)")
    case .delete(let location): Untrusted("delete-location \(location.place.text)")
    }
  }
}

extension PostRequest {
  /// What `undo` says to do instead: the command that restores what was there, if one does so exactly.
  ///
  /// - Parameter stored: the location after the change; nil if it is not known.
  fileprivate func remedyForUndo(of stored: Location?) -> Untrusted {
    let own = "locations \(service.name) --own"
    let id = stored.map { [Word(PlaceID(dataset: service.name, id: .text($0.id)))] }
    switch change {
    case .create: return line(id.map { ["delete-location"] + $0 }) ?? Untrusted("\(own), then delete-location N")
    case .update(let old, let new):
      return line(id.flatMap { id in old.options(from: new).map { ["edit-location"] + id + $0 } })
        ?? Untrusted("\(own), then edit-location N")
    case .delete(let old):
      let words = ["post", .text(old.place)] + old.position + .option("url", old.url) + .option("to", service.name)
      return line(old.isWhole ? words : nil) ?? Untrusted("post PLACE --url URL")
    }
  }

  /// The words as a line; nil if nobody would type it.
  private func line(_ words: [Word]?) -> Untrusted? {
    guard let line = words.map(FactLine.text), line.count <= 500 else { return nil }
    return Untrusted(bytes: line)
  }
}

extension Location {
  /// The options of `edit-location` that restore it after it was changed to a draft; nil if they cannot.
  fileprivate func options(from draft: LocationDraft) -> [Word]? {
    guard isWhole else { return nil }
    var words: [Word] = []
    if (place, coordinate) != (draft.place, draft.coordinate) {
      guard !place.isEmpty, coordinate != nil else { return nil }
      words += .option("place", place) + position
    }
    guard url != draft.url else { return words }
    return url.isEmpty ? nil : words + .option("url", url)
  }

  /// The option that gives its position; empty if its place says it, or if it has none.
  fileprivate var position: [Word] {
    guard let coordinate, Coordinate(Word(place)) != coordinate else { return [] }
    return .option("at", Untrusted(coordinate.word))
  }
}

extension LocationsRequest {
  /// What to say about fetched locations that are not listed at once; nil for nothing.
  fileprivate func notice(of news: LocationNews) -> Message? {
    let change = news.change
    switch kind {
    case .checked: return nil
    case .older:
      return rows > 0
        ? "fetched \(own: Numeral.locations(change.added, "older")) of \(own: service.name); to list them: locations"
        : nil
    case .newest: return "fetched \(own: Numeral.locations(change.added)) of \(own: service.name)"
    case .newer:
      var parts: [String] = []
      if change.added > 0 { parts.append(Numeral.locations(change.added, "new")) }
      if change.replaced > 0 { parts.append(Numeral.locations(change.replaced, "changed")) }
      if change.removed > 0 { parts.append(Numeral.locations(change.removed, "deleted")) }
      if !parts.isEmpty { return "\(own: parts.joined(separator: ", ")) of \(own: service.name)" }
      return news.older > 0
        ? "nothing new; fetched \(own: Numeral.locations(news.older, "older")) of \(own: service.name)" : "nothing new"
    }
  }
}

extension Numeral {
  /// `1 new location`.
  fileprivate static func locations(_ count: Int, _ kind: String = "") -> String {
    "\(grouped(count)) \(kind.isEmpty ? "" : kind + " ")\(count == 1 ? "location" : "locations")"
  }
}

extension Context {
  /// Throws while a location is being sent to a service, or its link is being checked for that, because that may change
  /// the version of a location, or which one is overwritten.
  func requireNothingIsSent(to service: ServiceFacts) throws(Failure) {
    guard let job = jobs.first(where: { $0.id == .posting(service.name) }) else { return }
    throw Failure(job.sentence, try: "wait, then the same again")
  }
}

extension Failure {
  /// The user must log in to one of these services.
  fileprivate static func notLoggedIn(_ services: [String], isToChange: Bool) -> Failure {
    let advice: Message =
      services.count > 1
      ? "login SERVICE --user NAME, where SERVICE is \(own: services.sorted().listed("or"))"
      : "login --user NAME\(own: isToChange ? "" : ", or login --guest")"
    return Failure("you are not logged in", try: advice, code: .loginRequired)
  }

  static func stillLoggingIn(_ login: LoginRequest) -> Failure {
    Failure("the login to \(login.target) is still under way", try: "wait, then the same again", code: .loginRequired)
  }

  package static func loginRequired(_ service: String) -> Failure {
    Failure(
      "you are not logged in to \(own: service)",
      try: "login \(own: service) --user NAME, or login \(own: service) --guest",
      code: .loginRequired)
  }

  /// The user must log in, and not as a guest.
  package static func userRequired(_ service: String) -> Failure {
    Failure(
      "you are not logged in to \(own: service)", try: "login \(own: service) --user NAME", code: .loginRequired)
  }
}
