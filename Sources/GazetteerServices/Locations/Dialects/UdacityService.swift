import GazetteerIndex

/// The service of "On The Map". Its lists have only an order, a limit and a number of rows to skip.
struct UdacityService: AccountService {
  let name: String
  let web: WebClient
  let base: WebAddress
  /// Where the user has named the address.
  var addressPosition: Message = "services.toml"

  /// What answers about sessions and users begin with.
  private static let preamble = Array(")]}'\n".utf8)

  private func client(_ user: Untrusted, hiding secrets: [Secret]) -> ServiceClient {
    var client = ServiceClient(
      base, of: "udacity", at: addressPosition, through: web, headers: [], user: user, hiding: secrets)
    client.preamble = Self.preamble
    return client
  }

  private func client(_ session: ServiceSession) -> ServiceClient {
    client(session.account.user, hiding: session.otherSecrets)
  }

  func login(_ credentials: Credentials, _ cancellation: Cancellation) throws(ServiceError) -> ServiceSession {
    let body: SecretBody
    let secret: Secret
    var typed: Untrusted?
    switch credentials {
    case .guest: return ServiceSession(.guest(of: name), token: nil)
    case .token(let token):
      secret = token
      body = SecretBody("{\"facebook_mobile\":{\"access_token\":", token, "}}")
    case .password(let user, let password):
      (typed, secret) = (user, password)
      let user = String(decoding: Datum.text(user).json, as: UTF8.self)
      body = SecretBody("{\"udacity\":{\"username\":\(user),\"password\":", password, "}}")
    }
    var client = client(typed ?? Untrusted(""), hiding: [secret])
    let reply = try client.send(.post, "/session", secret: body, cancellation)
    guard reply.status != 404 else { throw client.isElsewhere() }
    guard reply.isSuccess else { throw .badLogin(Self.message(reply)) }
    guard let key = reply.value["account"]?["key"]?.words, !key.isEmpty else {
      throw .malformed("the answer to the login has no account")
    }
    let token = reply.headers["Set-Cookie"].flatMap(Self.token) ?? Secret("".utf8)
    client = self.client(typed ?? Untrusted(""), hiding: [secret, token])
    let user = typed ?? key.hidingContent(reply.secrets.adding(token))
    return ServiceSession(try account(key, user, client, cancellation), token: token, hiding: [secret, token])
  }

  /// The value of the cookie `XSRF-TOKEN`.
  private static func token(in cookie: Untrusted) -> Secret? {
    let name = "XSRF-TOKEN="
    guard let part = cookie.text.split(separator: ";").first(where: { $0.drop { $0 == " " }.hasPrefix(name) }) else {
      return nil
    }
    return Secret(part.drop { $0 == " " }.dropFirst(name.count).utf8.filter { $0 != UInt8(ascii: "\"") })
  }

  /// The account with the names that the service knows.
  private func account(
    _ key: Untrusted, _ user: Untrusted, _ client: ServiceClient, _ cancellation: Cancellation
  ) throws(ServiceError) -> Account {
    let reply = try client.send(.get, "/users/\(key.text.percentEncoded)", cancellation)
    guard reply.isSuccess else { throw .refused(Self.message(reply)) }
    let facts = reply.value["user"] ?? reply.value
    return Account(
      service: name, key: key, user: user, firstName: facts["first_name"]?.words, lastName: facts["last_name"]?.words,
      hiding: reply.secrets)
  }

  func signUp(
    user: Untrusted, password: Secret, name: Untrusted?, _ cancellation: Cancellation
  ) throws(ServiceError) -> ServiceSession {
    throw .noSuchLogin("accounts of \(own: self.name) are made elsewhere")
  }

  func account(of session: ServiceSession, _ cancellation: Cancellation) throws(ServiceError) -> Account {
    guard session.token != nil else { return session.account }
    return try account(session.account.key, session.account.user, client(session), cancellation)
  }

  func logout(_ session: ServiceSession, _ cancellation: Cancellation) throws(ServiceError) {
    guard let token = session.token else { return }
    let headers: [WebRequest.Header] = token.isEmpty ? [] : [.init("X-XSRF-TOKEN", .secret(token))]
    let reply = try client(session).send(.delete, "/session", headers: headers, isRepeatable: true, cancellation)
    guard reply.isSuccess else { throw .refused(Self.message(reply)) }
  }

  func locations(for session: ServiceSession) -> any LocationService { UdacityLocations(client: client(session)) }

  fileprivate static func message(_ reply: ServiceClient.Reply) -> Untrusted { reply.complaint("error") }
}

private struct UdacityLocations: LocationService {
  let client: ServiceClient
  private let path = "/StudentLocation"
  /// How many pages are read for one page of older ones.
  private static let mostOlderPages = 100
  /// How many known rows a page of older ones begins with, because rows move up if others are deleted or changed.
  private static let overlap = 10

  private static func time(_ record: Datum) -> Int64? { record["updatedAt"]?.words.flatMap(ServiceTime.microseconds) }

  private static func location(_ record: Datum, hiding secrets: SecretForms) -> Location? {
    let updated = time(record)
    let created = record["createdAt"]?.words.flatMap(ServiceTime.microseconds)
    return LocationRecord.location(
      record, id: record["objectId"]?.words, created: created, updated: updated ?? created, hiding: secrets)
  }

  private func page(
    skip: Int = 0, limit: Int, of key: Untrusted? = nil, _ cancellation: Cancellation
  ) throws(ServiceError) -> LocationPage {
    var query = "limit=\(limit)&skip=\(skip)&order=-updatedAt"
    if let key { query += "&uniqueKey=\(key.text.percentEncoded)" }
    let reply = try client.send(.get, "\(path)?\(query)", cancellation)
    guard reply.isSuccess, let records = reply.value["results"]?.list else {
      throw reply.isSuccess || reply.status == 404 ? client.isElsewhere() : Self.error(reply)
    }
    return LocationRecord.page(
      records, { Self.location($0, hiding: reply.secrets) }, time: Self.time, limit: limit)
  }

  func newest(limit: Int, _ cancellation: Cancellation) throws(ServiceError) -> LocationPage {
    try page(limit: limit, cancellation)
  }

  func changed(since time: Int64, limit: Int, _ cancellation: Cancellation) throws(ServiceError) -> LocationPage? {
    var news = LocationPage(isLast: true)
    for number in 0..<LocationFeed.mostBatchesOfNews {
      let page = try page(skip: number * limit, limit: limit, cancellation)
      news.locations += page.locations.filter { $0.updated >= time }
      news.ownerless += page.ownerless
      if page.isLast || page.locations.contains(where: { $0.updated < time }) { return news }
    }
    return nil
  }

  func older(than mark: LocationMark, limit: Int, _ cancellation: Cancellation) throws(ServiceError) -> LocationPage {
    var skip = max(0, mark.rank - mark.ties - Self.overlap)
    // Rows move up if others are deleted, and down if others are posted. So this goes back until nothing can be missing
    // between what is known and the page, then forward until there is something older.
    var isConnected = false
    var found = LocationPage()
    var known: Set<String> = []
    for _ in 0..<Self.mostOlderPages {
      let page = try page(skip: skip, limit: limit + mark.ties + Self.overlap, cancellation)
      let times = page.locations.map(\.updated) + page.ownerless.compactMap(\.updated)
      isConnected = isConnected || skip == 0 || times.contains { $0 > mark.updated }
      guard isConnected else {
        skip = max(0, skip - limit)
        continue
      }
      found.locations += page.locations.filter { $0.updated <= mark.updated }
      found.ownerless += page.ownerless.filter { ($0.updated ?? .min) <= mark.updated }
      found.isLast = page.isLast
      let count = known.count
      known.formUnion(page.locations.map(\.id) + page.ownerless.map(\.id))
      // A faulty service could send the same rows without end.
      guard known.count > count else { return found }
      if page.isLast || times.contains(where: { $0 < mark.updated }) { return found }
      // All of them have the same time.
      if Set(found.locations.map(\.id) + found.ownerless.map(\.id)).count > mark.ties + limit { return found }
      skip += limit
    }
    return found
  }

  func own(_ account: Account, _ cancellation: Cancellation) throws(ServiceError) -> OwnLocations {
    var own = OwnLocations()
    while own.add(try page(skip: own.rows, limit: 100, of: account.key, cancellation)) {}
    return own
  }

  func create(
    _ draft: LocationDraft, clientID: String, after earlier: EarlierRequests?, by account: Account,
    _ cancellation: Cancellation
  ) throws(ServiceError) -> Location {
    // The service keeps no id of ours. So a request that is repeated finds what it has stored by its content.
    if let earlier {
      if let known = try trace(of: draft, earlier, by: account, cancellation) { return known }
      guard earlier.secondsInWork == 0 else { throw .inWork(seconds: earlier.secondsInWork) }
    }
    let reply = try client.send(.post, path, body: .object(LocationRecord.fields(draft, by: account)), cancellation)
    guard reply.status != 404 else { throw client.isElsewhere() }
    guard reply.isSuccess else { throw Self.error(reply) }
    guard let id = reply.value["objectId"]?.words,
      let time = reply.value["createdAt"]?.words.flatMap(ServiceTime.microseconds)
    else { throw .malformed("the answer has no location") }
    return LocationRecord.location(
      draft, id: id.text, by: account, created: time, updated: time, hiding: reply.secrets)
  }

  /// The location that an earlier request has stored; nil if none has. Throws if that is not certain.
  private func trace(
    of draft: LocationDraft, _ earlier: EarlierRequests, by account: Account, _ cancellation: Cancellation
  ) throws(ServiceError) -> Location? {
    let candidates = try own(account, cancellation).locations.filter { !earlier.others.contains($0.id) }
    let alike = candidates.filter { $0.has(draft) }
    // The oldest, so that each of several requests finds its own.
    if let known = alike.filter({ $0.created >= earlier.since }).min(by: { $0.created < $1.created }) { return known }
    // The clock of the service may be slow, or somebody has changed the location since.
    let changed = candidates.filter { $0.created >= earlier.since && $0.updated > $0.created && !$0.has(draft) }
    let doubtful = alike + (earlier.since > 0 ? changed : [])
    guard doubtful.isEmpty else { throw .uncertain(Set(doubtful.map(\.id))) }
    return nil
  }

  func update(
    _ known: Location, to draft: LocationDraft, by account: Account, _ cancellation: Cancellation
  ) throws(ServiceError) -> Location {
    // The service cannot compare versions itself, nor send one record. What others change between the requests is
    // overwritten.
    let own = try own(account, cancellation)
    if let stored = own.locations.first(where: { $0.id == known.id }) {
      guard stored.isVersion(of: known) else {
        if stored.has(draft) { return stored }
        throw .changedMeanwhile
      }
    } else if !own.isCut {
      throw .gone
    }
    let reply = try client.send(
      .put, "\(path)/\(known.id.percentEncoded)", body: .object(LocationRecord.fields(draft, by: account)),
      isRepeatable: true, cancellation)
    guard reply.isSuccess else { throw Self.error(reply) }
    guard let time = reply.value["updatedAt"]?.words.flatMap(ServiceTime.microseconds) else {
      throw .malformed("the answer has no time")
    }
    return LocationRecord.location(
      draft, id: known.id, by: account, created: known.created, updated: time, hiding: reply.secrets)
  }

  func delete(_ known: Location, by account: Account, _ cancellation: Cancellation) throws(ServiceError) {
    throw .refused(Untrusted("this service cannot delete locations"))
  }

  private static func error(_ reply: ServiceClient.Reply) -> ServiceError {
    switch reply.status {
    case 401, 403: .loginRequired
    case 404: .gone
    default: .refused(UdacityService.message(reply))
    }
  }
}

extension Location {
  /// Whether it is the same version as another one. Some answers of the service have milliseconds, others microseconds.
  fileprivate func isVersion(of other: Location) -> Bool {
    updated / 1000 == other.updated / 1000 || has(other.draft)
  }
}
