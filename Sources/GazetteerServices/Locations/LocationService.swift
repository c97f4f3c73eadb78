import GazetteerIndex

/// The position of a location in the order of a service, and what is known around it.
package struct LocationMark: Equatable, Sendable {
  /// In microseconds since 1970.
  package let updated: Int64
  package let id: String
  /// How many records that were fetched already have the same time. A page that starts at this time has them again.
  package var ties = 1
  /// How many records, from the newest on, were fetched before.
  package var rank = 0

  package init(_ location: Location, ties: Int = 1, rank: Int = 0) {
    self.init(updated: location.updated, id: location.id, ties: ties, rank: rank)
  }

  init(updated: Int64, id: String, ties: Int, rank: Int) {
    self.updated = updated
    self.id = id
    self.ties = ties
    self.rank = rank
  }
}

/// A piece of the locations of a service. It may have locations that were fetched before.
package struct LocationPage: Equatable, Sendable {
  package var locations: [Location] = []
  /// The ids of locations that were deleted, if the service tells.
  package var removed: [String] = []
  /// A record that was left out.
  package struct Ownerless: Equatable, Sendable {
    package let id: String
    /// In microseconds since 1970; nil if it has no time.
    package let updated: Int64?

    package init(id: String, updated: Int64?) {
      self.id = id
      self.updated = updated
    }
  }

  /// The records that were left out, because they have no owner.
  package var ownerless: [Ownerless] = []
  /// Whether there are no further locations in this direction.
  package var isLast = false
  /// The time of the newest change that the service has told, if it tells more than the times of the locations.
  package var newest: Int64?

  package init(
    _ locations: [Location] = [], removed: [String] = [], ownerless: [Ownerless] = [], isLast: Bool = false,
    newest: Int64? = nil
  ) {
    self.locations = locations
    self.removed = removed
    self.ownerless = ownerless
    self.isLast = isLast
    self.newest = newest
  }
}

/// The locations of an account, as they come in pages, the newest first.
package struct OwnLocations: Sendable {
  private var pool = FilteredPool<Location>(order: Location.precedes)
  package var locations: [Location] { pool.records }
  /// How many records came, also those that were left out.
  private(set) var rows = 0
  /// Whether there are more than are fetched.
  package private(set) var isCut = false

  /// The most that are fetched.
  package static let most = 10_000

  package init(_ locations: [Location] = []) { _ = pool.merge(locations) }

  /// Adds a page. Returns whether to ask for the next one: not after the last one, and not after one that brings nothing
  /// new, because a faulty service could name next pages without end.
  mutating func add(_ page: LocationPage) -> Bool {
    let change = pool.merge(page.locations)
    rows += page.locations.count + page.ownerless.count
    guard !page.isLast, change.added > 0 else { return false }
    isCut = pool.records.count >= Self.most
    return !isCut
  }
}

/// What is known about the requests that may have stored a new location before.
package struct EarlierRequests: Equatable, Sendable {
  /// When the user made the change, in microseconds since 1970; 0 if unknown. By the clock of this machine.
  package var since: Int64 = 0
  /// The ids of locations that have the same content, but are not it.
  package var others: Set<String> = []
  /// In how many seconds the service will certainly have ended the last of them; 0 if it has.
  package var secondsInWork = 0

  package init() {}
}

/// The records of a location service, of any dialect. All calls block.
///
/// The lists may overlap, and may have records with equal times in any order: `LocationFeed` sorts that out. But no
/// location between a mark and the end of a page may be missing.
package protocol LocationService: Sendable {
  /// The newest locations.
  func newest(limit: Int, _ cancellation: Cancellation) throws(ServiceError) -> LocationPage

  /// The oldest of the locations that were changed after a time, or at it. Deletions too, if the service tells them.
  ///
  /// - Parameter time: microseconds since 1970.
  /// - Returns: nil if there are so many that it is better to start again from the newest.
  func changed(since time: Int64, limit: Int, _ cancellation: Cancellation) throws(ServiceError) -> LocationPage?

  /// The newest of the locations that are older than a mark, or as old.
  func older(than mark: LocationMark, limit: Int, _ cancellation: Cancellation) throws(ServiceError) -> LocationPage

  /// The locations of an account: all of them, up to a great number.
  func own(_ account: Account, _ cancellation: Cancellation) throws(ServiceError) -> OwnLocations

  /// Stores a new location. If a request with the same client id has stored it before, returns that location.
  ///
  /// - Parameter earlier: what is known about earlier requests, which may have stored it; nil if there was none. Services
  ///   that make the ids themselves look for it only then. They throw `inWork` or `uncertain` if it is not certain that
  ///   it will not be stored twice.
  func create(
    _ draft: LocationDraft, clientID: String, after earlier: EarlierRequests?, by account: Account,
    _ cancellation: Cancellation
  ) throws(ServiceError) -> Location

  /// Replaces a location of the account.
  ///
  /// - Parameter known: the location as the user saw it. If it was changed meanwhile, that is an error, where the
  ///   service can tell.
  func update(
    _ known: Location, to draft: LocationDraft, by account: Account, _ cancellation: Cancellation
  ) throws(ServiceError) -> Location

  /// Deletes a location of the account. If it no longer exists, that is no error.
  ///
  /// - Parameter known: the location as the user saw it. If it was changed meanwhile, that is an error, where the
  ///   service can tell.
  func delete(_ known: Location, by account: Account, _ cancellation: Cancellation) throws(ServiceError)
}

/// How a user proves who they are.
package enum Credentials: Equatable, Sendable {
  case password(user: Untrusted, Secret)
  /// A token that the service or another identity provider has given.
  case token(Secret)
  case guest
}

/// A login that a service has accepted.
package struct ServiceSession: Sendable {
  package var account: Account
  /// What requests carry; nil for a guest of a service that needs nothing.
  let token: Secret?
  /// What else the service got to know at the login, and could repeat in its answers.
  let otherSecrets: [Secret]

  init(_ account: Account, token: Secret?, hiding otherSecrets: [Secret] = []) {
    self.account = account
    self.token = token
    self.otherSecrets = otherSecrets
  }
}

/// The accounts of a service: everything about who the user is, and nothing about locations. All calls block.
package protocol AccountService: Sendable {
  func login(_ credentials: Credentials, _ cancellation: Cancellation) throws(ServiceError) -> ServiceSession

  /// Makes an account and logs in to it.
  func signUp(
    user: Untrusted, password: Secret, name: Untrusted?, _ cancellation: Cancellation
  ) throws(ServiceError) -> ServiceSession

  /// Asks the service whose session this is.
  func account(of session: ServiceSession, _ cancellation: Cancellation) throws(ServiceError) -> Account

  /// Ends the session at the service, where there is one.
  func logout(_ session: ServiceSession, _ cancellation: Cancellation) throws(ServiceError)

  /// The locations, as this session may use them.
  func locations(for session: ServiceSession) -> any LocationService

  /// Notices for the user. Each is returned only once.
  func takeNotices() -> [Message]
}

extension AccountService {
  package func takeNotices() -> [Message] { [] }
}
