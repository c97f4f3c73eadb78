import GazetteerIndex

/// Everything about location services: who is logged in where, and which locations were fetched. The only way from the
/// rest of the program to a service. Calls may block, and come from any thread; those for one service run one after the
/// other.
///
///     commands ─► LocationManager ─┬─► AccountService ──┐
///                                  ├─► LocationService ─┴─► ServiceClient ─► WebClient
///                                  └─► LocationFeed: the pool
package final class LocationManager: Sendable {
  /// A service that can be used.
  package struct Entry: Sendable {
    package let facts: ServiceFacts
    private let make: @Sendable () -> Result<any AccountService, ServiceError>

    package init(_ facts: ServiceFacts, _ service: any AccountService) {
      self.facts = facts
      make = { .success(service) }
    }

    /// - Parameter make: called when the service is used, because most services are never used in a session.
    init(_ facts: ServiceFacts, make: @escaping @Sendable () -> Result<any AccountService, ServiceError>) {
      self.facts = facts
      self.make = make
    }

    func accounts() throws(ServiceError) -> any AccountService { try make().get() }
  }

  private struct State: Sendable {
    var isBusy = false
    var session: ServiceSession?
    var feed = LocationFeed()
  }

  private struct Managed: Sendable {
    let entry: Entry
    let state = Monitor(State())
  }

  private let all: [Managed]
  private let links: LinkCheck
  private let pending: PendingChanges

  package init(
    _ entries: [Entry], links: LinkCheck = LinkCheck(through: .offline),
    pending: PendingChanges = PendingChanges(path: nil)
  ) {
    all = entries.map { Managed(entry: $0) }
    self.links = links
    self.pending = pending
  }

  package var services: [ServiceFacts] { all.map(\.entry.facts) }

  private func managed(_ service: String) throws(ServiceError) -> Managed {
    guard let managed = all.first(where: { $0.entry.facts.name == service }) else { throw .noService(service) }
    return managed
  }

  /// Runs `body` while no other call uses the service. What `body` changes is kept, even if it throws.
  private func use<Value: Sendable>(
    _ service: String, _ cancellation: Cancellation,
    _ body: (any AccountService, inout State) throws(ServiceError) -> Value
  ) throws(ServiceError) -> Value {
    let managed = try self.managed(service)
    let accounts = try managed.entry.accounts()
    var state: State
    do throws(Cancelled) {
      state = try managed.state.wait(cancellation) { state -> State? in
        guard !state.isBusy else { return nil }
        defer { state = State(isBusy: true) }
        return state
      }
    } catch {
      throw .cancelled
    }
    defer { managed.state.change { [state] in $0 = state } }
    state.isBusy = false
    return try body(accounts, &state)
  }
}

/// Accounts.
extension LocationManager {
  /// How to log in.
  package enum Login: Sendable {
    case with(Credentials)
    case signUp(user: Untrusted, password: Secret, name: Untrusted?)
  }

  /// Logs in. An earlier session ends if this succeeds.
  package func login(
    to service: String, _ login: Login, _ cancellation: Cancellation
  ) throws(ServiceError) -> Account {
    try use(service, cancellation) { accounts, state throws(ServiceError) in
      let session: ServiceSession
      switch login {
      case .with(let credentials):
        if case .password(let user, let password) = credentials {
          guard !user.isEmpty else { throw .noUser }
          guard !password.isEmpty else { throw .noPassword }
        }
        session = try accounts.login(credentials, cancellation)
      case .signUp(let user, let password, let name):
        guard !user.isEmpty else { throw .noUser }
        guard !password.isEmpty else { throw .noPassword }
        session = try accounts.signUp(user: user, password: password, name: name, cancellation)
      }
      // The new session works, even if the old one cannot be ended.
      if let old = state.session { try? accounts.logout(old, cancellation) }
      state.session = session
      state.feed = LocationFeed()
      return session.account
    }
  }

  /// Ends the session, also at the service. If the service cannot be reached, the session still ends here.
  package func logout(from service: String, _ cancellation: Cancellation) throws(ServiceError) {
    try use(service, cancellation) { accounts, state throws(ServiceError) in
      guard let session = state.session else { throw .loginRequired }
      state.session = nil
      state.feed = LocationFeed()
      try accounts.logout(session, cancellation)
    }
  }

  /// Asks the service who is logged in.
  package func whoAmI(at service: String, _ cancellation: Cancellation) throws(ServiceError) -> Account {
    try use(service, cancellation) { accounts, state throws(ServiceError) in
      guard let session = state.session else { throw .loginRequired }
      return try accounts.account(of: session, cancellation)
    }
  }
}

/// Locations.
extension LocationManager {
  /// Which locations to fetch.
  package enum Fetch: Sendable {
    /// The newest, and the user's own.
    case newest
    /// Newer ones or, if there are none, the next older ones.
    case newer
    /// The next older ones, unless the last time brought none.
    case older
  }

  package func fetch(
    _ fetch: Fetch, from service: String, _ cancellation: Cancellation
  ) throws(ServiceError) -> LocationNews {
    let facts = try managed(service).entry.facts
    return try use(service, cancellation) { accounts, state throws(ServiceError) in
      guard let session = state.session else { throw .loginRequired }
      let records = accounts.locations(for: session)
      // What is waiting is sent first, so that it is in the answer.
      let notices = fetch == .older ? [] : try sendWaiting(&state, records, session.account, cancellation)
      var older = 0
      let change: FilteredPool<Location>.Change
      switch fetch {
      case .newer where state.feed.isLoaded:
        (change, older) = try state.feed.refresh(from: records, as: session.account, cancellation)
      case .older where state.feed.isLoaded:
        change =
          state.feed.hasStopped
          ? FilteredPool.Change() : try state.feed.fetchOlder(from: records, cancellation)
      case .newest, .newer, .older:
        change = try state.feed.load(from: records, as: session.account, cancellation)
      }
      var news = LocationNews(state.feed.dataset(of: facts, for: session.account), change, older: older)
      news.notices = notices
      if fetch != .older, state.feed.hasMoreOwn {
        news.notices.append("only \(OwnLocations.most) of your own locations were fetched, the newest")
      }
      return news
    }
  }

  /// Changes the user's own locations. If a remote service cannot be reached, the change waits, and is sent at the next
  /// fetch.
  ///
  /// - Parameter checksLink: whether the link must answer first.
  package func perform(
    _ change: LocationChange, at service: String, checksLink: Bool, _ cancellation: Cancellation
  ) throws(ServiceError) -> LocationNews {
    let facts = try managed(service).entry.facts
    if let draft = change.draft, checksLink {
      do throws(LinkError) {
        try links.check(draft.url, .anywhere, cancellation)
      } catch {
        throw .badLink(error)
      }
    }
    return try use(service, cancellation) { accounts, state throws(ServiceError) in
      guard let session = state.session, !session.account.isGuest else { throw .loginRequired }
      let records = accounts.locations(for: session)
      let before = state.feed.pool.records.count
      var notices: [Message] = []
      if facts.isRemote {
        let sent = try pending.whileAlone(.seconds(60), cancellation) { () throws(ServiceError) in
          let number = try pending.add(change, for: session.account, cancellation)
          return try send(&state, records, session.account, number, cancellation)
        }
        guard let sent else { throw .storage("another gaz is still sending changes") }
        if let failure = sent.failure { throw failure }
        notices = sent.notices
      } else {
        _ = try perform(change, isRepeated: false, &state, records, session.account, cancellation)
      }
      var news = LocationNews(
        state.feed.dataset(of: facts, for: session.account),
        .init(added: max(0, state.feed.pool.records.count - before)))
      news.notices = notices
      return news
    }
  }

  /// Sends the changes that wait. If their file cannot be used, locations can still be read.
  private func sendWaiting(
    _ state: inout State, _ records: any LocationService, _ account: Account, _ cancellation: Cancellation
  ) throws(ServiceError) -> [Message] {
    do throws(ServiceError) {
      guard try pending.isNeeded(by: account, cancellation) else { return [] }
      // If another program is sending them, it goes on with that.
      return try pending.whileAlone(.seconds(2), cancellation) { () throws(ServiceError) in
        try send(&state, records, account, nil, cancellation).notices
      } ?? []
    } catch {
      guard case .storage(let reason) = error else { throw error }
      return ["what waits was not sent: \(reason)"]
    }
  }

  /// Sends the changes that wait, oldest first, up to the first that cannot be sent now.
  ///
  /// - Parameter wanted: the number of the change whose failure is returned. Failures of others become notices.
  private func send(
    _ state: inout State, _ records: any LocationService, _ account: Account, _ wanted: Int64?,
    _ cancellation: Cancellation
  ) throws(ServiceError) -> (notices: [Message], failure: ServiceError?) {
    guard !account.isGuest else { return ([], nil) }
    var (later, damaged) = try pending.all(of: account, cancellation)
    var notices: [Message] = []
    if damaged > 0 {
      let changes = damaged == 1 ? "change that waits is" : "changes that wait are"
      notices.append("\(damaged) \(own: changes) damaged and cannot be sent")
    }
    var sent = 0
    while !later.isEmpty {
      let waiting = later.removeFirst()
      let isWanted = waiting.number == wanted
      var stored: Location?
      do throws(ServiceError) {
        stored = try perform(waiting.change, isRepeated: !isWanted, &state, records, account, cancellation)
        if !isWanted { sent += 1 }
      } catch {
        switch error {
        // Nobody knows whether the service has stored it.
        case .network(let problem): return (notices, .waits(problem))
        case .cancelled: return (notices, .waits(nil))
        // Nothing was stored, and the user is told so. What waited before still waits.
        case .loginRequired:
          if let wanted { try pending.remove(wanted) }
          return (notices, error)
        default: break
        }
        if isWanted {
          try pending.remove(waiting.number)
          return (notices, error)
        }
        notices.append("not stored: \(waiting.change.place.beginning); \(error.reason)")
      }
      if let known = waiting.change.known, let stored {
        later = later.map { $0.rebased(from: known, to: stored) }
      }
      try pending.remove(waiting.number, changing: later)
    }
    if sent > 0 { notices.append("sent \(sent) \(own: sent == 1 ? "change" : "changes") that had to wait") }
    return (notices, nil)
  }

  /// Returns what the service has stored; nil after a deletion.
  private func perform(
    _ change: LocationChange, isRepeated: Bool, _ state: inout State, _ records: any LocationService,
    _ account: Account, _ cancellation: Cancellation
  ) throws(ServiceError) -> Location? {
    let stored: Location
    switch change {
    case .create(let draft, let clientID):
      stored = try records.create(draft, clientID: clientID, isRepeated: isRepeated, by: account, cancellation)
    case .update(let location, let draft):
      stored = try records.update(location, to: draft, by: account, cancellation)
    case .delete(let location):
      try records.delete(location, by: account, cancellation)
      _ = state.feed.remove(location.id)
      return nil
    }
    _ = state.feed.put(stored)
    return stored
  }

  /// Checks a link that somebody has posted.
  package func check(link: Untrusted, _ cancellation: Cancellation) throws(LinkError) {
    try links.check(link, .publicOnly, cancellation)
  }
}

extension LocationFeed {
  fileprivate func dataset(of service: ServiceFacts, for account: Account) -> LocationDataset {
    LocationDataset(
      service, pool.records, own: account.key, hasOlder: hasOlder, hasStopped: hasStopped, reached: reached,
      leftOut: ownerless)
  }
}
