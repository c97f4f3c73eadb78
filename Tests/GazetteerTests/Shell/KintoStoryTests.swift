import Foundation
import GazetteerIndex
import Synchronization
import Testing

@testable import GazetteerServices
@testable import GazetteerSession
@testable import GazetteerShell

/// The commands for accounts and locations, at a real Kinto server. The same commands at the service inside the program
/// are in `AccountTests` and `LocationsTests`.
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
    pages = try LoopbackServer { request, connection in connection.answer(request.path == "/gone" ? 410 : 200) }
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
      [down]
      dialect = "kinto"
      url = "http://127.0.0.1:\(try LoopbackServer.closedPort())/v1"
      """
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path + "/gaz/services.toml"))
  }

  private func student(password: String? = "open sesame") -> Student {
    var flags = Flags()
    flags.allowed = [.account, .favorites]
    let path = folder.path
    return Student(in: path, flags, password: password) { environment in
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

  /// Login, locations, post, edit, delete, logout.
  @Test func theStoryOfAStudent() throws {
    let student = student()
    #expect(
      student.say("login campus --user ada --new --name \"Ada Lovelace\"")
        == "logged in to campus as Ada Lovelace (ada)\nno locations yet; try: post PLACE --url URL")
    #expect(student.say("post munich --url \(pages.address)/ada") == "posted Munich, Bavaria, DE")
    #expect(
      student.say("locations --json=name,place,url,lat").contains(
        """
        [{"name":"Ada Lovelace","place":"Munich, Bavaria, DE","url":"\(pages.address)/ada","lat":48.13743}]
        """))
    #expect(student.say("edit-location 1 --place zurich") == "updated Zürich, Zurich, CH")
    #expect(student.say("locations; edit-location 1 --url \(pages.address)/2").hasSuffix("updated Zürich, Zurich, CH"))
    let account = student.say("account --json=place,url")
    #expect(account.contains("{\"place\":\"Zürich, Zurich, CH\",\"url\":\"\(pages.address)/2\"}"))
    #expect(account.hasSuffix("Ada Lovelace (ada) on campus; multiple locations: off"))
    #expect(try server.count() == 1)
    #expect(student.say("delete-location 1") == "deleted Zürich, Zurich, CH")
    #expect(try server.count() == 0)
    #expect(student.say("logout") == "logged out from campus")
    #expect(student.say("whoami") == "you are not logged in; try: login --user NAME, or login --guest")
    #expect(student.say("locations").hasPrefix("! you are not logged in to campus"))
    #expect(student.say("login campus --user ada").hasPrefix("logged in to campus as Ada Lovelace (ada)"))
  }

  /// D1: each error in the words of the row; the next try begins without it.
  @Test func errorsOfALoginAreExact() throws {
    _ = member("ada")
    let student = student()
    for (line, typed, answer) in [
      ("login campus", "x", "! must specify a username; try: login --user NAME, or login --guest\n[exit 2]"),
      (
        "login campus --user ada", "", "! must specify a password; try: login campus --user ada, and type it\n[exit 4]"
      ),
      (
        "login campus --user ada", "wrong",
        """
        ! not logged in to campus; Please authenticate yourself to use this endpoint.; \
        try: login campus --user ada, and type it again
        [exit 4]
        """
      ),
    ] {
      student.willType(.secret(Secret(typed.utf8)))
      #expect(student.say(line) == answer)
      student.willType()
      #expect(student.say("login campus --user ada").hasPrefix("logged in to campus as Ada Example (ada)\n"))
      student.say("logout campus")
    }
    let down = student.say("login down --user ada")
    #expect(down.hasPrefix("! not logged in to down; network unavailable: ") && down.hasSuffix("\n[exit 5]"))
    #expect(student.interpreter.session.accounts.isEmpty)
  }

  @Test func aGuestOnlyReads() {
    let ada = member("ada")
    ada.say("post munich --url \(pages.address)")
    let guest = student(password: nil)
    #expect(guest.say("login campus --guest").hasPrefix("asking campus as a guest: a guest can read, but not post\n"))
    #expect(places(guest) == ["Munich, Bavaria, DE"])
    #expect(guest.say("post zurich --url \(pages.address)").hasPrefix("! a guest can only read"))
    #expect(guest.say("delete-location 1").hasPrefix("! a guest can only read"))
    #expect(guest.say("logout") == "logged out from campus")
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
  @Test func aPostIsCheckedAskedAboutAndStored() throws {
    let ada = member("ada")
    #expect(ada.say("post nowhereatall --url \(pages.address)").hasPrefix("! could not find that place; "))
    #expect(ada.say("post munich --url ftp://example.org").hasPrefix("! invalid URL; "))
    #expect(ada.say("post munich --url \(pages.address)/gone").hasPrefix("! URL inaccessible; 127.0.0.1 answered 410"))
    #expect(try server.count() == 0)
    #expect(
      ada.say("post springfield --url \(pages.address)").hasPrefix("or Springfield, Illinois, US: post world:4250542\n")
    )
    #expect(ada.say("post munich --url \(pages.address)").hasSuffix("updated Munich, Bavaria, DE"))
    #expect(try server.count() == 1)
    #expect(ada.say("account --multiple on; post zurich --url \(pages.address)").hasSuffix("posted Zürich, Zurich, CH"))
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
