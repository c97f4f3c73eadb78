import GazetteerIndex
import Synchronization

/// All records of services: who is logged in where, which locations were fetched, and which places providers gave. The
/// only way from the rest of the program to a service or a provider. Calls may block, and come from any thread; those
/// for one service run one after the other, except that ending a session holds up nobody.
///
///     jobs ─► DataManager ─┬─► AccountService ──┬─► ServiceClient ──┐
///                          ├─► LocationService ─┘                   ├─► WebClient
///                          ├─► PlaceProviders ──────────────────────┘
///                          └─► LocationFeed, PlaceFeed: each one FilteredPool
///
/// A login makes a session, which is used only from `adopt` on: if the user has cancelled the login meanwhile, nothing
/// changes. So sessions change only at once, when the caller knows of it, and requests to end them follow.
package final class DataManager: Sendable {
  /// What a call uses while no other one does.
  struct State: Sendable {
    fileprivate(set) var session: ServiceSession?
    var feed = LocationFeed()
  }

  /// What is known about a service in this run.
  struct Known: Sendable {
    fileprivate(set) var state = State()
    fileprivate var isBusy = false
    /// Counts the sessions.
    fileprivate var generation = 0
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

  struct Untold: Sendable {
    var notices: [Message] = []
    /// Which changes are given up, and why.
    var refusals: [Message] = []
  }

  struct Managed: Sendable {
    let entry: ServiceEntry
    let known = Monitor(Known())

    /// The account of the session, also while another call uses the service.
    var account: Account? { known.read { $0.state.session?.account } }
  }

  private let all: [Managed]
  let providers: PlaceProviders
  /// The places of each provider that was asked, or whose copies were read.
  let feeds = Mutex<[PlacesRequest.Provider: PlaceFeed]>([:])
  let links: LinkCheck
  let pending: PendingChanges
  /// Seconds since 1970.
  let now: @Sendable () -> Int64
  /// The numbers of the changes that calls of this program are making, so that no other call makes them too.
  let held = Mutex<Set<Int64>>([])
  /// What the user was not told yet about changes that had to wait.
  let untold = Mutex<Untold>(Untold())
  /// The numbers of the changes of which was told since the last fetch that they go on waiting.
  let toldToWait = Mutex<Set<Int64>>([])
  /// Why the file of changes could not be used when it was told last; nil after it could.
  let toldProblem = Mutex<Message?>(nil)

  package init(
    _ entries: [ServiceEntry], providers: PlaceProviders = .none, links: LinkCheck = LinkCheck(through: .offline),
    pending: PendingChanges = PendingChanges(path: nil), now: @escaping @Sendable () -> Int64 = { 0 }
  ) {
    all = entries.map { Managed(entry: $0) }
    self.providers = providers
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
      untold.withLock { $0.notices += accounts.takeNotices() }
    }
    return try body(accounts, &state)
  }
}
