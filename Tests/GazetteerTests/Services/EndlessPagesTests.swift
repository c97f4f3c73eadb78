import GazetteerIndex
import Testing

@testable import GazetteerServices

/// Services that always name a next page.
@Suite struct EndlessPagesTests {
  private static let dialects = ["kinto", "parse", "udacity"]

  /// A service whose pages never end. Their records are owned by whom is asked for.
  ///
  /// - Parameters:
  ///   - count: how many records a page has.
  ///   - isNew: whether the records of each page are new.
  private static func server(_ count: Int, isNew: Bool) throws -> LoopbackServer {
    try LoopbackServer { request, connection in
      let page = isNew ? request.number : 0
      let rows = (0..<count).map { row in
        let number = page * count + row
        // Kinto pages are named by a time, which goes down.
        let (milliseconds, text) = (2_000_000_000_000 - number, ServiceTime.text(1_900_000_000_000_000))
        return #"{"id":"i\#(number)","objectId":"i\#(number)","uniqueKey":"ada","mapString":"P","mediaURL":"","#
          + #""last_modified":\#(milliseconds),"createdAt":"\#(text)","updatedAt":"\#(text)"}"#
      }
      let list = "[" + rows.joined(separator: ",") + "]"
      connection.answer(
        200, ["Next-Page: http://127.0.0.1:1/again"], #"{"data":\#(list),"results":\#(list)}"#)
    }
  }

  private func locations(_ dialect: String, at server: LoopbackServer) throws -> any LocationService {
    let address = try WebAddress(Untrusted(server.address))
    let session = ServiceSession(.guest(of: "test"), token: nil)
    let web = KintoServer.client
    return switch dialect {
    case "kinto":
      KintoService(name: "test", web: web, base: address, bucket: "b", collection: "c").locations(for: session)
    case "parse":
      ParseService(name: "test", web: web, base: address, applicationID: "", restKey: nil).locations(for: session)
    default: UdacityService(name: "test", web: web, base: address).locations(for: session)
    }
  }

  private let ada = Account(service: "test", key: Untrusted("ada"), user: Untrusted("ada"))

  @Test(arguments: dialects) func pagesThatBringNothingNewEnd(dialect: String) throws {
    let server = try Self.server(1000, isNew: false)
    let own = try locations(dialect, at: server).own(ada, Cancellation())
    #expect(own.locations.count == 1000 && !own.isCut)
    #expect(server.requests.count == 2)
  }

  /// The control of the test above: new records are asked for, but not without end.
  @Test(arguments: dialects) func newRecordsAreFetchedUpToAGreatNumber(dialect: String) throws {
    let server = try Self.server(1000, isNew: true)
    let own = try locations(dialect, at: server).own(ada, Cancellation())
    #expect(own.locations.count == OwnLocations.most && own.isCut)
    #expect(server.requests.count == 10)
  }

  @Test func theUserIsToldThatThereAreMore() throws {
    let server = try Self.server(1000, isNew: true)
    let service = KintoService(
      name: "test", web: KintoServer.client, base: try WebAddress(Untrusted(server.address)), bucket: "b",
      collection: "c")
    let manager = DataManager([
      .init(ServiceFacts(name: "test", dialect: "kinto", host: Untrusted("h")), Named(service))
    ])
    _ = try manager.login(to: "test", .with(.guest), Cancellation())
    let news = try manager.fetch(.newest, from: "test", Cancellation())
    #expect(
      news.notices.map(\.neutralised) == ["only 10000 of your own locations were fetched, the newest"])
  }

  /// A service to which everybody is logged in as ada.
  private struct Named: AccountService {
    let service: KintoService
    init(_ service: KintoService) { self.service = service }

    private var session: ServiceSession {
      ServiceSession(Account(service: "test", key: Untrusted("ada"), user: Untrusted("ada")), token: nil)
    }
    func login(_: Credentials, _: Cancellation) -> ServiceSession { session }
    func signUp(user: Untrusted, password: Secret, name: Untrusted?, _: Cancellation) -> ServiceSession { session }
    func account(of session: ServiceSession, _: Cancellation) -> Account { session.account }
    func logout(_: ServiceSession, _: Cancellation) {}
    func locations(for session: ServiceSession) -> any LocationService { service.locations(for: session) }
  }

  /// Pages of older ones: nothing new stops them, as D5 says.
  @Test(arguments: dialects) func olderPagesWithoutNewsStop(dialect: String) throws {
    let server = try Self.server(200, isNew: false)
    let service = try locations(dialect, at: server)
    var feed = LocationFeed()
    _ = try feed.load(from: service, as: .guest(of: "test"), Cancellation())
    #expect(feed.hasOlder && !feed.hasStopped)
    let asked = server.requests.count
    _ = try feed.fetchOlder(from: service, Cancellation())
    #expect(feed.hasStopped && feed.pool.records.count == 200)
    #expect(server.requests.count - asked <= 2)
  }

  /// A service whose rows are always newer than those that are known: it never comes to the older ones.
  @Test func olderRowsThatNeverComeAreNotAskedForWithoutEnd() throws {
    let server = try Self.server(200, isNew: true)
    let service = try locations("udacity", at: server)
    let mark = LocationMark(updated: 0, id: "x", ties: 1, rank: 100)
    let page = try service.older(than: mark, limit: 100, Cancellation())
    #expect(page.locations.isEmpty && !page.isLast)
    #expect(server.requests.count == 100)
  }

  /// A service that ignores how many records were asked for.
  @Test(arguments: dialects) func aPageHasNoMoreRecordsThanAreRead(dialect: String) throws {
    let server = try Self.server(3000, isNew: false)
    let page = try locations(dialect, at: server).newest(limit: 100, Cancellation())
    #expect(page.locations.count == 1000 && !page.isLast)
  }
}
