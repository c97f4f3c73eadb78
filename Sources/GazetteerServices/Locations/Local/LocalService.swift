import GazetteerIndex
import Synchronization

/// A location service inside this program, in a file of the user. It needs no network and no configuration.
package final class LocalService: Sendable {
  private let name: String
  private let path: String?
  private let now: @Sendable () -> Int64
  private let file: Mutex<UserDatabase>
  /// The accounts of the sessions that have not ended, by their tokens.
  private let sessions = Mutex<[[UInt8]: Account]>([:])

  /// - Parameters:
  ///   - path: the file, which need not exist; nil: in memory.
  ///   - now: seconds since 1970.
  package init(name: String = ServiceFacts.local.name, path: String?, now: @escaping @Sendable () -> Int64) {
    self.name = name
    self.path = path
    self.now = now
    file = Mutex(UserDatabase(LocalRows.schema, path: path, now: now))
  }

  package func takeNotices() -> [Message] { file.withLock { $0.takeNotices() } }

  /// Reads from the file; nil if there is none.
  fileprivate func read<Value: Sendable>(
    _ cancellation: Cancellation, _ body: @Sendable (LocalRows) throws(DatabaseError) -> Value
  ) throws(ServiceError) -> Value? {
    do throws(StoreError) {
      return try file.withLock { file throws(StoreError) in
        try file.read(cancellation) { database throws(DatabaseError) in try body(LocalRows(database: database)) }
      }
    } catch {
      throw ServiceError(error, path)
    }
  }

  /// Runs `body` as one change of the file.
  ///
  /// - Parameter body: changes nothing if it fails.
  fileprivate func change<Value: Sendable>(
    _ cancellation: Cancellation, _ body: @Sendable (LocalRows) throws(DatabaseError) -> Result<Value, ServiceError>
  ) throws(ServiceError) -> Value {
    let result: Result<Value, ServiceError>
    do throws(StoreError) {
      result = try file.withLock { file throws(StoreError) in
        try file.write(cancellation) { database throws(StoreError) in
          try StoreError.wrapping { () throws(DatabaseError) in try body(LocalRows(database: database)) }
        }
      }
    } catch {
      throw ServiceError(error, path)
    }
    return try result.get()
  }

  fileprivate func time(_ rows: LocalRows) throws(DatabaseError) -> Int64 { try rows.nextTime(now()) }
}

extension LocalService: AccountService {
  /// The key of a user's account: case and accents do not matter, but punctuation does.
  static func key(of user: Untrusted) -> String {
    user.text.map { letter in
      let folded = Fold.fold(String(letter))
      return folded.isEmpty ? String(letter) : folded
    }.joined()
  }

  package func login(_ credentials: Credentials, _ cancellation: Cancellation) throws(ServiceError) -> ServiceSession {
    switch credentials {
    case .guest: return ServiceSession(.guest(of: name), token: nil)
    case .token: throw .noSuchLogin("\(own: name) has no tokens")
    case .password(let user, let password):
      let stored = try read(cancellation) { rows throws(DatabaseError) in try rows.account(Self.key(of: user)) }
      guard let stored = stored ?? nil else { throw .noAccount(user: user) }
      // Outside the lock, because it takes long.
      guard try Password.matches(password, stored.hash) else { throw .badLogin(Untrusted("the password is wrong")) }
      return start(stored)
    }
  }

  package func signUp(
    user: Untrusted, password: Secret, name: Untrusted?, _ cancellation: Cancellation
  ) throws(ServiceError) -> ServiceSession {
    let key = Self.key(of: user)
    let hash = try Password.hash(of: password)
    let words = (name ?? user).trimmed.text.split(separator: " ", maxSplits: 1).map(String.init)
    let account = LocalRows.StoredAccount(
      key: key, user: user.text, first: words.first ?? "", last: words.count > 1 ? words[1] : "", hash: hash)
    try change(cancellation) { rows throws(DatabaseError) -> Result<Void, ServiceError> in
      guard try rows.account(key) == nil else { return .failure(.accountTaken(user: user)) }
      return .success(try rows.insert(account))
    }
    return start(account)
  }

  private func start(_ stored: LocalRows.StoredAccount) -> ServiceSession {
    let account = Account(
      service: name, key: Untrusted(stored.key), user: Untrusted(stored.user), firstName: Untrusted(stored.first),
      lastName: Untrusted(stored.last))
    let token = (0..<32).map { _ in UInt8.random(in: 0...255) }
    sessions.withLock { $0[token] = account }
    return ServiceSession(account, token: Secret(token))
  }

  package func account(of session: ServiceSession, _: Cancellation) throws(ServiceError) -> Account {
    guard let token = session.token else { return session.account }
    guard let account = sessions.withLock({ $0[token.bytes] }) else { throw .loginRequired }
    return account
  }

  package func logout(_ session: ServiceSession, _: Cancellation) throws(ServiceError) {
    guard let token = session.token else { return }
    sessions.withLock { $0[token.bytes] = nil }
  }

  package func locations(for session: ServiceSession) -> any LocationService {
    LocalLocations(service: self, session: session)
  }
}

/// The locations of the service on this machine, for one session.
private struct LocalLocations: LocationService {
  let service: LocalService
  let session: ServiceSession

  private func page(
    _ condition: String, limit: Int, _ cancellation: Cancellation, _ values: (Int64, String) = (0, "")
  ) throws(ServiceError) -> LocationPage {
    let page = try service.read(cancellation) { rows throws(DatabaseError) in
      try rows.page(condition, limit: limit, .number(values.0), .text(values.1))
    }
    return page ?? LocationPage(isLast: true)
  }

  func newest(limit: Int, _ cancellation: Cancellation) throws(ServiceError) -> LocationPage {
    _ = try service.account(of: session, cancellation)
    var page = try page(
      "deleted = 0 AND updated > ?1 AND id <> ?2 ORDER BY updated DESC, id DESC", limit: limit, cancellation, (0, ""))
    // Deletions are changes too, even if nothing else has changed.
    page.newest = try service.read(cancellation) { rows throws(DatabaseError) in try rows.newest() } ?? nil
    return page
  }

  func changed(since time: Int64, limit: Int, _ cancellation: Cancellation) throws(ServiceError) -> LocationPage? {
    _ = try service.account(of: session, cancellation)
    return try page("updated >= ?1 AND id <> ?2 ORDER BY updated, id", limit: limit, cancellation, (time, ""))
  }

  func older(than mark: LocationMark, limit: Int, _ cancellation: Cancellation) throws(ServiceError) -> LocationPage {
    _ = try service.account(of: session, cancellation)
    return try page(
      "deleted = 0 AND (updated, id) < (?1, ?2) ORDER BY updated DESC, id DESC", limit: limit, cancellation,
      (mark.updated, mark.id))
  }

  func own(_ account: Account, _ cancellation: Cancellation) throws(ServiceError) -> OwnLocations {
    OwnLocations(
      try page(
        "deleted = 0 AND updated > ?1 AND owner = ?2 ORDER BY updated DESC", limit: .max, cancellation,
        (0, account.key.text)
      ).locations)
  }

  /// The account of the session, which must not have ended and must not be a guest.
  private func author(_ account: Account, _ cancellation: Cancellation) throws(ServiceError) -> Account {
    let author = try service.account(of: session, cancellation)
    guard !author.isGuest, author.key == account.key else { throw .loginRequired }
    return author
  }

  func create(
    _ draft: LocationDraft, clientID: String, after earlier: EarlierRequests?, by account: Account,
    _ cancellation: Cancellation
  ) throws(ServiceError) -> Location {
    let author = try author(account, cancellation)
    return try service.change(cancellation) { rows throws(DatabaseError) in
      if let known = try rows.location(clientID) {
        guard known.location.owner == author.key else { return .failure(.notYours) }
        return known.isDeleted ? .failure(.gone) : .success(known.location)
      }
      let time = try service.time(rows)
      let location = Location(
        id: clientID, owner: author.key, firstName: author.firstName, lastName: author.lastName, place: draft.place,
        url: draft.url, coordinate: draft.coordinate, created: time, updated: time)
      try rows.put(location)
      return .success(location)
    }
  }

  func update(
    _ known: Location, to draft: LocationDraft, by account: Account, _ cancellation: Cancellation
  ) throws(ServiceError) -> Location {
    let author = try author(account, cancellation)
    return try service.change(cancellation) { rows throws(DatabaseError) in
      guard let stored = try rows.location(known.id), !stored.isDeleted else { return .failure(.gone) }
      guard stored.location.owner == author.key else { return .failure(.notYours) }
      guard stored.location.updated == known.updated else {
        // A repeated request finds what it has stored.
        return stored.location.has(draft) ? .success(stored.location) : .failure(.changedMeanwhile)
      }
      var location = stored.location
      (location.place, location.url, location.coordinate) = (draft.place, draft.url, draft.coordinate)
      location.updated = try service.time(rows)
      try rows.put(location)
      return .success(location)
    }
  }

  func delete(_ known: Location, by account: Account, _ cancellation: Cancellation) throws(ServiceError) {
    let author = try author(account, cancellation)
    try service.change(cancellation) { rows throws(DatabaseError) -> Result<Void, ServiceError> in
      guard let stored = try rows.location(known.id), !stored.isDeleted else { return .success(()) }
      guard stored.location.owner == author.key else { return .failure(.notYours) }
      guard stored.location.updated == known.updated else { return .failure(.changedMeanwhile) }
      return .success(try rows.delete(stored.location, at: service.time(rows)))
    }
  }
}
