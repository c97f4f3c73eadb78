import Foundation
import GazetteerIndex
import Synchronization
import Testing

@testable import GazetteerServices
@testable import GazetteerSession
@testable import GazetteerShell

/// Changes that wait for their links do not hold up anything else.
@Suite(.mustEnd) struct WaitingLinksTests {
  private let folder: TemporaryFolder
  /// A page that answers when it is told to.
  private let page: LoopbackServer
  private let mayAnswer = DispatchSemaphore(value: 0)

  init() throws {
    folder = try TemporaryFolder()
    page = try LoopbackServer { [mayAnswer] _, connection in
      mayAnswer.wait()
      connection.answer()
      mayAnswer.signal()
    }
  }

  /// Somebody who has an account with a location, and a post that waits for its link since a program was killed.
  private func student(isTerminalDumb: Bool = false) throws -> Student {
    let path = folder.path
    let variables = ["XDG_STATE_HOME": path, "TERM": isTerminalDumb ? "dumb" : "xterm"]
    let student = Student(in: path) { environment in
      environment.variable = { variables[$0] }
      environment.web = KintoServer.client
    }
    student.say("login --user ada --new; account --multiple on; post 48.5,2.5 --url https://example.org/1 --unchecked")
    let account = try #require(student.interpreter.session.account(at: "local"))
    student.say("logout")
    let draft = LocationDraft(
      place: Untrusted("slow"), url: Untrusted(page.address), coordinate: Coordinate(latitude: 1, longitude: 2))
    let pending = PendingChanges(path: path + "/gaz/changes.sqlite")
    _ = try pending.add(.create(draft, clientID: "c-1"), checksLink: true, for: account, Cancellation())
    student.interpreter.opensInBackground = true
    student.interpreter.openingPatience = 0
    return student
  }

  /// What the jobs that end next say above the line.
  private func news(_ student: Student) -> [String] {
    student.awaitJob()
    return student.interpreter.news(of: student.interpreter.jobs.ended()).map(\.neutralised)
  }

  private func titles(_ student: Student) -> [String] {
    student.interpreter.jobs.statuses(at: 0).map(\.title.neutralised)
  }

  /// The list comes first, the row names the link, and the post follows once. A terminal without rows gets a line.
  @Test(arguments: [false, true]) func theListDoesNotWaitForALink(isTerminalDumb: Bool) throws {
    let student = try student(isTerminalDumb: isTerminalDumb)
    student.say("login --user ada")
    var shown = news(student)
    while !shown.contains(where: { $0.contains("48.5,2.5") }) { shown += news(student) }
    let line = "checking \(page.address) in the background; to wait for it: wait"
    #expect(shown.contains(line) == isTerminalDumb, "\(shown)")
    #expect(titles(student) == ["checking \(page.address)"])
    // The service can be used meanwhile, also to post.
    #expect(student.say("locations --limit 0") == "1 place")
    student.say("post 50.5,3.5 --url https://example.org/2 --unchecked; refresh")
    #expect(SafetyLimit.wait { !page.requests.isEmpty })
    mayAnswer.signal()
    #expect(student.say("wait").contains("sent 1 change that had to wait"))
    let listed = student.say("locations")
    #expect(listed.hasSuffix("3 places") && listed.components(separatedBy: "slow").count == 2, "\(listed)")
    #expect(student.say("refresh; wait").contains("nothing new"))
    #expect(student.say("locations --limit 0") == "3 places")
    #expect(student.say("outbox") == "the outbox is empty")
  }

  /// What is stopped goes on waiting.
  @Test(arguments: ["cancel", "logout"]) func aCheckIsStopped(line: String) throws {
    let student = try student()
    student.say("login --user ada")
    while titles(student) != ["checking \(page.address)"] { _ = news(student) }
    let answer = student.say(line)
    #expect(answer.contains("stopped checking links; what waits for them goes on waiting") == (line == "cancel"))
    student.say("wait")
    #expect(student.interpreter.session.jobs.isEmpty && titles(student) == [])
    #expect(student.say("outbox").contains("1 change waits to be sent"))
    mayAnswer.signal()
  }

  /// A script gets the list first too, and goes on when the link has answered.
  @Test func aScriptGetsTheListFirst() throws {
    let student = try student()
    student.interpreter.opensInBackground = false
    mayAnswer.signal()
    let answer = student.say("login --user ada")
    let list = try #require(answer.range(of: "1 place"))
    let sent = try #require(answer.range(of: "sent 1 change that had to wait"))
    #expect(list.upperBound < sent.lowerBound)
    #expect(student.say("locations --limit 0") == "2 places")
  }
}

/// Whoever gives up a post that is just being made is told only that.
@Suite(.mustEnd) struct CancelledPostTests {
  /// - Parameter isSent: whether the service has the post already.
  @Test(arguments: [true, false]) func onlyOneThingIsSaid(isSent: Bool) throws {
    let folder = try TemporaryFolder()
    let campus = SlowPosting(.parse, .stored)
    let server = try campus.serve()
    let page = try LoopbackServer { _, connection in connection.waitForClient() }
    let student = try Student.atCampusPrompt(server.address, dialect: "parse", in: folder)
    student.say("login campus --user ada --new; wait")
    student.say("post munich --url \(page.address) \(isSent ? "--unchecked" : "")")
    if isSent { campus.arrived.wait() } else { #expect(SafetyLimit.wait { !page.requests.isEmpty }) }
    let post = "post Munich, Bavaria, DE (\(page.address))"
    let said = student.say("outbox cancel c1")
    #expect(
      said
        == (isSent
          ? "given up: \(post); campus may have stored it already (to make sure of it: refresh)"
          : "it will not be sent to campus: \(post)"))
    if isSent {
      campus.mayAct.signal()
      campus.hasActed.wait()
    }
    // Nothing else follows: not that it is posted, nor that it waits no longer.
    #expect(student.say("wait") == "" && titles(of: student) == [])
    #expect(student.say("outbox") == "the outbox is empty")
  }

  private func titles(of student: Student) -> [String] {
    student.interpreter.jobs.statuses(at: 0).map(\.title.neutralised)
  }
}
