import Foundation
import GazetteerIndex
import Synchronization
import Testing

@testable import GazetteerServices
@testable import GazetteerSession
@testable import GazetteerShell

/// `more --limit`: lists of many locations, which are fetched as they are shown.
struct LongListTests {
  /// A server with so many locations.
  ///
  /// - Parameter comes: whether the page comes that begins before a location, which have the numbers from 1 on.
  private func server(
    _ count: Int, _ comes: @escaping @Sendable (Int) -> Bool = { _ in true }
  ) throws -> LoopbackServer {
    try LoopbackServer { request, connection in
      guard request.path.contains("/records?") else { return connection.answer(200, [], #"{"data":[]}"#) }
      // Those with the time of the last one are asked for again.
      let before = request.path.firstMatch(of: /_before=(\d+)/).flatMap { Int($0.1) }.map { $0 - 1 } ?? count + 1
      guard comes(before) else { return connection.answer(400, [], #"{"message":"not now"}"#) }
      let rows = (max(1, before - 100)...min(before, count)).reversed().map {
        #"{"id":"x\#($0)","last_modified":\#($0),"uniqueKey":"account:bob","mapString":"Place \#($0)"}"#
      }
      connection.answer(
        200, before > 101 ? ["Next-Page: /next"] : [], #"{"data":["# + rows.joined(separator: ",") + "]}")
    }
  }

  /// Somebody who lists the first of 3,000 locations. One page comes only after a signal.
  private struct LongList {
    let server: LoopbackServer
    let student: Student
    let arrivals: DispatchSemaphore
    let gate: DispatchSemaphore
  }

  /// - Parameter before: the page that begins before this location waits.
  private func longList(_ folder: TemporaryFolder, waitingBefore before: Int) throws -> LongList {
    let (gate, arrivals) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let server = try server(3000) { page in
      guard page == before else { return true }
      arrivals.signal()
      gate.wait()
      return true
    }
    let student = try Student.atCampusPrompt(server.address, in: folder)
    student.say("login campus --guest")
    student.say("wait; locations")
    return LongList(server: server, student: student, arrivals: arrivals, gate: gate)
  }

  /// The numbers of the rows of the last list.
  private func rows(_ student: Student) -> [Int] {
    student.interpreter.session.filtered.map { place in
      if case .text(let id) = place.id { Int(id.dropFirst()) ?? 0 } else { 0 }
    }
  }

  /// At the prompt, the rows of a long list are shown as they come, while other commands run.
  @Test func aLongListComesInParts() throws {
    let folder = try TemporaryFolder()
    let server = try server(3000)
    let student = try Student.atCampusPrompt(server.address, in: folder)
    student.say("login campus --guest")
    student.say("wait; locations")
    #expect(rows(student) == (2981...3000).reversed())
    let first = student.say("more --limit 2500")
    #expect(first.hasSuffix("fetching locations from campus in the background; to wait for it: wait"))
    #expect(first.contains("21-100 of 100 places so far"))
    // Whatever has come by now, the rows go on where they were.
    #expect(student.say("echo on").hasSuffix("on"))
    let rest = student.say("wait")
    #expect(rows(student) == (481...3000).reversed())
    #expect(rest.contains("1,101-2,100 of ") && rest.contains("2,101-2,520 of "), "in parts")
    #expect(student.interpreter.session.jobs.isEmpty && student.interpreter.jobs.isIdle)
    // Everything.
    student.say("more --limit all")
    student.say("wait")
    #expect(rows(student) == (1...3000).reversed())
    #expect(student.say("more") == "no more places")
    #expect(server.requests.count == 30)
  }

  /// Rows of a list that the user has left do not come into another one.
  @Test func aLongListEndsWithAnotherList() throws {
    let folder = try TemporaryFolder()
    let list = try longList(folder, waitingBefore: 2801)
    let student = list.student
    student.say("more --limit 2500")
    list.arrivals.wait()
    #expect(student.say("search zurich --limit 0") == "1 place")
    student.say("search zurich")
    list.gate.signal()
    #expect(
      student.say("wait") == "fetched 1,000 older locations of campus; to list them: locations")
    #expect(student.interpreter.session.filtered.count == 1 && student.interpreter.jobs.isIdle)
  }

  /// Ctrl-C on an empty line stops the whole list, not only the part that is on its way. What has come stays.
  @Test func aLongListIsInterrupted() throws {
    let folder = try TemporaryFolder()
    let list = try longList(folder, waitingBefore: 1501)
    let student = list.student
    student.say("more --limit all")
    while list.arrivals.wait(timeout: .now()) != .success { student.say("echo on") }
    student.interpreter.interruptBackground()
    for _ in 0..<9 { list.gate.signal() }
    #expect(student.say("wait; echo on") == "stopped fetching locations\non")
    #expect(rows(student) == (1901...3000).reversed())
    #expect(student.interpreter.session.jobs.isEmpty && student.interpreter.jobs.isIdle)
    // What has come is kept, so the list goes on.
    student.say("more --limit all")
    student.say("wait")
    #expect(rows(student) == (1...3000).reversed())
  }

  /// If a page does not come, the rows before it are shown, and the error is told. Then the list goes on.
  @Test func theRowsBeforeAFaultAreShown() throws {
    let folder = try TemporaryFolder()
    let isBroken = Mutex(true)
    let server = try server(1000) { $0 != 501 || !isBroken.withLock(\.self) }
    let student = try Student.atCampusPrompt(server.address, in: folder)
    student.interpreter.opensInBackground = false
    student.say("login campus --guest; locations")
    let said = student.say("more --limit 900")
    #expect(said.contains("21-500 of 500 places so far"))
    #expect(said.contains("! locations of campus could not be fetched; not now"), "\(said)")
    #expect(said.hasSuffix("[exit 5]"))
    isBroken.withLock { $0 = false }
    student.say("more --limit 900")
    #expect(rows(student) == (1...1000).reversed())
    #expect(server.requests.count == 11)
  }
}
