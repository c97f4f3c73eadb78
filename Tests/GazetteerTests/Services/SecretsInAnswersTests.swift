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

  private static func login(_ service: any AccountService, with password: String) throws -> ServiceSession {
    try service.login(.password(user: Untrusted("ada"), Secret(password.utf8)), Cancellation())
  }

  /// Ids, owners and times are read as they are, so nothing is left out and the answer to a post is understood.
  @Test(arguments: ["kinto", "parse", "udacity"], ["2026", "2026-01-01", "Zq7secretPW"])
  func aPasswordInAnIdOrATimeHarmsNothing(dialect: String, password: String) throws {
    let record =
      #"{"id":"n-2026-1","objectId":"n-2026-1","uniqueKey":"k-2026","firstName":"Ada","lastName":"L","#
      + #""mapString":"Rome","mediaURL":"http://x.org","last_modified":2026000000000,"#
      + #""createdAt":"2026-01-01T00:00:00.000Z","updatedAt":"2026-01-01T00:00:00.000Z"}"#
    let server = try LoopbackServer { request, connection in
      if request.path.contains("records?") || request.method == "GET" && request.path.contains("StudentLocation") {
        return connection.answer(200, [], #"{"data":[\#(record)],"results":[\#(record)]}"#)
      }
      connection.answer(
        200, [],
        #"{"objectId":"n-2026-1","createdAt":"2026-01-01T00:00:00.000Z","sessionToken":"r:2026-token","#
          + #""account":{"key":"k-2026"},"data":\#(record)}"#)
    }
    let service = try Self.service(dialect, at: server)
    let session = try Self.login(service, with: password)
    let locations = service.locations(for: session)
    let page = try locations.newest(limit: 100, Cancellation())
    let location = try #require(page.locations.first)
    #expect(page.ownerless.isEmpty && location.id == "n-2026-1" && location.owner.text == "k-2026")
    let time: Int64 = dialect == "kinto" ? 2_026_000_000_000_000 : 1_767_225_600_000_000
    #expect(location.updated == time)
    let posted = try locations.create(
      location.draft, clientID: "n-2026-1", after: nil, by: session.account, Cancellation())
    #expect(posted.id == "n-2026-1" && posted.created == time)
  }

  /// The token that the answer to a login brings, in the names of the same login.
  @Test(arguments: ["parse", "udacity"], [true, false])
  func aNewTokenIsNotShown(dialect: String, isRepeated: Bool) throws {
    let name = isRepeated ? "r:TOKENTOKEN42" : "Ada"
    let server = try LoopbackServer { _, connection in
      connection.answer(
        200, ["Set-Cookie: XSRF-TOKEN=r:TOKENTOKEN42; Path=/"],
        #"{"objectId":"k1","username":"ada","sessionToken":"r:TOKENTOKEN42","account":{"key":"k1"},"#
          + #""firstName":"\#(name)","lastName":"x \#(name)","first_name":"\#(name)","last_name":"x \#(name)"}"#)
    }
    let account = try Self.login(Self.service(dialect, at: server), with: Self.password).account
    #expect(account.firstName.text == (isRepeated ? Self.hidden : name))
    #expect(account.lastName.text == (isRepeated ? Self.hidden : "x \(name)"))
  }

  /// A password of digits that is sent back as a number. Coordinates and times are no texts.
  @Test(arguments: ["kinto", "parse", "udacity"], ["83749201", "83749202"])
  func aNumberIsNotShown(dialect: String, password: String) throws {
    let record =
      #"{"id":"n1","objectId":"n1","uniqueKey":"k1","firstName":83749201,"lastName":"L","mapString":83749201,"#
      + #""mediaURL":83749201,"latitude":8.3749201,"longitude":2,"last_modified":83749201,"#
      + #""createdAt":"2026-01-01T00:00:00.000Z","updatedAt":"2026-01-01T00:00:00.000Z"}"#
    let server = try LoopbackServer { request, connection in
      let isList = request.path.contains("records") || request.path.contains("StudentLocation")
      connection.answer(
        200, [],
        isList
          ? #"{"data":[\#(record)],"results":[\#(record)]}"#
          : #"{"objectId":"k1","sessionToken":"r:a-long-token","account":{"key":"k1"},"firstName":83749201,"#
            + #""first_name":83749201,"data":{"firstName":83749201}}"#)
    }
    let service = try Self.service(dialect, at: server)
    let session = try Self.login(service, with: password)
    let shown = password == "83749201" ? Self.hidden : "83749201"
    #expect(session.account.firstName.text == shown)
    let location = try #require(
      try service.locations(for: session).newest(limit: 100, Cancellation()).locations.first)
    #expect([location.firstName, location.place, location.url].map(\.text) == [shown, shown, shown])
    #expect(location.coordinate == Coordinate(latitude: 8.3749201, longitude: 2))
    if dialect == "kinto" { #expect(location.updated == 83_749_201_000) }
  }

  /// Without a name, the owner of a location is shown.
  @Test(arguments: ["Zq7secretPW", "k1"]) func anOwnerThatIsShownAsTheNameIsHidden(owner: String) throws {
    let record =
      #"{"id":"n1","uniqueKey":"\#(owner)","mapString":"Rome","mediaURL":"http://x.org","last_modified":1}"#
    let server = try LoopbackServer.answering(200, [], #"{"data":[\#(record)]}"#)
    let service = try Self.service("kinto", at: server)
    let session = try Self.login(service, with: Self.password)
    let location = try #require(
      try service.locations(for: session).newest(limit: 100, Cancellation()).locations.first)
    #expect(location.owner.text == owner && location.fullName.text == (owner == "k1" ? owner : Self.hidden))
  }

  /// A password that is the name of the user too: the account is known again.
  @Test func anAccountWhosePasswordIsItsNameIsUsable() throws {
    let server = try LoopbackServer.answering(200, [], #"{"user":{"id":"account:analyst"},"data":{"id":"analyst"}}"#)
    let service = try Self.service("kinto", at: server)
    let session = try service.login(.password(user: Untrusted("analyst"), Secret("analyst".utf8)), Cancellation())
    #expect(try service.account(of: session, Cancellation()).key.text == "account:analyst")
  }

  /// Without a name, the key of the account is shown. What was just posted is shown as it is in lists.
  @Test(arguments: ["parse", "udacity"], ["k-Zq7secretPW", "k1"])
  func theKeyOfTheOwnAccountIsNotShown(dialect: String, key: String) throws {
    let time = #""2026-01-01T00:00:00.000Z""#
    let record = #"{"objectId":"n1","uniqueKey":"\#(key)","createdAt":\#(time),"updatedAt":\#(time)}"#
    let server = try LoopbackServer { request, connection in
      let isList = request.method == "GET" && request.path.contains("StudentLocation?")
      connection.answer(
        200, [],
        isList
          ? #"{"results":[\#(record)]}"#
          : #"{"objectId":"\#(key)","createdAt":\#(time),"sessionToken":"r:a-long-token","account":{"key":"\#(key)"}}"#)
    }
    let service = try Self.service(dialect, at: server)
    let session = try Self.login(service, with: Self.password)
    let locations = service.locations(for: session)
    let draft = LocationDraft(place: Untrusted("at Zq7secretPW"), url: Untrusted("http://x.org"), coordinate: nil)
    let posted = try locations.create(draft, clientID: "n1", after: nil, by: session.account, Cancellation())
    #expect(posted.fullName.text == (key == "k1" ? "k1" : Self.hidden))
    #expect(posted.place.text == Self.hidden && posted.has(draft))
    let known = try #require(try locations.newest(limit: 100, Cancellation()).locations.first)
    #expect(known.fullName == posted.fullName)
  }

  /// First and last name are shown together.
  @Test(arguments: ["open sesame", "open sesamm"]) func aSecretInTwoPartsIsNotShown(password: String) throws {
    let record =
      #"{"id":"n1","uniqueKey":"k1","firstName":"Open","lastName":"Sesame","mapString":"x","last_modified":1}"#
    let server = try LoopbackServer { _, connection in connection.answer(200, [], #"{"data":[\#(record)]}"#) }
    let service = try Self.service("kinto", at: server)
    let session = try Self.login(service, with: password)
    let page = try service.locations(for: session).newest(limit: 100, Cancellation())
    #expect(page.locations.first?.fullName.text == (password == "open sesame" ? Self.hidden : "Open Sesame"))
  }

  /// The name of a new user is shown, also if the password is the same.
  @Test func theNameOfANewUserIsShown() throws {
    let server = try LoopbackServer { _, connection in
      connection.answer(201, [], #"{"data":{"id":"lovelace","firstName":"Ada","lastName":"Lovelace"}}"#)
    }
    func lastName(_ user: String) throws -> String {
      try Self.service("kinto", at: server).signUp(
        user: Untrusted(user), password: Secret("lovelace".utf8), name: Untrusted("Ada Lovelace"), Cancellation()
      ).account.lastName.text
    }
    #expect(try lastName("lovelace") == "Lovelace")
    #expect(try lastName("ada") == Self.hidden, "the control")
  }
}
