import GazetteerIndex

extension Command {
  static let locations = Command(
    "locations", "List the locations that people have posted at a service, the newest first.",
    takes: Inputs(
      OptionalParameter<Untrusted>("SERVICE", "By default the last one.", completes: .service),
      Flag("own", "Only your own."),
      CommonInput.conditions,
      CommonInput.column,
      CommonInput.reverse,
      CommonInput.columns,
      CommonInput.limit),
    family: .account, synonyms: ["posts", "people", "students"],
    examples: [.after("login --guest", "locations"), .after("login --user ada --new", "locations --own")],
    atTimes: [.account, .network]
  ) { session, context, service, isOwn, conditions, column, isReversed, columns, limit in
    let service = try session.serviceInUse(named: service, context)
    _ = try session.requiredAccount(at: service)
    guard let dataset = session.locations(of: service.name) else {
      guard !session.isFetching(service.name) else {
        throw Failure("the locations of \(own: service.name) are still being fetched", try: "wait, then locations")
      }
      if service.isRemote { try context.require(.network, for: "locations") }
      var reply = Reply()
      if !context.sendsChanges {
        guard let waiting = context.waiting else { return Reply(needs: .changes()) }
        reply.notices = [session.unsent(waiting, to: service, by: "locations")].compactMap(\.self)
      }
      if !conditions.isEmpty || column != nil {
        reply.notices.append("all newest locations are fetched and listed first; then repeat the line with its options")
      }
      reply.events = [.fetchAsked(.fetching(.newest, from: service, lists: true, context))]
      return reply
    }
    if isOwn, context.waiting == nil { return Reply(needs: .changes()) }
    let catalog = Catalog([dataset])
    try catalog.check(conditions, context.cancellation)
    var locations = LocationsSource(of: dataset, isOwn: isOwn)
    locations.conditions = conditions
    locations.columnOrder = try catalog.order(byColumn: column, isReversed: isReversed, context.cancellation)
    let source = try ListSource(locations).showing(columns, in: catalog)
    let limit = limit ?? context.limit
    var reply = try session.list(source, in: catalog, limit: limit, context)
    if isOwn, let account = session.account(at: service.name), let waiting = context.waiting?.of(account) {
      reply.notices += waiting.waitingLines
    }
    if dataset.about.skipped > 0, !isOwn {
      reply.notices.append(.neverListed(dataset.about.skipped, of: service.name))
    }
    reply.events += session.prefetch(source, shown: limit.count, context)
    return reply
  }
}

extension Message {
  /// Those that were fetched until now: they are on no page of the list, whatever its limit is.
  fileprivate static func neverListed(_ count: Int, of service: String) -> Message {
    count == 1
      ? "1 location of \(own: service) is never listed: it has no owner, or no usable id"
      : "\(own: Numeral.grouped(count)) locations of \(own: service) are never listed: they have no owner, or no usable id"
  }
}

extension Context {
  /// Whether what waits is sent before locations are fetched.
  var sendsChanges: Bool { allowed.contains(.account) || isDryRun }
}

extension LocationsRequest {
  /// Asks for the newest or for newer locations. What waits is sent before that, if the command may do that.
  static func fetching(
    _ kind: Kind, from service: ServiceFacts, lists: Bool = false, _ context: Context
  ) -> LocationsRequest {
    var request = LocationsRequest(service, kind, lists: lists)
    request.sendsChanges = context.sendsChanges
    return request
  }
}

extension Session {
  /// What to say about changes that a command may not send; nil if none wait.
  func unsent(_ waiting: WaitingChanges, to service: ServiceFacts, by command: String) -> Message? {
    let count = account(at: service.name).map { waiting.of($0).count } ?? 0
    guard count > 0 else { return nil }
    return """
      \(Numeral.changesWait(count)) to be sent to \(own: service.name); \(own: command) may not send here, because that \
      needs the power account; try: outbox retry at the prompt, or gaz --allow=account\(own: service.isRemote ? ",network" : "")
      """
  }

  /// The event that fetches older locations before a list of them ends; none for other lists.
  ///
  /// - Parameter shown: how many rows the list has.
  func prefetch(_ source: ListSource, shown: Int, _ context: Context) -> [Event] {
    guard let list = source.locations, !list.isOwn, let dataset = locations(of: list.service), dataset.hasOlder,
      !dataset.hasStopped, !isFetching(list.service), dataset.reachedCount - shown <= Self.rowsAhead,
      let service = context.services.first(where: { $0.name == list.service }),
      !service.isRemote || context.allowed.contains(.network)
    else { return [] }
    return [.fetchAsked(LocationsRequest(service, .older))]
  }

  /// How many rows before the end of a list more are fetched.
  private static let rowsAhead = 20
}
