import Foundation
import Synchronization

/// A server that makes the ids of locations itself, and that acts on the first post only when the test says so.
final class SlowPosting: Sendable {
  enum Dialect: String, CaseIterable, Sendable {
    case parse, udacity
  }

  /// What becomes of the first post.
  enum End: CaseIterable, Sendable {
    case stored, lost
  }

  let dialect: Dialect
  private let parse = ParseStandIn()
  private let udacity = UdacityStandIn()
  private let end: End
  private let isHeld = Mutex(false)
  /// The first post has come.
  let arrived = DispatchSemaphore(value: 0)
  /// The server may act on it.
  let mayAct = DispatchSemaphore(value: 0)
  /// It has.
  let hasActed = DispatchSemaphore(value: 0)

  /// - Parameter end: what becomes of the first post.
  init(_ dialect: Dialect, _ end: End) {
    (self.dialect, self.end) = (dialect, end)
    let keys = "X-Parse-Application-Id: app\r\nX-Parse-REST-API-Key: key"
    let account = #"{"username":"ada@example.org","password":"sesame"}"#
    _ = parse.take(LoopbackServer.Request(text: "POST /users HTTP/1.1\r\n\(keys)\r\n\r\n\(account)", number: 0))
  }

  var records: Int { dialect == .parse ? parse.records : udacity.records.withLock(\.count) }

  func serve() throws -> LoopbackServer { try LoopbackServer { [self] in answer($0, $1) } }

  private func answer(_ request: LoopbackServer.Request, _ connection: LoopbackServer.Connection) {
    let isPost = request.method == "POST" && request.path.contains("StudentLocation")
    let isFirst =
      isPost
      && isHeld.withLock { isHeld in
        defer { isHeld = true }
        return !isHeld
      }
    guard isFirst else { return pass(request, connection) }
    arrived.signal()
    mayAct.wait()
    if end == .stored { pass(request, connection) }
    hasActed.signal()
  }

  private func pass(_ request: LoopbackServer.Request, _ connection: LoopbackServer.Connection) {
    switch dialect {
    case .parse: parse.answer(request, connection)
    case .udacity: udacity.answer(request, connection)
    }
  }

  /// Its section of `services.toml`, as `map`.
  func section(at address: String) -> String {
    let keys = dialect == .parse ? "application-id = \"app\"\nrest-key = \"key\"\n" : ""
    return "[map]\ndialect = \"\(dialect.rawValue)\"\nurl = \"\(address)\"\n\(keys)"
  }
}
