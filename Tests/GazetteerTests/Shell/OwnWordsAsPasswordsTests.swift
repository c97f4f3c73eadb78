import Foundation
import GazetteerIndex
import Synchronization
import Testing

@testable import GazetteerServices
@testable import GazetteerSession
@testable import GazetteerShell

/// A password that is a word of what its owner has posted. What is shown instead is never sent to the service.
@Suite struct OwnWordsAsPasswordsTests {
  /// A server of any dialect with one record, and an account with the same last name.
  private final class Campus: Sendable {
    let record: Mutex<[String: Datum]>
    private static let time: Int64 = 1_700_000_000_000

    init(owner: String) {
      record = Mutex([
        "id": .own("n1"), "objectId": .own("n1"), "uniqueKey": .own(owner), "firstName": .own("Ada"),
        "lastName": .own("Hoboken"), "mapString": .own("hoboken pier"), "mediaURL": .own("http://x.org/1"),
        "latitude": .decimal(1.5), "longitude": .decimal(2), "last_modified": .integer(Self.time),
        "createdAt": .own("2025-01-01T00:00:00.000Z"), "updatedAt": .own("2025-01-01T00:00:00.000Z"),
      ])
    }

    subscript(_ key: String) -> String? { record.withLock { $0[key]?.words?.text } }

    func answer(_ request: LoopbackServer.Request, _ connection: LoopbackServer.Connection) {
      let parts = request.path.prefix { $0 != "?" }.split(separator: "/")
      guard let collection = parts.firstIndex(where: { $0 == "StudentLocation" || $0 == "records" }) else {
        return connection.answer(200, [], Self.account)
      }
      if ["PUT", "PATCH"].contains(request.method), let body = try? JSONDocument.value(of: Array(request.body.utf8)),
        case .object(let members) = body["data"] ?? body
      {
        record.withLock { record in
          for member in members { record[member.key.text] = member.value }
        }
      }
      let record = Datum.object(record.withLock(\.self).map { Datum.Member(key: Untrusted($0.key), value: $0.value) })
      let text = String(decoding: record.json, as: UTF8.self)
      let isOne = collection + 1 < parts.count
      connection.answer(
        200, [], isOne ? #"{"data":\#(text),"# + text.dropFirst() : #"{"data":[\#(text)],"results":[\#(text)]}"#)
    }

    private static let account =
      #"{"objectId":"k1","username":"ada","sessionToken":"r:a-long-token","firstName":"Ada","lastName":"Hoboken","#
      + #""account":{"key":"k1"},"data":{"firstName":"Ada","lastName":"Hoboken"},"#
      + #""user":{"id":"account:ada","first_name":"Ada","last_name":"Hoboken"}}"#
  }

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.path + "/gaz", withIntermediateDirectories: true)
  }

  private func student(_ dialect: String, at address: String, password: String) throws -> Student {
    let keys =
      switch dialect {
      case "kinto": "bucket = \"b\"\ncollection = \"c\"\n"
      case "parse": "application-id = \"app\"\n"
      default: ""
      }
    _ = try folder.file("gaz/services.toml", "[campus]\ndialect = \"\(dialect)\"\nurl = \"\(address)\"\n\(keys)")
    let path = folder.path
    var flags = Flags()
    flags.allowed = [.account]
    return Student(in: path, flags, password: password) { environment in
      environment.variable = { $0 == "XDG_CONFIG_HOME" || $0 == "XDG_STATE_HOME" ? path : nil }
      environment.web = KintoServer.client
    }
  }

  @Test(arguments: ["kinto", "parse", "udacity"], ["hoboken", "otherwise"])
  func anEditLeavesWhatIsNotShown(dialect: String, password: String) throws {
    let campus = Campus(owner: dialect == "kinto" ? "account:ada" : "k1")
    let server = try LoopbackServer { campus.answer($0, $1) }
    let student = try student(dialect, at: server.address, password: password)
    let isHidden = password == "hoboken"
    #expect(student.say("login campus --user ada").contains("logged in"))
    let list = student.say("locations campus --own")
    #expect(list.contains("(not shown: it repeats a secret)") == isHidden, "\(list)")
    #expect(list.lowercased().contains("hoboken pier") == !isHidden, "\(list)")
    if isHidden {
      let copied = student.say("post 1 --url https://example.org/9 --unchecked; edit-location 1 --place 1")
      #expect(copied.contains("the place of that location cannot be used"), "\(copied)")
      #expect(campus["mapString"] == "hoboken pier" && campus["mediaURL"] == "http://x.org/1", "\(copied)")
    }
    let partial = student.say("edit-location 1 --url https://example.org/2 --unchecked")
    #expect(campus["mapString"] == "hoboken pier" && campus["lastName"] == "Hoboken")
    #expect(campus["mediaURL"] == (isHidden ? "http://x.org/1" : "https://example.org/2"))
    #expect(
      partial.contains("because it repeats a secret; try: edit-location N --place TEXT") == isHidden, "\(partial)")
    // With the place it is whole again. The name is sent as the service has it.
    let whole = student.say("locations campus --own; edit-location 1 --place 48.5,2.5")
    #expect(campus["mapString"]?.contains("48.5") == true, "\(whole)")
    #expect(campus["lastName"] == "Hoboken" && campus["uniqueKey"] == (dialect == "kinto" ? "account:ada" : "k1"))
    let overwritten = student.say("post \"40.7,-74\" --url https://example.org/3 --unchecked")
    #expect(campus["mediaURL"] == "https://example.org/3" && campus["lastName"] == "Hoboken", "\(overwritten)")
  }

  /// The service says `ada`, whatever name was typed.
  @Test func aPasswordIsForgottenUnderTheNameThatWasTyped() throws {
    let campus = Campus(owner: "k1")
    let server = try LoopbackServer { campus.answer($0, $1) }
    let student = try student("parse", at: server.address, password: "otherwise")
    let kept = student.say("login campus --user Ada@example.org --keep")
    #expect(kept.contains("the password is kept in"), "\(kept)")
    let forgotten = student.say("logout campus --forget")
    #expect(forgotten.contains("the password was forgotten"), "\(forgotten)")
    let asked = student.prompts.count
    student.say("login campus --user Ada@example.org")
    #expect(student.prompts.count == asked + 1, "the control: it is asked for again")
  }
}
