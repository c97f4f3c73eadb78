import GazetteerIndex

extension Command {
  static let refresh = Command(
    "refresh", "Read the sources of open datasets again, if they changed, and fetch newer locations of services.",
    takes: Inputs(
      Parameters<Untrusted>(
        "NAME", "Open datasets or services; by default those in use, and the service of your last login.",
        completes: .dataset(), isNeeded: false)),
    family: .data, synonyms: ["reload", "update", "sync", "fetch"],
    examples: [
      .after("open cities.json", "refresh"), .after("open cities.json", "refresh cities"),
      .after("login --guest", "refresh local"),
    ],
    atTimes: [.account, .network]
  ) { session, context, names in
    let wanted = try names.isEmpty ? session.refreshed(context) : session.refreshed(named: names, context)
    guard !wanted.isEmpty else {
      if let login = session.logins.values.first { throw Failure.stillLoggingIn(login) }
      guard !session.isFetching(session.service) else { throw Failure.stillFetching(session.service) }
      guard let waiting = context.waiting else { return Reply(needs: .changes()) }
      if let login = waiting.elsewhere(than: session.accounts).first {
        throw Failure("nothing was sent or fetched", why: "you are not logged in, and \(login)", code: .loginRequired)
      }
      throw Failure(
        "there is nothing to read again", why: "no dataset in use is from a file or an address",
        try: "open FILE, or login")
    }
    if wanted.contains(where: \.isRemote) { try context.require(.network, for: "refresh") }
    var reply = Reply()
    if !context.sendsChanges {
      guard let waiting = context.waiting else { return Reply(needs: .changes()) }
      reply.notices = wanted.compactMap(\.service).compactMap { session.unsent(waiting, to: $0, by: "refresh") }
    }
    reply.events = wanted.map { $0.event(context) }
    return reply
  }
}

/// What a refresh asks for.
private enum Refreshed {
  /// The source of an open dataset.
  case source(RefreshRequest)
  /// The locations of a service: newer ones or, if there are none, older ones.
  case locations(ServiceFacts)

  var name: String {
    switch self {
    case .source(let request): request.name
    case .locations(let service): service.name
    }
  }

  var isRemote: Bool {
    switch self {
    case .source(let request): request.source.isRemote
    case .locations(let service): service.isRemote
    }
  }

  var service: ServiceFacts? { if case .locations(let service) = self { service } else { nil } }

  func event(_ context: Context) -> Event {
    switch self {
    case .source(let request): .refreshAsked(request)
    case .locations(let service): .fetchAsked(.fetching(.newer, from: service, context))
    }
  }
}

extension Session {
  /// The datasets in use that can be read again, and the service of the last login.
  fileprivate func refreshed(_ context: Context) -> [Refreshed] {
    var names = inUse
    if account(at: service) != nil, !names.contains(service) { names.append(service) }
    return names.compactMap { try? refreshed($0, context) }
  }

  fileprivate func refreshed(named names: [Untrusted], _ context: Context) throws(Failure) -> [Refreshed] {
    var wanted: [Refreshed] = []
    let known = datasetNames + context.services.map(\.name).filter { !datasetNames.contains($0) }
    for name in names {
      let name = try dataset(named: name, among: known)
      if !wanted.contains(where: { $0.name == name }) { wanted.append(try refreshed(name, context)) }
    }
    return wanted
  }

  private func refreshed(_ name: String, _ context: Context) throws(Failure) -> Refreshed {
    guard !open.contains(where: { $0.name == name }), let service = context.services.first(where: { $0.name == name })
    else {
      return .source(try refreshRequest(for: name))
    }
    _ = try requiredAccount(at: service)
    guard !isFetching(name) else { throw Failure.stillFetching(name) }
    return .locations(service)
  }

  private func refreshRequest(for name: String) throws(Failure) -> RefreshRequest {
    let source = sources[name]
    guard let about = open.first(where: { $0.name == name })?.about, let source, source.source.text != Session.world
    else {
      throw Failure(
        "\(own: name) is not read again",
        why: name == Favorite.dataset ? "the favorites are always the newest" : "it is built in",
        try: "refresh NAME, for other datasets")
    }
    guard !source.isPool else {
      throw Failure(
        "\(own: name) is not read again", why: "it has the answers of a provider",
        try: "restaurants WHERE --from \(own: name) --refresh")
    }
    guard source.source.text != "-" else {
      throw Failure(
        "\(own: name) cannot be read again", why: "it came from the standard input", try: "open it from a file")
    }
    guard !jobs.contains(.refreshing(name)) else {
      throw Failure("\(own: name) is already being refreshed", try: "wait")
    }
    return RefreshRequest(source: source.request(), about: about)
  }
}

extension Failure {
  fileprivate static func stillFetching(_ service: String) -> Failure {
    Failure("the locations of \(own: service) are still being fetched", try: "wait, then refresh")
  }
}
