import Foundation
import GazetteerIndex
import Synchronization
import Testing

@testable import GazetteerServices
@testable import GazetteerSession
@testable import GazetteerShell

/// What several programs and people do at a real Kinto server. What one student does is in `StudentStoryTests`; the same
/// commands at the service inside the program are in `AccountTests` and `LocationsTests`.
@Suite(.serialized, .enabled(if: KintoServer.isInstalled, KintoServer.absent)) struct KintoStoryTests {
  private let server: KintoServer
  /// Where links lead.
  private let pages: LoopbackServer
  private let folder: TemporaryFolder

  init() throws {
    server = try KintoServer()
    try server.request(
      "PUT", "/buckets/gaz/collections/lab",
      #"{"permissions":{"read":["system.Everyone"],"record:create":["system.Authenticated"]}}"#, admin: true)
    pages = try LoopbackServer.answering()
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.path + "/gaz", withIntermediateDirectories: true)
    try name(campus: server.address)
  }

  /// Writes the file of services.
  private func name(campus: String) throws {
    let text = """
      [campus]
      dialect = "kinto"
      url = "\(campus)"
      [lab]
      dialect = "kinto"
      url = "\(server.address)"
      collection = "lab"
      """
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path + "/gaz/services.toml"))
  }

  private func student() -> Student {
    var flags = Flags()
    flags.allowed = [.account, .favorites]
    let path = folder.path
    return Student(in: path, flags) { environment in
      environment.variable = { $0 == "XDG_CONFIG_HOME" || $0 == "XDG_STATE_HOME" ? path : nil }
      environment.web = KintoServer.client
      // Several people post to one server, so their ids differ.
      environment.newFavoriteID = FavoriteIDs(milliseconds: { 1 }, random: { .random(in: .min ... .max) }).next
    }
  }

  /// A student of the service `campus`, with an account.
  private func member(_ user: String) -> Student {
    let student = student()
    student.say("login campus --user \(user) --new --name \"\(user.capitalized) Example\"")
    return student
  }

  private func places(_ student: Student, _ line: String = "locations") -> [String] {
    student.say(line)
    let session = student.interpreter.session
    return session.filtered.compactMap { session.locations(of: $0.dataset)?[$0.id]?.place.text }
  }

  @Test func severalAccountsAtOnce() {
    let student = member("ada")
    student.willType()
    student.say("login lab --user bob --new --name Bob; login --guest local")
    #expect(
      student.say("whoami --json=service,user").contains(
        #"""
        [{"service":"campus","user":"ada"},{"service":"lab","user":"bob"},{"service":"local"
        """#))
    #expect(student.say("post munich --url \(pages.address) --to campus") == "posted Munich, Bavaria, DE")
    #expect(student.say("post zurich --url \(pages.address) --to lab") == "posted Zürich, Zurich, CH")
    #expect(places(student, "locations campus") == ["Munich, Bavaria, DE"])
    #expect(places(student, "locations lab") == ["Zürich, Zurich, CH"])
    #expect(student.say("search zurich --from lab --limit 0") == "1 place")
    student.say("logout lab")
    #expect(student.interpreter.session.accounts.map(\.service) == ["campus", "local"])
    #expect(student.say("refresh campus") == "nothing new")
  }

  /// D4, D5, D6, and deletions.
  @Test func pagesNewsAndOnesOwn() throws {
    let ada = member("ada")
    ada.say("post munich --url \(pages.address); logout")
    let bob = member("bob")
    bob.say("account --multiple on")
    for number in 0..<230 { bob.say("post 10.\(1000 + number),20 --url https://example.org --unchecked") }
    #expect(try server.count() == 231)
    let all = (0..<230).reversed().map { Numeral.plain(Double("10.\(1000 + $0)") ?? 0) + ",20" }

    #expect(ada.say("login campus --user ada").contains("20 of at least 101 places; the rest: more"))
    #expect(places(ada, "locations --own") == ["Munich, Bavaria, DE"])
    #expect(places(ada, "locations --limit 100") == Array(all.prefix(100)))
    for _ in 0..<8 { ada.say("more") }
    #expect(places(ada, "more") == all + ["Munich, Bavaria, DE"])

    bob.say("post 50,20 --url https://example.org --unchecked; locations --limit 3")
    #expect(ada.say("refresh") == "1 new location of campus")
    #expect(bob.say("delete-location 2").hasPrefix("deleted "))
    #expect(ada.say("refresh campus") == "1 deleted location of campus")
    #expect(bob.say("locations; edit-location 1 --place 51,20").hasSuffix("updated 51,20"))
    #expect(ada.say("refresh") == "1 changed location of campus")
    #expect(places(ada, "locations --limit 2") == ["51,20", all[1]])
    #expect(ada.say("refresh") == "nothing new")
  }

  @Test func theyAreADatasetLikeAnyOther() {
    let ada = member("ada")
    ada.say("post munich --url \(pages.address)/ada")
    let bob = member("bob")
    #expect(bob.say("search \"ada example\" --from campus --json=name,place").contains("Munich, Bavaria, DE"))
    #expect(bob.say("use campus; near 48,11.5 --limit 0").hasSuffix("1 place"))
    bob.say("locations")
    #expect(bob.say("check 1") == "checked Ada Example; 1 in all")
    #expect(bob.say("favorite 1").contains("saved Ada Example as a favorite"))
    #expect(bob.say("export - --of checked --format csv").contains("Ada Example"))
    #expect(bob.say("export - --of filtered --format geojson").contains("Ada Example"))
    #expect(bob.say("delete-location 1").hasPrefix("! the location of Ada Example is not yours"))
    // A link that somebody else has posted does not lead into private networks.
    #expect(bob.say("visit 1").hasPrefix("! URL inaccessible; 127.0.0.1 is in a private network"))
  }

  /// D9
  @Test func whatAnotherProgramHasDeletedIsNotChanged() throws {
    let ada = member("ada")
    ada.say("post munich --url \(pages.address); account --multiple on; post zurich --url \(pages.address)")
    #expect(try server.count() == 2)
    // Another program of the same person deletes one that this one still lists.
    let other = student()
    other.say("login campus --user ada; locations; delete-location 1")
    ada.say("locations")
    #expect(
      ada.say("edit-location 1 --place munich")
        == "! not stored: it no longer exists; try: refresh, then locations --own\n[exit 1]")
    #expect(try server.count() == 1)
  }

  /// A change that cannot be sent waits, also for the next run.
  @Test func changesWaitForTheServer() throws {
    let isDown = Mutex(false)
    let proxy = try LoopbackServer { [port = server.port] request, connection in
      if isDown.withLock(\.self) {
        connection.reset()
      } else {
        connection.send(LoopbackServer.forward(request, to: port))
      }
    }
    try name(campus: proxy.address + "/v1")
    let ada = member("ada")
    isDown.withLock { $0 = true }
    let answer = ada.say("post munich --url https://example.org --unchecked")
    #expect(answer.hasPrefix("! network unavailable; ") && answer.contains("; the change waits; try: refresh"))
    #expect(try server.count() == 0)
    isDown.withLock { $0 = false }
    #expect(ada.say("refresh") == "sent 1 change that had to wait\nnothing new")
    #expect(try server.count() == 1)
    isDown.withLock { $0 = true }
    ada.say("locations; edit-location 1 --place zurich")
    ada.say("account; edit-location 1 --url https://example.org/2 --unchecked")
    isDown.withLock { $0 = false }
    let later = student()
    #expect(later.say("login campus --user ada").contains("sent 2 changes that had to wait"))
    #expect(try server.count() == 1)
    #expect(places(later) == ["Zürich, Zurich, CH"])
    #expect(later.say("locations --json=url").contains("https://example.org/2"))
  }
}
