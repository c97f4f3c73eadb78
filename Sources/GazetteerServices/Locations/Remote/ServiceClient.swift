import GazetteerIndex

/// Requests of one service: its address, what every request carries, and JSON in both directions. It knows no locations.
struct ServiceClient: Sendable {
  private let web: WebClient
  /// Without a `/` at its end.
  private let base: String
  private let headers: [WebRequest.Header]
  /// The secrets that the service knows from the login, and the name of the user.
  private let otherSecrets: [Secret]
  private let user: Untrusted
  /// The kind of the service, and where the user has named its address.
  private let dialect: String
  private let position: Message
  /// What answers begin with before their JSON, to be left out.
  var preamble: [UInt8] = []

  /// The most values of an answer: more than a thousand records have. Each takes many times more memory than its text.
  static let mostValues = 200_000

  /// An answer, whatever its status is.
  struct Reply {
    let status: Int
    /// As the service has sent it, with any secrets that it repeats; an empty object if the body is empty. What is shown
    /// of it, exported or saved goes through `secrets`.
    let value: Datum
    let headers: WebHeaders
    /// What the service must not be shown to repeat.
    let secrets: SecretForms

    var isSuccess: Bool { (200...299).contains(status) }

    /// Why the service has refused, in its own words, from a member of the answer.
    func complaint(_ key: String) -> Untrusted {
      value[key]?.words?.hiding(secrets) ?? Untrusted("the service answered \(status)")
    }
  }

  /// - Parameters:
  ///   - base: the address of the service.
  ///   - dialect: the kind of the service.
  ///   - position: where the user has named the address.
  ///   - user: the name with which the user logs in, if it is not in a header.
  ///   - secrets: those that the service knows and that are not in a header.
  init(
    _ base: WebAddress, of dialect: String, at position: Message, through web: WebClient,
    headers: [WebRequest.Header], user: Untrusted = Untrusted(""), hiding secrets: [Secret] = []
  ) {
    self.web = web
    (self.dialect, self.position) = (dialect, position)
    var text = base.text.text
    while text.last == "/" { text.removeLast() }
    self.base = text
    self.headers = headers
    otherSecrets = secrets
    self.user = user
  }

  /// Sends a request.
  ///
  /// - Parameters:
  ///   - path: what follows the address of the service; with its query, encoded.
  ///   - body: sent as JSON.
  ///   - isRepeatable: whether the service does the same if it gets the request twice.
  func send(
    _ method: WebRequest.Method, _ path: String, body: Datum? = nil, headers: [WebRequest.Header] = [],
    secret: SecretBody? = nil, isRepeatable: Bool = false, _ cancellation: Cancellation
  ) throws(ServiceError) -> Reply {
    let answer: WebReply
    let secrets: SecretForms
    do throws(WebError) {
      var request = WebRequest(try WebAddress(Untrusted(path.hasPrefix("http") ? path : base + path)))
      request.method = method
      request.headers = self.headers + headers
      request.isRepeatable = isRepeatable
      request.limit = 16 << 20
      if let bytes = secret?.bytes ?? body?.json {
        request.body = bytes
        request.headers.append(.init("Content-Type", .plain("application/json")))
      }
      request.otherSecrets = otherSecrets + (secret.map { [$0.secret] } ?? [])
      request.user = user
      secrets = request.secretForms
      answer = try web.answer(to: request, cancellation: cancellation)
    } catch {
      throw error == .cancelled ? .cancelled : .network(error)
    }
    return try reply(answer, isRead: method == .get, hiding: secrets)
  }

  /// The error if the address is not that of a service.
  ///
  /// - Parameter reason: how that is known, if it is not that nothing is there.
  func isElsewhere(_ reason: Message? = nil) -> ServiceError {
    let what: Message = "\"\(Untrusted(base).beginning)\" is not the address of a \(own: dialect) service"
    return .absent(reason.map { "\(what): \($0)" } ?? what, try: "check url in \(position)")
  }

  /// - Parameter isRead: whether the request has changed nothing, whatever the answer is.
  private func reply(_ answer: WebReply, isRead: Bool, hiding secrets: SecretForms) throws(ServiceError) -> Reply {
    var body = answer.body
    if !preamble.isEmpty, body.starts(with: preamble) { body.removeFirst(preamble.count) }
    let value: Datum
    if body.allSatisfy({ $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }) {
      value = .object([])
    } else {
      do throws(JSONError) {
        value = try JSONDocument.value(of: body, most: Self.mostValues, longest: body.count)
      } catch {
        if answer.status == 404 { throw isElsewhere() }
        // An error page of a server in between.
        guard (200...299).contains(answer.status) else {
          throw .network(.refused(host: answer.host, status: answer.status))
        }
        let isLong = error.fault == JSONValue.tooMany
        if isRead, !isLong { throw isElsewhere("the answer is not JSON") }
        // After a change, nobody knows what became of it.
        let reason = isLong ? "the answer is much longer than expected" : "the answer is not JSON"
        throw .network(.other(reason: Untrusted(reason)))
      }
    }
    // The service has not decided: the same request may succeed later.
    guard answer.status < 500, answer.status != 408, answer.status != 429 else {
      throw .network(.refused(host: answer.host, status: answer.status))
    }
    return Reply(status: answer.status, value: value, headers: answer.headers, secrets: secrets)
  }
}

/// A body with a password in it, which is never part of a value that can be shown.
struct SecretBody: Sendable {
  fileprivate let bytes: [UInt8]
  fileprivate let secret: Secret

  /// `before` and `after` are JSON around the secret, which is written as a string between them.
  init(_ before: String, _ secret: Secret, _ after: String) {
    var writer = JSONWriter()
    writer.string(Untrusted(bytes: secret.bytes))
    self.secret = secret
    bytes = Array(before.utf8) + Array(writer.text.utf8) + Array(after.utf8)
  }
}

extension String {
  /// As a part of a path or of a query: letters, digits and `-._~` as they are, all other bytes as `%XX`.
  var percentEncoded: String {
    var text = ""
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        text += digits.utf8.count < 2 ? "%0" + digits : "%" + digits
      }
    }
    return text
  }
}
