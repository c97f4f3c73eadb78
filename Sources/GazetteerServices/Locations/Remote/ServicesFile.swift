import GazetteerIndex

/// The user's file of services: a small part of TOML.
///
///     [campus]                                    the name of the service
///     dialect = "kinto"                           or "parse", "udacity"
///     url = "https://locations.example.org/v1"
///     bucket = "students"                         only kinto
///     collection = "locations"                    only kinto
///     application-id = "…"                        only parse
///     password-command = "pass show campus"       prints the password
package struct ServicesFile {
  /// A service as the file describes it.
  package struct Description: Equatable, Sendable {
    package let name: String
    /// The file, and the line of its name.
    let path: Untrusted
    let line: Int
    var values: [String: String] = [:]
    /// The lines of the values.
    var lines: [String: Int] = [:]

    /// Where a value is, for messages; where the name is, if there is no such value.
    func position(of key: String) -> Message { "\(path):\(lines[key] ?? line)" }

    /// The command that prints the password.
    package var passwordCommand: String? { values["password-command"] }
  }

  package private(set) var services: [Description] = []
  /// What is wrong with its other lines.
  package private(set) var warnings: [Message] = []
  /// Whether the last line with a name was wrong. Its keys belong to no service: least of all to the one above.
  private var isInNoService = false

  private static let keys: Set = [
    "dialect", "url", "bucket", "collection", "application-id", "rest-key", "password-command",
  ]
  /// The largest file that is read, in bytes.
  private static let largest = 1 << 20

  /// Reads a file; one that is missing has no services.
  package init(path: String) {
    var bytes: [UInt8] = []
    var failure: SystemError?
    do throws(SystemError) {
      bytes = try OpenFile.contents(of: path, limit: Self.largest) ?? []
    } catch {
      failure = error
    }
    self.init(bytes, of: Untrusted(path))
    if let failure { warnings = ["\"\(Untrusted(path))\" cannot be read: \(own: failure.reason)"] }
  }

  private let path: Untrusted

  init(_ bytes: [UInt8], of path: Untrusted) {
    self.path = path
    for (index, line) in Untrusted(bytes: bytes).lines.enumerated() {
      do throws(Fault) {
        try read(String(decoding: line, as: UTF8.self), number: index + 1)
      } catch {
        warnings.append("\(path):\(index + 1): \(error.message)")
      }
    }
  }

  private struct Fault: Error {
    let message: Message
    init(_ message: Message) { self.message = message }
  }

  private mutating func read(_ line: String, number: Int) throws(Fault) {
    let line = Untrusted(line).trimmed.text[...]
    if line.isEmpty || line.first == "#" { return }
    if line.first == "[" {
      isInNoService = true
      guard let end = line.firstIndex(of: "]"), Self.isEnd(line[line.index(after: end)...]) else {
        throw Fault("a name of a service is written [NAME]")
      }
      let name = String(line[line.index(after: line.startIndex)..<end])
      let isName =
        !name.isEmpty && name.utf8.count <= 64
        && name.utf8.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789-".utf8.contains($0) }
      guard isName else {
        throw Fault(
          "\"\(Untrusted(name).beginning)\" cannot be the name of a service: small letters, digits and dashes")
      }
      guard ![ServiceFacts.local.name, Favorite.dataset, "world"].contains(name) else {
        throw Fault("\(own: name) is a name of gaz itself; choose another one for the service")
      }
      guard !services.contains(where: { $0.name == name }) else { throw Fault("\(own: name) is there twice") }
      services.append(Description(name: name, path: path, line: number))
      isInNoService = false
      return
    }
    if isInNoService { return }
    guard let equals = line.firstIndex(of: "=") else { throw Fault("expected KEY = \"VALUE\"") }
    let key = Untrusted(line[..<equals]).trimmed.text
    guard Self.keys.contains(key) else { throw Fault("\"\(Untrusted(key).beginning)\" is not a key of a service") }
    guard !services.isEmpty else { throw Fault("there is no [NAME] before this line") }
    let last = services.count - 1
    guard services[last].values[key] == nil else { throw Fault("\(own: key) is there twice") }
    services[last].values[key] = try Self.string(Untrusted(line[line.index(after: equals)...]).trimmed.text)
    services[last].lines[key] = number
  }

  private static let escapes: [Character: Character] = ["\"": "\"", "\\": "\\", "n": "\n", "t": "\t"]

  /// The value of `"…"` with the escapes of TOML, or of `'…'` without.
  private static func string(_ text: String) throws(Fault) -> String {
    guard let quote = text.first, quote == "\"" || quote == "'" else { throw Fault("a value is written in quotes") }
    var value = ""
    var rest = text.dropFirst()
    while let letter = rest.popFirst() {
      if letter == quote {
        guard isEnd(rest) else { throw Fault("nothing may follow the closing quote") }
        return value
      }
      guard letter == "\\", quote == "\"" else {
        value.append(letter)
        continue
      }
      guard let next = rest.popFirst(), let meant = escapes[next] else {
        throw Fault("after \\ comes one of \" \\ n t")
      }
      value.append(meant)
    }
    throw Fault("the quote is not closed")
  }

  private static func isEnd(_ rest: Substring) -> Bool {
    let rest = rest.drop { $0 == " " || $0 == "\t" }
    return rest.isEmpty || rest.first == "#"
  }
}

extension ServicesFile.Description {
  /// The service, asked through a client.
  package func entry(through web: WebClient) -> ServiceEntry {
    let dialect = values["dialect"] ?? ""
    let facts = ServiceFacts(name: name, dialect: dialect, host: host)
    return ServiceEntry(facts) {
      Result { () throws(ServiceError) in try service(dialect, through: web) }
    }
  }

  private func service(_ dialect: String, through web: WebClient) throws(ServiceError) -> any AccountService {
    guard !hasUser else {
      throw mistake("url", "its url names a user or a password", try: "password-command, and login --user NAME")
    }
    let base = try address()
    switch dialect {
    case "kinto":
      return KintoService(
        name: name, web: web, base: base, bucket: values["bucket"] ?? "gaz",
        collection: values["collection"] ?? "locations", position: position(of: "collection"),
        addressPosition: position(of: "url"))
    case "parse":
      return ParseService(
        name: name, web: web, base: base, applicationID: values["application-id"] ?? "",
        restKey: values["rest-key"].map { Secret($0.utf8) }, addressPosition: position(of: "url"))
    case "udacity": return UdacityService(name: name, web: web, base: base, addressPosition: position(of: "url"))
    default:
      let reason: Message =
        values["dialect"] == nil ? "it has no dialect" : "\"\(Untrusted(dialect).beginning)\" is not a dialect"
      throw mistake("dialect", reason, try: "dialect = \"kinto\", \"parse\" or \"udacity\"")
    }
  }

  private func address() throws(ServiceError) -> WebAddress {
    let remedy: Message = "url = \"https://HOST/PATH\""
    guard let text = values["url"], !text.isEmpty else { throw mistake("url", "it has no url", try: remedy) }
    do throws(WebError) {
      let address = try WebAddress(Untrusted(text))
      guard !address.origin.host.isEmpty else { throw .malformed(Untrusted(text)) }
      guard address.origin.scheme == .https || address.origin.isLoopback else {
        throw .unprotected(host: address.host)
      }
      return address
    } catch {
      throw error == .noLibrary ? .network(error) : mistake("url", error.reason, try: remedy)
    }
  }

  /// A mistake in the description of the service.
  private func mistake(_ key: String, _ reason: Message, try remedy: Message) -> ServiceError {
    .configuration("\(position(of: key)): \(own: name) cannot be used", why: reason, try: remedy)
  }

  /// The host of its address, for messages; the address itself is read when it is used.
  private var host: Untrusted { Untrusted(authority.split(separator: "@").last ?? "") }

  /// Whether a user or a password is in its address, which is shown in messages.
  private var hasUser: Bool { authority.contains("@") }

  private var authority: Substring {
    (values["url"] ?? "").split(separator: "/", omittingEmptySubsequences: true).dropFirst().first ?? ""
  }
}
