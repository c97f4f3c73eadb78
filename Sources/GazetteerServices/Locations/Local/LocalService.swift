import GazetteerIndex
import Synchronization

/// A location service inside this program, in a file of the user. It needs no network and no configuration.
package final class LocalService: Sendable {
  /// What calls share.
  private struct State {
    /// Opened at the first call.
    var file: LocalFile?
    /// The accounts of the sessions that have not ended, by their tokens.
    var sessions: [[UInt8]: Account] = [:]
  }

  private let name: String
  private let path: String?
  private let now: @Sendable () -> Int64
  private let state = Mutex(State())

  /// - Parameters:
  ///   - path: the file, which need not exist; nil: in memory.
  ///   - now: seconds since 1970.
  package init(name: String = ServiceFacts.local.name, path: String?, now: @escaping @Sendable () -> Int64) {
    self.name = name
    self.path = path
    self.now = now
  }

  /// Runs `body` with the open file.
  fileprivate func use<Value: Sendable>(
    _ cancellation: Cancellation, _ body: (LocalFile) throws(ServiceError) -> Value
  ) throws(ServiceError) -> Value {
    try state.withLock { state throws(ServiceError) in
      let file: LocalFile
      if let known = state.file { file = known } else { file = try LocalFile(path: path, cancellation) }
      state.file = file
      file.database.cancellation = cancellation
      do throws(ServiceError) {
        return try body(file)
      } catch {
        // If the wait for a lock is cancelled, SQLite reports that the file is busy.
        throw cancellation.isCancelled ? .cancelled : error
      }
    }
  }

  fileprivate func wrapping<Value: Sendable>(_ body: () throws(DatabaseError) -> Value) throws(ServiceError) -> Value {
    do throws(DatabaseError) { return try body() } catch { throw ServiceError(error, path) }
  }

  /// Runs `body` as one change of the file.
  fileprivate func change<Value: Sendable>(
    _ cancellation: Cancellation, _ body: (LocalFile) throws(ServiceError) -> Value
  ) throws(ServiceError) -> Value {
    try use(cancellation) { file throws(ServiceError) in
      try file.database.transaction({ ServiceError($0, path) }) { () throws(ServiceError) in try body(file) }
    }
  }

  fileprivate func time(_ file: LocalFile) throws(ServiceError) -> Int64 {
    try wrapping { () throws(DatabaseError) in try file.nextTime(now()) }
  }
}

extension LocalService: AccountService {
  /// The key of a user's account: case and accents do not matter.
  private static func key(of user: Untrusted) -> String {
    let folded = Fold.fold(user.text)
    return folded.isEmpty ? user.text : folded
  }

  package func login(_ credentials: Credentials, _ cancellation: Cancellation) throws(ServiceError) -> ServiceSession {
    switch credentials {
    case .guest: return ServiceSession(.guest(of: name), token: nil)
    case .token: throw .noSuchLogin("\(own: name) has no tokens")
    case .password(let user, let password):
      let stored = try use(cancellation) { file throws(ServiceError) in
        try wrapping { () throws(DatabaseError) in try file.account(Self.key(of: user)) }
      }
      guard let stored else { throw .noAccount(user: user) }
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
    let account = LocalFile.StoredAccount(
      key: key, user: user.text, first: words.first ?? "", last: words.count > 1 ? words[1] : "", hash: hash)
    try change(cancellation) { file throws(ServiceError) in
      let isTaken = try wrapping { () throws(DatabaseError) in try file.account(key) != nil }
      guard !isTaken else { throw .accountTaken(user: user) }
      try wrapping { () throws(DatabaseError) in try file.insert(account) }
    }
    return start(account)
  }

  private func start(_ stored: LocalFile.StoredAccount) -> ServiceSession {
    let account = Account(
      service: name, key: Untrusted(stored.key), user: Untrusted(stored.user), firstName: Untrusted(stored.first),
      lastName: Untrusted(stored.last))
    let token = (0..<32).map { _ in UInt8.random(in: 0...255) }
    state.withLock { $0.sessions[token] = account }
    return ServiceSession(account, token: Secret(token))
  }

  package func account(of session: ServiceSession, _: Cancellation) throws(ServiceError) -> Account {
    guard let token = session.token else { return session.account }
    guard let account = state.withLock({ $0.sessions[token.bytes] }) else { throw .loginRequired }
    return account
  }

  package func logout(_ session: ServiceSession, _: Cancellation) throws(ServiceError) {
    guard let token = session.token else { return }
    state.withLock { $0.sessions[token.bytes] = nil }
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
    try service.use(cancellation) { file throws(ServiceError) in
      try service.wrapping { () throws(DatabaseError) in
        try file.page(condition, limit: limit, .number(values.0), .text(values.1))
      }
    }
  }

  func newest(limit: Int, _ cancellation: Cancellation) throws(ServiceError) -> LocationPage {
    _ = try service.account(of: session, cancellation)
    var page = try page(
      "deleted = 0 AND updated > ?1 AND id <> ?2 ORDER BY updated DESC, id DESC", limit: limit, cancellation, (0, ""))
    // Deletions are changes too, even if nothing else has changed.
    page.newest = try service.use(cancellation) { file throws(ServiceError) in
      try service.wrapping { () throws(DatabaseError) in
        try file.database.number("SELECT max(updated) FROM locations")
      }
    }
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
    _ draft: LocationDraft, clientID: String, isRepeated: Bool, by account: Account, _ cancellation: Cancellation
  ) throws(ServiceError) -> Location {
    let author = try author(account, cancellation)
    return try service.change(cancellation) { file throws(ServiceError) in
      let known = try service.wrapping { () throws(DatabaseError) in try file.location(clientID) }
      if let known {
        guard known.location.owner == author.key else { throw .notYours }
        guard !known.isDeleted else { throw .gone }
        return known.location
      }
      let time = try service.time(file)
      let location = Location(
        id: clientID, owner: author.key, firstName: author.firstName, lastName: author.lastName, place: draft.place,
        url: draft.url, coordinate: draft.coordinate, created: time, updated: time)
      try service.wrapping { () throws(DatabaseError) in try file.put(location) }
      return location
    }
  }

  func update(
    _ known: Location, to draft: LocationDraft, by account: Account, _ cancellation: Cancellation
  ) throws(ServiceError) -> Location {
    let author = try author(account, cancellation)
    return try service.change(cancellation) { file throws(ServiceError) in
      let stored = try service.wrapping { () throws(DatabaseError) in try file.location(known.id) }
      guard let stored, !stored.isDeleted else { throw .gone }
      guard stored.location.owner == author.key else { throw .notYours }
      guard stored.location.updated == known.updated else {
        // A repeated request finds what it has stored.
        if stored.location.has(draft) { return stored.location }
        throw .changedMeanwhile
      }
      var location = stored.location
      (location.place, location.url, location.coordinate) = (draft.place, draft.url, draft.coordinate)
      location.updated = try service.time(file)
      let changed = location
      try service.wrapping { () throws(DatabaseError) in try file.put(changed) }
      return changed
    }
  }

  func delete(_ known: Location, by account: Account, _ cancellation: Cancellation) throws(ServiceError) {
    let author = try author(account, cancellation)
    try service.change(cancellation) { file throws(ServiceError) in
      let stored = try service.wrapping { () throws(DatabaseError) in try file.location(known.id) }
      guard let stored, !stored.isDeleted else { return }
      guard stored.location.owner == author.key else { throw .notYours }
      let time = try service.time(file)
      try service.wrapping { () throws(DatabaseError) in try file.delete(known.id, at: time) }
    }
  }
}

extension Location {
  /// Whether it says what a draft says.
  func has(_ draft: LocationDraft) -> Bool {
    place == draft.place && url == draft.url && coordinate == draft.coordinate
  }
}
