import GazetteerIndex
import Synchronization

/// All records of services: who is logged in where, which locations were fetched, and which places providers gave. The
/// only way from the rest of the program to a service or a provider. Calls may block, and come from any thread; those
/// for one service run one after the other.
///
///     jobs ─► DataManager ─┬─► AccountService ──┬─► ServiceClient ──┐
///                          ├─► LocationService ─┘                   ├─► WebClient
///                          ├─► PlaceProviders ──────────────────────┘
///                          └─► LocationFeed, PlaceFeed: each one FilteredPool
package final class DataManager: Sendable {
  struct State: Sendable {
    var isBusy = false
    var session: ServiceSession?
    var feed = LocationFeed()
  }

  struct Managed: Sendable {
    let entry: ServiceEntry
    fileprivate let state = Monitor(State())

    /// The account of the session, also while another call uses the service.
    var account: Account? { state.read { $0.session?.account } }
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
  let untold = Mutex<[Message]>([])

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

  /// Runs `body` while no other call uses the service. What `body` changes is kept, even if it throws.
  func use<Value: Sendable>(
    _ managed: Managed, _ cancellation: Cancellation,
    _ body: (any AccountService, inout State) throws(ServiceError) -> Value
  ) throws(ServiceError) -> Value {
    let accounts = try managed.entry.accounts()
    var state: State
    do throws(Cancelled) {
      state = try managed.state.wait(cancellation) { state -> State? in
        guard !state.isBusy else { return nil }
        defer { state = State(isBusy: true, session: state.session) }
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
