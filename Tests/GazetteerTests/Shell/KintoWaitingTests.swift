import Foundation
import GazetteerIndex
import Synchronization
import Testing

@testable import GazetteerServices
@testable import GazetteerSession
@testable import GazetteerShell

/// Changes that wait while a real Kinto server cannot be reached, and what builds on them.
@Suite(.serialized, .enabled(if: KintoServer.isInstalled, KintoServer.absent)) struct KintoWaitingTests {
  /// What happens between the program and the server.
  enum Trouble: CaseIterable, Sendable {
    /// Requests do not reach the server.
    case requestsAreLost
    /// The server acts, but its answers do not come back.
    case answersAreLost
  }

  private final class Network: Sendable {
    let trouble = Mutex<Trouble?>(nil)
  }

  private let server: KintoServer
  private let network: Network
  private let proxy: LoopbackServer
  private let folder: TemporaryFolder

  init() throws {
    let server = try KintoServer()
    let network = Network()
    self.server = server
    self.network = network
    proxy = try LoopbackServer { [port = server.port] request, connection in
      switch network.trouble.withLock(\.self) {
      case .requestsAreLost: connection.reset()
      case .answersAreLost:
        _ = LoopbackServer.forward(request, to: port)
        connection.reset()
      case nil: connection.send(LoopbackServer.forward(request, to: port))
      }
    }
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.path + "/gaz", withIntermediateDirectories: true)
    _ = try folder.file("gaz/services.toml", "[campus]\ndialect = \"kinto\"\nurl = \"\(proxy.address)/v1\"\n")
  }

  /// Another run of the program, with the same files.
  private func student(allowing powers: Set<Power> = [.account]) -> Student {
    var flags = Flags()
    flags.allowed = powers
    let path = folder.path
    return Student(in: path, flags) { environment in
      environment.variable = { $0 == "XDG_CONFIG_HOME" || $0 == "XDG_STATE_HOME" ? path : nil }
      environment.web = KintoServer.client
      environment.newFavoriteID = FavoriteIDs(milliseconds: { 1 }, random: { .random(in: .min ... .max) }).next
    }
  }

  /// The places and the links on the server.
  private func stored() throws -> Set<String> {
    let records = try server.request("GET", "/buckets/gaz/collections/locations/records")["data"]?.list ?? []
    let all = records.map { record in
      let place = record["mapString"]?.words?.text.split(separator: ",").first ?? ""
      return "\(place) \(record["mediaURL"]?.words?.text.split(separator: "/").last ?? "")"
    }
    #expect(Set(all).count == records.count, "nothing is there twice")
    return Set(all)
  }

  struct Story: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Posted before the trouble begins.
    var before: [String] = []
    /// Said meanwhile.
    let lines: [String]
    /// On the server when it can be reached again.
    let after: Set<String>
    /// How many changes wait.
    let waiting: Int

    private static func post(_ place: String, _ link: Int) -> String {
      "post \(place) --url https://example.org/\(link) --unchecked"
    }

    static let all = [
      Story(
        testDescription: "post, post", lines: [post("munich", 1), post("zurich", 2)], after: ["Zürich 2"], waiting: 2),
      Story(
        testDescription: "three posts", lines: [post("munich", 1), post("zurich", 2), post("munich", 3)],
        after: ["Munich 3"], waiting: 3),
      Story(
        testDescription: "post, post over a stored one", before: [post("48.5,2.5", 9)],
        lines: [post("munich", 1), post("zurich", 2)], after: ["Zürich 2"], waiting: 2),
      Story(
        testDescription: "post, post back to where it was", before: [post("48.5,2.5", 9)],
        lines: [post("munich", 1), post("48.5,2.5", 9)], after: ["48.5 9"], waiting: 2),
      Story(
        testDescription: "post, edit", before: [post("48.5,2.5", 9)],
        lines: [post("munich", 1), "locations; edit-location 1 --url https://example.org/2 --unchecked"],
        after: ["Munich 2"], waiting: 2),
      Story(
        testDescription: "post, delete", before: [post("48.5,2.5", 9)],
        lines: [post("munich", 1), "locations; delete-location 1"], after: [], waiting: 2),
      Story(
        testDescription: "delete, post", before: [post("48.5,2.5", 9)],
        lines: ["locations; delete-location 1", post("munich", 1)], after: ["Munich 1"], waiting: 2),
      Story(
        testDescription: "delete, edit", before: [post("48.5,2.5", 9)],
        lines: ["locations; delete-location 1", "locations; edit-location 1 --place zurich"], after: [], waiting: 1),
      // The control: with several locations, nothing is overwritten.
      Story(
        testDescription: "post, post with several",
        lines: ["account --multiple on", post("munich", 1), post("zurich", 2)], after: ["Munich 1", "Zürich 2"],
        waiting: 2),
    ]
  }

  /// The program ends while the changes wait, as after `kill -9`, or goes on.
  @Test(arguments: Trouble.allCases) func laterChangesBuildOnThoseThatWait(trouble: Trouble) throws {
    for (number, story) in Story.all.enumerated() {
      let (ends, user) = (!number.isMultiple(of: 2) == (trouble == .answersAreLost), "user\(number)")
      var student = student()
      student.say("login campus --user \(user) --new; account --multiple off")
      for line in story.before { #expect(student.say(line).contains("posted "), "\(story)") }
      network.trouble.withLock { $0 = trouble }
      for line in story.lines { student.say(line) }
      let count = "\(story.waiting) \(story.waiting == 1 ? "change waits" : "changes wait")"
      #expect(student.say("whoami").contains(count), "\(story)")
      #expect(student.say("outbox").contains("\(count) to be sent"), "\(story)")
      network.trouble.withLock { $0 = nil }
      if ends {
        student = self.student()
        student.say("login campus --user \(user)")
      } else {
        let answer = student.say("refresh")
        #expect(answer.contains("that had to wait") && !answer.contains("not stored"), "\(story): \(answer)")
      }
      #expect(try stored() == story.after, "\(story)")
      #expect(student.say("outbox") == "the outbox is empty")
      try server.request("DELETE", "/buckets/gaz/collections/locations/records", admin: true)
    }
  }

  @Test func theQuestionSaysWhatIsThereAlsoIfItWaits() {
    let student = student(allowing: [])
    student.say("login campus --user ada --new")
    network.trouble.withLock { $0 = .requestsAreLost }
    let answer = student.say("post munich --url https://example.org/1 --unchecked")
    #expect(answer.contains("; the change waits; try: refresh"))
    #expect(
      student.say("post zurich --url https://example.org/2 --unchecked").contains(
        """
        whether to overwrite your location Munich, Bavaria, DE (https://example.org/1) with Zürich, Zurich, CH \
        (https://example.org/2)
        """))
    #expect(student.say("outbox").contains("1 change waits to be sent"), "a no changes nothing")
  }

  // MARK: links

  /// A link that cannot be checked because there is no network is checked when there is one. The control: if it answers
  /// then, the location is stored.
  @Test(arguments: [true, false]) func aLinkIsCheckedWhenThereIsANetwork(answersLater: Bool) throws {
    let port = try LoopbackServer.closedPort()
    let student = student()
    student.say("login campus --user ada --new")
    // With a network, it is the fault of the link.
    let now = student.say("post munich --url http://127.0.0.1:\(port)/page")
    #expect(now.hasPrefix("! network unavailable") || now.hasPrefix("! URL inaccessible"), "\(now)")
    #expect(student.say("outbox") == "the outbox is empty")
    network.trouble.withLock { $0 = .requestsAreLost }
    let link = "http://127.0.0.1:\(port)/page"
    let answer = student.say("post munich --url \(link)")
    #expect(answer.contains("the change waits"), "\(answer)")
    network.trouble.withLock { $0 = nil }
    guard !answersLater else {
      // The waiting link leads to a page now.
      let pages = try LoopbackServer.answering()
      let pending = PendingChanges(path: folder.path + "/gaz/changes.sqlite")
      let waiting = try #require(try pending.all(Cancellation()).changes.first)
      #expect(waiting.checksLink && waiting.reason.text.contains("does not accept connections"))
      _ = try pending.cancel(waiting.number)
      guard case .create(var draft, let id) = waiting.change else { return }
      draft.url = Untrusted(pages.address)
      let account = try #require(student.interpreter.session.account(at: "campus"))
      _ = try pending.add(.create(draft, clientID: id), checksLink: true, for: account, Cancellation())
      #expect(student.say("refresh").contains("sent 1 change that had to wait"))
      #expect(try server.count() == 1 && pages.requests.count == 1)
      return
    }
    let told = student.say("refresh")
    #expect(
      told.contains("not stored: Munich, Bavaria, DE (\(link)); 127.0.0.1 does not accept connections"), "\(told)")
    #expect(try server.count() == 0)
    #expect(student.say("outbox") == "the outbox is empty")
  }

  private static let unknown = "the name nowhere.invalid was not found"

  /// A link whose name is not found may be found later, so the change waits, and no other change waits for it.
  @Test func aLinkWithAnUnknownHostWaits() throws {
    let student = student()
    student.say("login campus --user ada --new; account --multiple on")
    let answer = student.say("post munich --url https://nowhere.invalid/page")
    #expect(answer.contains("URL inaccessible; \(Self.unknown); the change waits; try: refresh later"), "\(answer)")
    let page = try LoopbackServer.answering()
    #expect(student.say("post zurich --url \(page.address)/1").contains("posted "))
    for line in ["refresh", "outbox retry c1"] {
      let told = student.say(line)
      #expect(
        told.contains("not sent: Munich, Bavaria, DE; \(Self.unknown); it waits; try: outbox cancel c1, then"),
        "\(told)")
    }
    let listed = student.say("outbox --json")
    #expect(listed.contains(Self.unknown) && listed.contains("\"state\":\"waiting\""), "\(listed)")
    #expect(try stored() == ["Zürich 1"])
    #expect(student.say("outbox cancel c1").contains("it will not be sent to campus"))
    #expect(student.say("outbox") == "the outbox is empty")
  }

  /// A later change of the location with another link goes through at once. Whoever gives up the first gives up both.
  @Test(arguments: [true, false]) func aLinkWithAnUnknownHostIsReplaced(givesUp: Bool) throws {
    let student = student()
    student.say("login campus --user ada --new; account --multiple off")
    #expect(student.say("post munich --url https://nowhere.invalid/page").contains("the change waits"))
    let page = try LoopbackServer.answering()
    // The control: the same link is no better the second time.
    #expect(student.say("post zurich --url https://nowhere.invalid/page").contains("the change waits"))
    #expect(student.say("whoami").contains("2 changes wait"))
    let answer = student.say(givesUp ? "outbox cancel c1" : "post zurich --url \(page.address)/2")
    #expect(givesUp || answer.contains("updated Zürich"), "\(answer)")
    #expect(try stored() == (givesUp ? [] : ["Zürich 2"]))
    #expect(student.say("outbox") == "the outbox is empty")
  }

  /// What the user must know about a change is told after the locations have come, also if the service is gone then.
  @Test func whatWasNotStoredIsToldAlsoIfTheServiceIsGone() throws {
    let student = student()
    student.say("login campus --user ada --new; account --multiple on")
    let account = try #require(student.interpreter.session.account(at: "campus"))
    let pending = PendingChanges(path: folder.path + "/gaz/changes.sqlite")
    let gone = try LoopbackServer { [network] _, connection in
      // From now on, the service is gone too.
      network.trouble.withLock { $0 = .requestsAreLost }
      connection.answer(410)
    }
    let draft = LocationDraft(place: Untrusted("here"), url: Untrusted(gone.address), coordinate: nil)
    _ = try pending.add(.create(draft, clientID: "c-1"), checksLink: true, for: account, Cancellation())
    let answer = student.say("refresh")
    #expect(
      answer == """
        nothing new
        ! not stored: here (\(gone.address)); 127.0.0.1 answered 410 (gone); \
        try: post PLACE --url URL with another link, or with --unchecked
        [exit 1]
        """, "\(answer)")
  }

  // MARK: logging out

  @Test func aLogoutSaysWhatWaits() {
    let student = student()
    student.say("login campus --user ada --new")
    network.trouble.withLock { $0 = .requestsAreLost }
    student.say("post munich --url https://example.org/1 --unchecked")
    #expect(
      student.say("logout")
        == "1 change waits for your next login; try: outbox\nlogged out from campus")
    #expect(student.say("whoami").contains("1 change waits to be sent; try: login campus --user ada"))
    #expect(student.say("outbox cancel c1").hasPrefix("given up: post Munich"))
    network.trouble.withLock { $0 = nil }
    student.say("login campus --user ada")
    #expect(student.say("locations --limit 0") == "0 places")
    #expect(student.say("logout") == "logged out from campus")
  }

  // MARK: what is missing at the server

  @Test func aMissingCollectionIsNamed() throws {
    for name in ["public", "private"] {
      let read = name == "public" ? #"{"permissions":{"read":["system.Everyone"]}}"# : "{}"
      try server.request("PUT", "/buckets/\(name)", read, admin: true)
    }
    try server.request(
      "PUT", "/buckets/public/collections/closed", #"{"permissions":{"read":["system.Everyone"]}}"#, admin: true)
    let text = ["public", "private", "nowhere"].map {
      "[\($0)]\ndialect = \"kinto\"\nurl = \"\(server.address)\"\nbucket = \"\($0)\"\ncollection = \"people\"\n"
    }.joined()
    let closed =
      "[closed]\ndialect = \"kinto\"\nurl = \"\(server.address)\"\nbucket = \"public\"\ncollection = \"closed\"\n"
    let path = try folder.file("gaz/services.toml", text + closed)
    let student = student()
    for (index, (service, sentence)) in [
      ("public", "public does not have the collection \"people\" in the bucket \"public\""),
      ("private", "private does not have the collection \"people\" in the bucket \"private\", or you may not read it"),
      ("nowhere", "nowhere does not have the collection \"people\" in the bucket \"nowhere\", or you may not read it"),
    ].enumerated() {
      let way = index == 0 ? "--new" : ""
      let answer = student.say("login \(service) --user ada \(way)")
      #expect(
        answer.contains(
          """
          ! locations of \(service) could not be fetched; \(sentence); try: check bucket and collection in \
          \(path):\(5 * index + 5)
          """), "\(answer)")
      #expect(answer.hasSuffix("[exit 5]"))
    }
    let guest = student.say("login private --guest")
    #expect(guest.contains("or guests may not read it; try: login private --user NAME, or check bucket"), "\(guest)")
    #expect(student.say("login closed --user ada").hasSuffix("no locations yet; try: post PLACE --url URL"))
    let post = student.say("post munich --url https://example.org --unchecked")
    #expect(post.contains("or you may not post there; the change waits; try: check bucket and collection"), "\(post)")
  }
}
