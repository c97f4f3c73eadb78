import Foundation
import GazetteerIndex
import Testing

@testable import GazetteerServices

/// Services that repeat what they got in answers without an error: as names, links and texts of records.
@Suite struct SecretsInAnswersTests {
  private static let password = "Zq7secretPW"
  private static let hidden = "(not shown: it repeats a secret)"

  /// - Parameter isPlain: the control: it repeats something else.
  private static func server(isPlain: Bool) throws -> LoopbackServer {
    let told = isPlain ? "Lovelace" : password
    return try LoopbackServer { request, connection in
      let token = request.header("X-Parse-Session-Token") ?? request.header("Authorization") ?? "none"
      let second = isPlain ? "Street" : token
      let record =
        #"{"id":"n1","objectId":"n1","uniqueKey":"k1","firstName":"Ada","lastName":"\#(told)","mapString":"\#(second)","#
        + #""mediaURL":"http://x.org/\#(told)","last_modified":1700000000000,"#
        + #""createdAt":"2026-01-01T00:00:00.000Z","updatedAt":"2026-01-01T00:00:00.000Z"}"#
      let user =
        #"{"id":"\#(told)","objectId":"k1","username":"\#(told)","sessionToken":"r:a-long-token","#
        + #""firstName":"Ada","lastName":"\#(told)","first_name":"Ada","last_name":"\#(told)","#
        + #""account":{"key":"k1"},"data":{"firstName":"Ada","lastName":"\#(told)"}}"#
      let isList = request.path.contains("records") || request.path.contains("StudentLocation")
      connection.answer(200, [], isList ? #"{"data":[\#(record)],"results":[\#(record)]}"# : user)
    }
  }

  private static func service(_ dialect: String, at server: LoopbackServer) throws -> any AccountService {
    let (base, web) = (try WebAddress(Untrusted(server.address)), KintoServer.client)
    return switch dialect {
    case "kinto": KintoService(name: "test", web: web, base: base, bucket: "b", collection: "c")
    case "parse": ParseService(name: "test", web: web, base: base, applicationID: "app", restKey: nil)
    default: UdacityService(name: "test", web: web, base: base)
    }
  }

  @Test(arguments: ["kinto", "parse", "udacity"], [true, false])
  func whatIsRepeatedIsNotShown(dialect: String, isPlain: Bool) throws {
    let server = try Self.server(isPlain: isPlain)
    let service = try Self.service(dialect, at: server)
    let session = try service.login(
      .password(user: Untrusted("ada"), Secret(Self.password.utf8)), Cancellation())
    let shown = isPlain ? "Lovelace" : Self.hidden
    #expect(session.account.lastName.text == shown && session.account.firstName.text == "Ada")
    let user = dialect == "parse" ? shown : "ada"
    #expect(session.account.user.text == user)
    let page = try service.locations(for: session).newest(limit: 100, Cancellation())
    let location = try #require(page.locations.first)
    #expect(location.lastName.text == shown)
    #expect(location.url.text == (isPlain ? "http://x.org/Lovelace" : Self.hidden))
    let sendsToken = dialect != "udacity"
    #expect(location.place.text == (isPlain ? "Street" : sendsToken ? Self.hidden : "none"))
    #expect(location.firstName.text == "Ada" && location.owner.text == "k1")
  }

  /// A password that is the name of the user too: the account is known again.
  @Test func anAccountWhosePasswordIsItsNameIsUsable() throws {
    let server = try LoopbackServer.answering(200, [], #"{"user":{"id":"account:analyst"},"data":{"id":"analyst"}}"#)
    let service = try Self.service("kinto", at: server)
    let session = try service.login(.password(user: Untrusted("analyst"), Secret("analyst".utf8)), Cancellation())
    #expect(try service.account(of: session, Cancellation()).key.text == "account:analyst")
  }
}
