import GazetteerIndex
import Synchronization

/// Everything about location services: who is logged in where, and which locations were fetched. The only way from the
/// rest of the program to a service. Calls may block, and come from any thread; those for one service run one after the
/// other, except that ending a session holds up nobody.
///
///     commands ─► LocationManager ─┬─► AccountService ──┐
///                                  ├─► LocationService ─┴─► ServiceClient ─► WebClient
///                                  └─► LocationFeed: the pool
///
/// A login makes a session, which is used only from `adopt` on: if the user has cancelled the login meanwhile, nothing
/// changes. So sessions change only at once, when the caller knows of it, and requests to end them follow.
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

  /// What a call uses while no other one does.
  struct State: Sendable {
    fileprivate(set) var session: ServiceSession?
    var feed = LocationFeed()
  }

  /// What is known about a service in this run.
  fileprivate struct Known: Sendable {
    var state = State()
    var isBusy = false
    /// Counts the sessions.
    var generation = 0
    /// The session of the last login, until it is adopted.
    var candidate: ServiceSession?
    /// Sessions that have ended here, and not yet at the service.
    var former: [ServiceSession] = []

    mutating func use(_ session: ServiceSession?) {
      if let old = state.session { former.append(old) }
      state = State(session: session)
      generation += 1
    }
  }

  struct Managed: Sendable {
    let entry: Entry
    fileprivate let known = Monitor(Known())

    /// The account of the session, also while another call uses the service.
    var account: Account? { known.read { $0.state.session?.account } }
  }

  private let all: [Managed]
  let links: LinkCheck
  let pending: PendingChanges
  /// Seconds since 1970.
  let now: @Sendable () -> Int64
  /// The numbers of the changes that calls of this program are making, so that no other call makes them too.
  let held = Mutex<Set<Int64>>([])
  /// What the user was not told yet about changes that had to wait.
  let untold = Mutex<[Message]>([])

  package init(
    _ entries: [Entry], links: LinkCheck = LinkCheck(through: .offline),
    pending: PendingChanges = PendingChanges(path: nil), now: @escaping @Sendable () -> Int64 = { 0 }
  ) {
    all = entries.map { Managed(entry: $0) }
    self.links = links
    self.pending = pending
    self.now = now
  }

  package var services: [ServiceFacts] { all.map(\.entry.facts) }

  /// Throws if the description of a service has a mistake.
  package func check(_ service: String) throws(ServiceError) { _ = try managed(service).entry.accounts() }

  func managed(_ service: String) throws(ServiceError) -> Managed {
    guard let managed = all.first(where: { $0.entry.facts.name == service }) else { throw .noService(service) }
    return managed
  }

  /// Runs `body` while no other call uses the service. What `body` changes is kept, even if it throws; but not if there
  /// is another session meanwhile.
  func use<Value: Sendable>(
    _ managed: Managed, _ cancellation: Cancellation,
    _ body: (any AccountService, inout State) throws(ServiceError) -> Value
  ) throws(ServiceError) -> Value {
    let accounts = try managed.entry.accounts()
    var (state, generation): (State, Int)
    do throws(Cancelled) {
      (state, generation) = try managed.known.wait(cancellation) { known -> (State, Int)? in
        guard !known.isBusy else { return nil }
        known.isBusy = true
        // The copy is then the only one, so that changing it costs little.
        defer { known.state.feed = LocationFeed() }
        return (known.state, known.generation)
      }
    } catch {
      throw .cancelled
    }
    defer {
      managed.known.change { [state, generation] known in
        known.isBusy = false
        if known.generation == generation { known.state = state }
      }
      untold.withLock { $0 += accounts.takeNotices() }
    }
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

  /// Logs in. The session is used from `adopt` on; an earlier one goes on until then.
  package func requestSession(
    at service: String, _ login: Login, _ cancellation: Cancellation
  ) throws(ServiceError) -> Account {
    let managed = try managed(service)
    return try use(managed, cancellation) { accounts, _ throws(ServiceError) in
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
      managed.known.change { $0.candidate = session }
      return session.account
    }
  }

  /// Uses the session of the last login, if it is of this account. An earlier one has ended then, but not at the service.
  /// Does not wait.
  package func adopt(_ account: Account) {
    guard let managed = try? managed(account.service) else { return }
    managed.known.change { known in
      guard let session = known.candidate, session.account.key == account.key else { return }
      known.candidate = nil
      known.use(session)
    }
  }

  /// Ends the session here, but not at the service. Does not wait.
  package func leave(_ service: String) {
    guard let managed = try? managed(service) else { return }
    managed.known.change { $0.use(nil) }
  }

  /// Ends the sessions at the service that have ended here. What still uses one of them ends first.
  package func endFormerSessions(at service: String, _ cancellation: Cancellation) throws(ServiceError) {
    let managed = try managed(service)
    let accounts = try managed.entry.accounts()
    try use(managed, cancellation) { _, _ in }
    let former = managed.known.change { known in
      defer { known.former = [] }
      return known.former
    }
    for session in former { try accounts.logout(session, cancellation) }
  }

  /// Asks the service who is logged in.
  package func whoAmI(at service: String, _ cancellation: Cancellation) throws(ServiceError) -> Account {
    try use(managed(service), cancellation) { accounts, state throws(ServiceError) in
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

  /// - Parameter progress: counts the locations that have come.
  package func fetch(
    _ fetch: Fetch, from service: String, progress: DatasetProgress = DatasetProgress(), _ cancellation: Cancellation
  ) throws(ServiceError) -> LocationNews {
    let managed = try managed(service)
    return try use(managed, cancellation) { accounts, state throws(ServiceError) in
      guard let session = state.session else { throw .loginRequired }
      let facts = managed.entry.facts
      let connection = Connection(accounts: accounts, session: session, isRemote: facts.isRemote)
      let records = connection.records
      // What is waiting is sent first, so that it is in the answer.
      if fetch != .older { try sendWaiting(connection, &state, cancellation) }
      let brought: LocationFeed.Refreshed
      switch fetch {
      case .newer where state.feed.isLoaded:
        brought = try state.feed.refresh(from: records, as: session.account, progress: progress, cancellation)
      case .older where state.feed.isLoaded:
        let isOver = state.feed.hasStopped || state.feed.isFull
        brought = LocationFeed.Refreshed(
          change: isOver ? FilteredPool.Change() : try state.feed.fetchOlder(from: records, cancellation))
      case .newest, .newer, .older:
        brought = LocationFeed.Refreshed(
          change: try state.feed.load(from: records, as: session.account, cancellation))
      }
      var news = LocationNews(
        state.feed.dataset(of: facts, for: session.account), brought.change, older: brought.older)
      news.notices = takeNotices(unless: cancellation)
      if brought.hasRestarted {
        news.notices.append("so much has changed that only the newest were fetched; for older ones: more")
      }
      if fetch != .older, state.feed.hasMoreOwn {
        news.notices.append("only \(OwnLocations.most) of your own locations were fetched, the newest")
      }
      return news
    }
  }

  /// Fetches older locations, one batch after the other, until so many have come or nothing more does.
  ///
  /// - Returns: what has come, also if a batch did not.
  package func fetchOlder(
    _ wanted: Int, from service: String, progress: DatasetProgress, _ cancellation: Cancellation
  ) throws(ServiceError) -> (news: LocationNews, failure: ServiceError?) {
    let managed = try managed(service)
    return try use(managed, cancellation) { accounts, state throws(ServiceError) in
      guard let session = state.session else { throw .loginRequired }
      let records = accounts.locations(for: session)
      if !state.feed.isLoaded { _ = try state.feed.load(from: records, as: session.account, cancellation) }
      let (change, failure) = state.feed.fetchOlder(wanted, from: records, progress: progress, cancellation)
      return (LocationNews(state.feed.dataset(of: managed.entry.facts, for: session.account), change), failure)
    }
  }

  /// Checks a link that somebody has posted.
  package func check(link: Untrusted, _ cancellation: Cancellation) throws(LinkError) {
    try links.check(link, .publicOnly, cancellation)
  }
}

extension LocationFeed {
  func dataset(of service: ServiceFacts, for account: Account) -> LocationDataset {
    LocationDataset(
      service, pool.records, own: account.key, hasOlder: hasOlder, hasStopped: hasStopped || isFull, reached: reached,
      leftOut: ownerless)
  }
}
