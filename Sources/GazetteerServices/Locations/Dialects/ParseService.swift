import GazetteerIndex

/// The class `StudentLocation` of a Parse server. Times are in milliseconds and may be equal.
struct ParseService: AccountService {
  let name: String
  let web: WebClient
  let base: WebAddress
  let applicationID: String
  let restKey: Secret?
  /// Where the user has named the address.
  var addressPosition: Message = "services.toml"

  private func client(_ session: ServiceSession) -> ServiceClient {
    client(session.token, session.account.user, hiding: session.otherSecrets)
  }

  private func client(
    _ token: Secret?, _ user: Untrusted = Untrusted(""), hiding secrets: [Secret] = []
  ) -> ServiceClient {
    var headers: [WebRequest.Header] = [
      .init("X-Parse-Application-Id", .plain(applicationID)), .init("X-Parse-Revocable-Session", .plain("1")),
    ]
    if let restKey { headers.append(.init("X-Parse-REST-API-Key", .secret(restKey))) }
    if let token { headers.append(.init("X-Parse-Session-Token", .secret(token))) }
    return ServiceClient(
      base, of: "parse", at: addressPosition, through: web, headers: headers, user: user, hiding: secrets)
  }

  func login(_ credentials: Credentials, _ cancellation: Cancellation) throws(ServiceError) -> ServiceSession {
    switch credentials {
    case .guest: return ServiceSession(.guest(of: name), token: nil)
    case .token(let token):
      return ServiceSession(try account(with: client(token), cancellation), token: token)
    case .password(let user, let password):
      let client = client(nil, user)
      let reply = try client.send(.post, "/login", secret: Self.body(user, password), cancellation)
      guard reply.isSuccess else { throw Self.loginError(reply, client) }
      return try session(reply, user, hiding: password)
    }
  }

  private static func body(_ user: Untrusted, _ password: Secret, _ more: String = "") -> SecretBody {
    let user = String(decoding: Datum.text(user).json, as: UTF8.self)
    return SecretBody("{\"username\":\(user),\"password\":", password, more + "}")
  }

  private func session(
    _ reply: ServiceClient.Reply, _ user: Untrusted, hiding password: Secret
  ) throws(ServiceError) -> ServiceSession {
    guard let words = reply.value["sessionToken"]?.words, !words.isEmpty else { throw .noSession }
    let token = Secret(words.bytes)
    guard let account = account(reply.value, user, hiding: reply.secrets.adding(token)) else { throw .noSession }
    return ServiceSession(account, token: token, hiding: [password])
  }

  private func account(_ value: Datum, _ user: Untrusted, hiding secrets: SecretForms) -> Account? {
    guard let key = value["objectId"]?.words, !key.isEmpty else { return nil }
    return Account(
      service: name, key: key, user: value["username"]?.words?.hidingContent(secrets) ?? user,
      firstName: value["firstName"]?.words, lastName: value["lastName"]?.words, hiding: secrets)
  }

  private func account(with client: ServiceClient, _ cancellation: Cancellation) throws(ServiceError) -> Account {
    let reply = try client.send(.get, "/users/me", cancellation)
    guard reply.isSuccess else { throw Self.loginError(reply, client) }
    guard let account = account(reply.value, Untrusted(""), hiding: reply.secrets) else {
      throw .malformed("the answer has no user")
    }
    return account
  }

  func signUp(
    user: Untrusted, password: Secret, name: Untrusted?, _ cancellation: Cancellation
  ) throws(ServiceError) -> ServiceSession {
    let words = (name ?? Untrusted("")).trimmed.text.split(separator: " ", maxSplits: 1).map { Untrusted($0) }
    var names = ""
    for (key, word) in zip(["firstName", "lastName"], words) {
      names += ",\"\(key)\":" + String(decoding: Datum.text(word).json, as: UTF8.self)
    }
    let client = client(nil, user)
    let reply = try client.send(.post, "/users", secret: Self.body(user, password, names), cancellation)
    if reply.value["code"]?.integer == 202 { throw .accountTaken(user: user) }
    guard reply.isSuccess else { throw Self.loginError(reply, client) }
    var session = try session(reply, user, hiding: password)
    session.account = try account(with: self.client(session), cancellation)
    return session
  }

  func account(of session: ServiceSession, _ cancellation: Cancellation) throws(ServiceError) -> Account {
    guard session.token != nil else { return session.account }
    let reply = try client(session).send(.get, "/users/me", cancellation)
    guard reply.isSuccess else { throw Self.error(reply) }
    return account(reply.value, session.account.user, hiding: reply.secrets) ?? session.account
  }

  func logout(_ session: ServiceSession, _ cancellation: Cancellation) throws(ServiceError) {
    guard session.token != nil else { return }
    let reply = try client(session).send(.post, "/logout", body: .object([]), isRepeatable: true, cancellation)
    // If the session has ended already, so much the better.
    guard reply.isSuccess || reply.value["code"]?.integer == 209 else { throw Self.error(reply) }
  }

  func locations(for session: ServiceSession) -> any LocationService { ParseLocations(client: client(session)) }

  private static func message(_ reply: ServiceClient.Reply) -> Untrusted { reply.complaint("error") }

  private static func loginError(_ reply: ServiceClient.Reply, _ client: ServiceClient) -> ServiceError {
    reply.isOfNoService ? client.isElsewhere() : .badLogin(message(reply))
  }

  fileprivate static func error(_ reply: ServiceClient.Reply) -> ServiceError {
    switch (reply.value["code"]?.integer, reply.status) {
    case (209, _), (_, 401): .loginRequired
    case (101, _), (nil, 404): .gone
    case (119, _): .notYours
    default: .refused(message(reply))
    }
  }
}

private struct ParseLocations: LocationService {
  let client: ServiceClient
  private let path = "/classes/StudentLocation"

  private static func time(_ record: Datum) -> Int64? { record["updatedAt"]?.words.flatMap(ServiceTime.microseconds) }

  private static func location(_ record: Datum, hiding secrets: SecretForms) -> Location? {
    let updated = time(record)
    let created = record["createdAt"]?.words.flatMap(ServiceTime.microseconds)
    return LocationRecord.location(
      record, id: record["objectId"]?.words, created: created, updated: updated ?? created, hiding: secrets)
  }

  private func page(
    _ condition: Datum? = nil, order: String, limit: Int, skip: Int = 0, _ cancellation: Cancellation
  ) throws(ServiceError) -> LocationPage {
    var query = "order=\(order.percentEncoded)&limit=\(limit)"
    if skip > 0 { query += "&skip=\(skip)" }
    if let condition { query += "&where=" + String(decoding: condition.json, as: UTF8.self).percentEncoded }
    let reply = try client.send(.get, "\(path)?\(query)", cancellation)
    guard reply.isSuccess, let records = reply.value["results"]?.list else {
      throw reply.isSuccess || reply.isOfNoService ? client.isElsewhere() : ParseService.error(reply)
    }
    return LocationRecord.page(
      records, { Self.location($0, hiding: reply.secrets) }, time: Self.time, limit: limit)
  }

  /// The condition that the time of the last change compares in a way with another time.
  private static func updated(_ comparison: String, _ time: Int64) -> Datum {
    let date = Datum.members(["__type": .own("Date"), "iso": .own(ServiceTime.text(time))])
    return .members(["updatedAt": .object([.init(key: Untrusted(comparison), value: date)])])
  }

  func newest(limit: Int, _ cancellation: Cancellation) throws(ServiceError) -> LocationPage {
    try page(order: "-updatedAt,-objectId", limit: limit, cancellation)
  }

  func changed(since time: Int64, limit: Int, _ cancellation: Cancellation) throws(ServiceError) -> LocationPage? {
    try page(Self.updated("$gte", time), order: "updatedAt,objectId", limit: limit, cancellation)
  }

  func older(than mark: LocationMark, limit: Int, _ cancellation: Cancellation) throws(ServiceError) -> LocationPage {
    // The known ones with the same time come again.
    try page(Self.updated("$lte", mark.updated), order: "-updatedAt,-objectId", limit: limit + mark.ties, cancellation)
  }

  func own(_ account: Account, _ cancellation: Cancellation) throws(ServiceError) -> OwnLocations {
    let condition = Datum.members(["uniqueKey": .text(account.key)])
    var own = OwnLocations()
    while own.add(
      try page(condition, order: "-updatedAt,-objectId", limit: 1000, skip: own.rows, cancellation))
    {}
    return own
  }

  func create(
    _ draft: LocationDraft, clientID: String, after earlier: EarlierRequests?, by account: Account,
    _ cancellation: Cancellation
  ) throws(ServiceError) -> Location {
    // The service makes the ids. So a request that is repeated first looks for what it may have stored before.
    let condition = Datum.members(["clientId": .text(Untrusted(clientID))])
    if let earlier {
      if let known = try page(condition, order: "createdAt", limit: 1, cancellation).locations.first {
        guard known.owner == account.key else { throw .notYours }
        return known
      }
      guard earlier.secondsInWork == 0 else { throw .inWork(seconds: earlier.secondsInWork) }
    }
    let reply = try client.send(
      .post, path, body: .object(LocationRecord.fields(draft, by: account, clientID: clientID)),
      headers: [.init("X-Parse-Request-Id", .plain(clientID))], cancellation)
    guard !reply.isOfNoService else { throw client.isElsewhere() }
    guard reply.isSuccess, let id = reply.value["objectId"]?.words,
      let time = reply.value["createdAt"]?.words.flatMap(ServiceTime.microseconds)
    else { throw reply.isSuccess ? .malformed("the answer has no location") : ParseService.error(reply) }
    return LocationRecord.location(
      draft, id: id.text, by: account, created: time, updated: time, hiding: reply.secrets)
  }

  private func stored(_ id: String, _ cancellation: Cancellation) throws(ServiceError) -> Location {
    let reply = try client.send(.get, "\(path)/\(id.percentEncoded)", cancellation)
    guard reply.isSuccess else { throw ParseService.error(reply) }
    guard let location = Self.location(reply.value, hiding: reply.secrets) else {
      throw .malformed("the answer has no location")
    }
    return location
  }

  func update(
    _ known: Location, to draft: LocationDraft, by account: Account, _ cancellation: Cancellation
  ) throws(ServiceError) -> Location {
    // The service cannot compare versions itself. What others change between the two requests is overwritten.
    let stored = try stored(known.id, cancellation)
    guard stored.owner == account.key else { throw .notYours }
    guard stored.updated == known.updated else {
      if stored.has(draft) { return stored }
      throw .changedMeanwhile
    }
    let reply = try client.send(
      .put, "\(path)/\(known.id.percentEncoded)", body: .object(LocationRecord.fields(draft, by: account)),
      isRepeatable: true, cancellation)
    guard reply.isSuccess else { throw ParseService.error(reply) }
    guard let time = reply.value["updatedAt"]?.words.flatMap(ServiceTime.microseconds) else {
      throw .malformed("the answer has no time")
    }
    return LocationRecord.location(
      draft, id: stored.id, by: account, created: stored.created, updated: time, hiding: reply.secrets)
  }

  func delete(_ known: Location, by account: Account, _ cancellation: Cancellation) throws(ServiceError) {
    // As in `update`: what others change between the two requests is deleted too.
    do throws(ServiceError) {
      let stored = try stored(known.id, cancellation)
      guard stored.owner == account.key else { throw .notYours }
      guard stored.updated == known.updated else { throw .changedMeanwhile }
    } catch {
      if error == .gone { return }
      throw error
    }
    let reply = try client.send(.delete, "\(path)/\(known.id.percentEncoded)", isRepeatable: true, cancellation)
    guard !reply.isSuccess, reply.value["code"]?.integer != 101 else { return }
    throw ParseService.error(reply)
  }
}

extension ServiceError {
  fileprivate static var noSession: ServiceError { .malformed("the answer to the login has no session") }
}

extension ServiceClient.Reply {
  /// Whether nothing is at the address: a Parse server gives its errors a code.
  fileprivate var isOfNoService: Bool { status == 404 && value["code"]?.integer == nil }
}
