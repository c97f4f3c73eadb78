import GazetteerIndex

/// A collection of a Kinto server. Logging in is HTTP Basic or a bearer token, so logging out is forgetting it.
///
/// No two records of a collection have the same time, and deletions are told.
struct KintoService: AccountService {
  let name: String
  let web: WebClient
  /// With the version: `https://example.org/v1`.
  let base: WebAddress
  let bucket: String
  let collection: String
  /// Where the user has named them, and the address.
  var position: Message = "services.toml"
  var addressPosition: Message = "services.toml"

  /// - Parameter user: the name of a new user, which no token has yet.
  private func client(_ token: Secret?, _ user: Untrusted = Untrusted("")) -> ServiceClient {
    ServiceClient(
      base, of: "kinto", at: addressPosition, through: web,
      headers: token.map { [.init("Authorization", .secret($0))] } ?? [], user: user)
  }

  private static func basic(_ user: Untrusted, _ password: Secret) -> Secret {
    Secret("Basic ".utf8 + (user.bytes + [UInt8(ascii: ":")] + password.bytes).base64)
  }

  func login(_ credentials: Credentials, _ cancellation: Cancellation) throws(ServiceError) -> ServiceSession {
    switch credentials {
    case .guest: return ServiceSession(.guest(of: name), token: nil)
    case .token(let token):
      let header = Secret("Bearer ".utf8 + token.bytes)
      // The root answers 200 to everybody, and names the user only if the token is right.
      let client = client(header)
      let reply = try client.send(.get, "/", cancellation)
      if reply.status == 404 { throw client.isElsewhere() }
      guard let key = reply.value["user"]?["id"]?.words, !key.isEmpty else {
        throw .badLogin(Untrusted("the token is not accepted"))
      }
      let user = key.hidingContent(reply.secrets)
      return ServiceSession(Account(service: name, key: key, user: user), token: header)
    case .password(let user, let password):
      guard !user.bytes.contains(UInt8(ascii: ":")) else {
        throw .badLogin(Untrusted("a user name must not have a colon"))
      }
      let header = Self.basic(user, password)
      let client = client(header)
      let reply = try client.send(.get, "/accounts/\(user.text.percentEncoded)", cancellation)
      guard reply.isSuccess else { throw Self.loginError(reply, client) }
      return ServiceSession(account(user, reply), token: header)
    }
  }

  private func account(_ user: Untrusted, _ reply: ServiceClient.Reply) -> Account {
    let data = reply.value["data"]
    return Account(
      service: name, key: Untrusted("account:\(user.text)"), user: user,
      firstName: data?["firstName"]?.words, lastName: data?["lastName"]?.words, hiding: reply.secrets)
  }

  private static func loginError(_ reply: ServiceClient.Reply, _ client: ServiceClient) -> ServiceError {
    switch reply.status {
    case 400...403: .badLogin(message(reply))
    case 404: client.isElsewhere()
    default: error(reply)
    }
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
    let reply = try client.send(
      .put, "/accounts/\(user.text.percentEncoded)", headers: [.init("If-None-Match", .plain("*"))],
      secret: SecretBody("{\"data\":{\"password\":", password, names + "}}"), cancellation)
    switch reply.status {
    case 200...299: return ServiceSession(account(user, reply), token: Self.basic(user, password))
    // Without a login, the server does not say more about an account that exists.
    case 401, 403, 412: throw .accountTaken(user: user)
    case 404: throw client.isElsewhere()
    default: throw Self.error(reply)
    }
  }

  func account(of session: ServiceSession, _ cancellation: Cancellation) throws(ServiceError) -> Account {
    guard session.token != nil else { return session.account }
    let reply = try client(session.token).send(.get, "/", cancellation)
    guard reply.value["user"]?["id"]?.words == session.account.key else { throw .loginRequired }
    return session.account
  }

  func logout(_ session: ServiceSession, _ cancellation: Cancellation) {}

  func locations(for session: ServiceSession) -> any LocationService {
    KintoLocations(service: self, client: client(session.token), isGuest: session.account.isGuest)
  }

  fileprivate static func message(_ reply: ServiceClient.Reply) -> Untrusted { reply.complaint("message") }

  fileprivate static func error(_ reply: ServiceClient.Reply) -> ServiceError {
    switch reply.status {
    case 401: .loginRequired
    case 403: .notYours
    case 404: .gone
    case 412: .changedMeanwhile
    default: .refused(message(reply))
    }
  }
}

/// The records of a collection.
private struct KintoLocations: LocationService {
  let service: KintoService
  let client: ServiceClient
  let isGuest: Bool

  private var path: String {
    "/buckets/\(service.bucket.percentEncoded)/collections/\(service.collection.percentEncoded)/records"
  }

  /// Why a request about all records, or for a new one, was refused. Kinto also forbids what does not exist, so that
  /// nobody learns what does.
  private func refusal(_ reply: ServiceClient.Reply, to action: Message) -> ServiceError {
    let place: Message =
      "the collection \"\(Untrusted(service.collection))\" in the bucket \"\(Untrusted(service.bucket))\""
    let remedy: Message = "check bucket and collection in \(service.position)"
    switch (reply.status, reply.value["details"]?["resource_name"]?.words?.text) {
    case (404, "collection"), (404, "bucket"):
      return .absent("\(own: service.name) does not have \(place)", try: remedy)
    case (404, _), (200...299, _): return client.isElsewhere()
    case (403, _): return .absent("\(own: service.name) does not have \(place), or you may not \(action)", try: remedy)
    case (401, _) where isGuest:
      return .absent(
        "\(own: service.name) does not have \(place), or guests may not \(action)",
        try: "login \(own: service.name) --user NAME, or \(remedy)")
    default: return KintoService.error(reply)
    }
  }

  /// In microseconds. A time that cannot be is none.
  private static func time(_ record: Datum) -> Int64? {
    record["last_modified"]?.integer.flatMap { time in
      let (microseconds, overflows) = time.multipliedReportingOverflow(by: 1000)
      return overflows ? nil : microseconds
    }
  }

  private static func location(_ record: Datum, hiding secrets: SecretForms) -> Location? {
    let time = Self.time(record)
    return LocationRecord.location(record, id: record["id"]?.words, created: time, updated: time, hiding: secrets)
  }

  private func page(
    _ query: String, limit: Int, _ cancellation: Cancellation
  ) throws(ServiceError) -> LocationPage {
    let reply = try client.send(.get, "\(path)?\(query)&_limit=\(limit)", cancellation)
    guard reply.isSuccess, let records = reply.value["data"]?.list else { throw refusal(reply, to: "read it") }
    let read = LocationRecord.first(records, limit: limit)
    let gone = read.filter { $0["deleted"]?.isTrue == true }
    let kept = read.filter { $0["deleted"]?.isTrue != true }
    var page = LocationRecord.page(
      kept, { Self.location($0, hiding: reply.secrets) }, time: Self.time, limit: limit)
    page.removed = gone.compactMap { $0["id"]?.words }.filter(LocationRecord.isID).map(\.text)
    page.newest = read.compactMap(Self.time).max()
    page.isLast = reply.headers["Next-Page"] == nil && read.count == records.count
    return page
  }

  func newest(limit: Int, _ cancellation: Cancellation) throws(ServiceError) -> LocationPage {
    try page("_sort=-last_modified", limit: limit, cancellation)
  }

  func changed(since time: Int64, limit: Int, _ cancellation: Cancellation) throws(ServiceError) -> LocationPage? {
    try page("_since=\(time / 1000 - 1)&_sort=last_modified", limit: limit, cancellation)
  }

  /// Records that were imported may have equal times, so those of the mark come again.
  func older(than mark: LocationMark, limit: Int, _ cancellation: Cancellation) throws(ServiceError) -> LocationPage {
    try page("_before=\(mark.updated / 1000 + 1)&_sort=-last_modified", limit: limit + mark.ties, cancellation)
  }

  func own(_ account: Account, _ cancellation: Cancellation) throws(ServiceError) -> OwnLocations {
    let key = String(decoding: Datum.text(account.key).json, as: UTF8.self).percentEncoded
    var own = OwnLocations()
    var (before, ties) = ("", 0)
    while true {
      let page = try page("uniqueKey=\(key)&_sort=-last_modified" + before, limit: 1000 + ties, cancellation)
      guard own.add(page), let oldest = own.locations.last?.updated else { return own }
      before = "&_before=\(oldest / 1000 + 1)"
      ties = own.locations.count { $0.updated == oldest }
    }
  }

  private func stored(_ id: String, _ cancellation: Cancellation) throws(ServiceError) -> Location {
    let reply = try client.send(.get, "\(path)/\(id.percentEncoded)", cancellation)
    guard reply.isSuccess else { throw KintoService.error(reply) }
    return try location(of: reply)
  }

  private func location(of reply: ServiceClient.Reply) throws(ServiceError) -> Location {
    guard let location = reply.value["data"].flatMap({ Self.location($0, hiding: reply.secrets) }) else {
      throw .malformed("the answer has no location")
    }
    return location
  }

  /// The header that makes a request fail if the record was changed after this version.
  private static func match(_ known: Location) -> [WebRequest.Header] {
    [.init("If-Match", .plain("\"\(known.updated / 1000)\""))]
  }

  func create(
    _ draft: LocationDraft, clientID: String, after earlier: EarlierRequests?, by account: Account,
    _ cancellation: Cancellation
  ) throws(ServiceError) -> Location {
    let reply = try client.send(
      .put, "\(path)/\(clientID.percentEncoded)",
      body: .members(["data": .object(LocationRecord.fields(draft, by: account))]),
      headers: [.init("If-None-Match", .plain("*"))], isRepeatable: true, cancellation)
    if reply.isSuccess { return try location(of: reply) }
    guard reply.status == 412 else { throw refusal(reply, to: "post there") }
    // An earlier request has stored it, and its answer was lost.
    let stored = try stored(clientID, cancellation)
    guard stored.owner == account.key else { throw .notYours }
    return stored
  }

  func update(
    _ known: Location, to draft: LocationDraft, by account: Account, _ cancellation: Cancellation
  ) throws(ServiceError) -> Location {
    let reply = try client.send(
      .patch, "\(path)/\(known.id.percentEncoded)",
      body: .members(["data": .object(LocationRecord.fields(draft, by: account))]), headers: Self.match(known),
      isRepeatable: true, cancellation)
    if reply.isSuccess { return try location(of: reply) }
    guard reply.status == 412 else { throw KintoService.error(reply) }
    let stored = try stored(known.id, cancellation)
    guard stored.has(draft) else { throw .changedMeanwhile }
    return stored
  }

  func delete(_ known: Location, by account: Account, _ cancellation: Cancellation) throws(ServiceError) {
    let reply = try client.send(
      .delete, "\(path)/\(known.id.percentEncoded)", headers: Self.match(known), isRepeatable: true, cancellation)
    guard !reply.isSuccess, reply.status != 404 else { return }
    throw KintoService.error(reply)
  }
}
