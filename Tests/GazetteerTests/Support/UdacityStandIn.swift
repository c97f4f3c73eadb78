import Foundation
import GazetteerIndex
import Synchronization

/// A server that speaks as that of "On The Map". Its records: the newest first.
final class UdacityStandIn: Sendable {
  let records = Mutex<[(id: String, key: String, place: String, updated: String)]>([])
  let hasSession = Mutex(false)
  /// The value of X-XSRF-TOKEN when the session ended.
  let ended = Mutex<String?>(nil)

  func answer(_ request: LoopbackServer.Request, _ connection: LoopbackServer.Connection) {
    let parts = URLComponents(string: request.path)
    let words = (parts?.path ?? "").split(separator: "/").map(String.init)
    func value(_ name: String) -> String? { parts?.queryItems?.first { $0.name == name }?.value }
    let preamble = ")]}'\n"
    switch (request.method, words.first) {
    case ("POST", "session"):
      guard request.body == #"{"udacity":{"username":"ada@example.org","password":"sesame"}}"# else {
        return connection.answer(
          403, [], preamble + #"{"status":403,"error":"Account not found or invalid credentials."}"#)
      }
      hasSession.withLock { $0 = true }
      connection.answer(
        200, ["Set-Cookie: XSRF-TOKEN=a-token; Path=/; Secure"],
        preamble
          + #"{"account":{"registered":true,"key":"key-7"},"session":{"id":"1","expiration":"2030-01-01T00:00:00Z"}}"#
      )
    case ("DELETE", "session"):
      ended.withLock { $0 = request.header("X-XSRF-TOKEN") }
      connection.answer(200, [], preamble + #"{"session":{"id":"1","expiration":"2030-01-01T00:00:00Z"}}"#)
    case ("GET", "users"):
      connection.answer(200, [], preamble + #"{"first_name":"Ada","last_name":"Lovelace","key":"key-7"}"#)
    case ("GET", "StudentLocation"):
      let key = value("uniqueKey")
      let skip = value("skip").flatMap { Int($0) } ?? 0
      let limit = value("limit").flatMap { Int($0) } ?? 100
      let rows = records.withLock { $0.filter { key == nil || $0.key == key }.dropFirst(skip).prefix(limit) }
      let list = rows.map { row in
        #"{"objectId":"\#(row.id)","uniqueKey":"\#(row.key)","firstName":"A","lastName":"B","mapString":"\#(row.place)","#
          + #""mediaURL":"https://example.org","latitude":1.5,"longitude":2,"createdAt":"\#(row.updated)","updatedAt":"\#(row.updated)"}"#
      }
      connection.answer(200, [], #"{"results":["# + list.joined(separator: ",") + "]}")
    case ("POST", "StudentLocation"):
      let body = (try? JSONSerialization.jsonObject(with: Data(request.body.utf8))) as? [String: Any] ?? [:]
      let time = "2026-05-01T12:00:00.123456Z"
      let id = records.withLock { records in
        let id = "new\(records.count)"
        records.insert((id, body["uniqueKey"] as? String ?? "", body["mapString"] as? String ?? "", time), at: 0)
        return id
      }
      connection.answer(200, [], #"{"objectId":"\#(id)","createdAt":"\#(time)"}"#)
    case ("PUT", "StudentLocation"):
      records.withLock { $0[0].place = "changed" }
      connection.answer(200, [], #"{"updatedAt":"2026-05-02T12:00:00.123Z"}"#)
    default: connection.answer(404, [], #"{"status":404,"error":"not found"}"#)
    }
  }
}
