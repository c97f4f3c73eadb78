import Foundation
import GazetteerIndex
import Testing

@testable import GazetteerServices

/// A Kinto server on this machine, with everything in memory. `Scripts/services` installs it.
final class KintoServer {
  static let program = PackageFolder.tests.appending(path: "../../.build/services/bin/kinto").standardizedFileURL.path
  static let isInstalled = FileManager.default.isExecutableFile(atPath: program)
  static let absent: Comment = "Kinto is not installed; try: Scripts/test --services"

  let port: Int
  private let process = Process()
  private let folder: TemporaryFolder

  var address: String { "http://127.0.0.1:\(port)/v1" }

  /// Starts the server, with the account `admin`, and a collection in which everybody who has an account may post.
  ///
  /// - Parameter issuer: the address of an OpenID provider, whose tokens are accepted too.
  init(issuer: String? = nil) throws {
    folder = try TemporaryFolder()
    port = try LoopbackServer.closedPort()
    let settings = """
      [app:main]
      use = egg:kinto
      kinto.includes = kinto.plugins.accounts\(issuer == nil ? "" : " kinto.plugins.openid")
      kinto.storage_backend = kinto.core.storage.memory
      kinto.cache_backend = kinto.core.cache.memory
      kinto.permission_backend = kinto.core.permission.memory
      kinto.userid_hmac_secret = 0123456789abcdef
      kinto.batch_max_requests = \(Self.mostInBatch)
      multiauth.policies = account\(issuer == nil ? "" : " other")
      multiauth.policy.other.use = kinto.plugins.openid.OpenIDConnectPolicy
      multiauth.policy.other.issuer = \(issuer ?? "")
      multiauth.policy.other.client_id = gaz
      multiauth.policy.account.use = kinto.plugins.accounts.AccountsPolicy
      kinto.account_create_principals = system.Everyone
      kinto.bucket_create_principals = account:admin
      [server:main]
      use = egg:waitress#main
      host = 127.0.0.1
      port = %(http_port)s
      """
    let file = try folder.file("kinto.ini", settings)
    process.executableURL = URL(filePath: Self.program)
    process.arguments = ["start", "--ini", file, "--port", String(port)]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    let end = SafetyLimit()
    while (try? request("GET", "/")) == nil, !end.isOver { usleep(100_000) }
    try request("PUT", "/accounts/admin", #"{"data":{"password":"admin"}}"#)
    try request("PUT", "/buckets/gaz", "{}", admin: true)
    try request(
      "PUT", "/buckets/gaz/collections/locations",
      #"{"permissions":{"read":["system.Everyone"],"record:create":["system.Authenticated"]}}"#, admin: true)
  }

  deinit {
    guard process.isRunning else { return }
    // Other signals may be blocked in it, as they are in some threads of the tests.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  static let client = WebClient(
    WebClient.Surroundings(agent: "gaz/test", clock: { 0 }, pause: { _, _ in }, random: { 0 }))

  /// Asks the server without the code that is tested; throws unless it succeeds.
  @discardableResult
  func request(_ method: String, _ path: String, _ body: String? = nil, admin: Bool = false) throws -> Datum {
    var request = WebRequest(try WebAddress(Untrusted(address + path)))
    request.method = try #require(WebRequest.Method(rawValue: method))
    request.body = body.map { Array($0.utf8) }
    request.headers = [.init("Content-Type", .plain("application/json"))]
    if admin { request.headers.append(.init("Authorization", .plain("Basic YWRtaW46YWRtaW4="))) }
    let reply = try Self.client.answer(to: request, cancellation: Cancellation())
    guard (200...299).contains(reply.status) else { throw WebError.refused(host: Untrusted(""), status: reply.status) }
    return try JSONDocument.value(of: reply.body)
  }

  private static let mostInBatch = 500
  static let records = "/buckets/gaz/collections/locations/records"

  /// Makes records of 50 people, or of one: `Place 0`, `Place 1`, … The last one is the newest.
  ///
  /// - Parameter time: when a record was changed, in milliseconds since 1970; nil: now. If it is earlier than what the
  ///   collection has, several may have the same.
  func fill(_ count: Int, owner: String? = nil, time: (Int) -> Int? = { _ in nil }) throws {
    for start in stride(from: 0, to: count, by: Self.mostInBatch) {
      let requests = (start..<min(count, start + Self.mostInBatch)).map { number in
        """
        {"method": "PUT", "path": "/v1\(Self.records)/r\(number)", "body": {"data": {
          "uniqueKey": "\(owner ?? "account:u\(number % 50)")", "firstName": "Person", "lastName": "\(number)",
          "mapString": "Place \(number)", "mediaURL": "https://example.org/\(number)", "latitude": \(number % 90),
          "longitude": \(number % 180)\(time(number).map { ", \"last_modified\": \($0)" } ?? "")}}}
        """
      }
      try request("POST", "/batch", "{\"requests\": [\(requests.joined(separator: ","))]}", admin: true)
    }
  }

  /// The records of the collection, the newest first: one long answer, without pages.
  func scan() throws -> [(id: String, place: String)] {
    let list = try request("GET", Self.records + "?_sort=-last_modified")["data"]?.list ?? []
    return try list.map { record in
      (try #require(record["id"]?.words?.text), try #require(record["mapString"]?.words?.text))
    }
  }

  /// How many records there are.
  func count() throws -> Int {
    try request("GET", "/buckets/gaz/collections/locations/records")["data"]?.list?.count ?? -1
  }
}
