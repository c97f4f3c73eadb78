import Foundation
import GazetteerIndex
import GazetteerSession
import Synchronization
import Testing

@testable import GazetteerShell

struct LivePreviewTests {
  /// Waits until something has been found.
  private func wait(for search: LatestJob<Preview?>) -> Preview?? {
    Readiness.wait(search.descriptor, milliseconds: SafetyLimit.milliseconds)[0] ? search.takeResult() : nil
  }

  private func preview(_ line: String) -> LatestJob<Preview?>.Work {
    let session = Conversation().session
    return { cancellation in
      var context = Context()
      context.cancellation = cancellation
      return PreviewedCommand(line)?.preview(in: session, rows: 10, style: Style(), context: context)
    }
  }

  /// A search that ends only when it is cancelled or released.
  private final class Endless: Sendable {
    let hasStarted = Mailbox<Bool>()
    let hasEnded = Mailbox<Bool>()
    let mayEnd = Atomic(false)

    /// Posts at its end whether it was cancelled.
    func search(_ cancellation: Cancellation) -> Preview? {
      hasStarted.post(true)
      _ = SafetyLimit.wait { cancellation.isCancelled || mayEnd.load(ordering: .relaxed) }
      hasEnded.post(cancellation.isCancelled)
      return nil
    }

    func waitForStart() { _ = hasStarted.hasMail() }
    func wasCancelled() -> Bool? { hasEnded.hasMail() ? hasEnded.drain().first : nil }
  }

  @Test func aNewerSearchCancelsTheOlderOne() throws {
    let (search, endless) = (LatestJob<Preview?>(), Endless())
    search.start(endless.search)
    endless.waitForStart()
    search.start(preview("search zür"))
    #expect(endless.wasCancelled() == true)
    #expect(wait(for: search)??.summary == "1 place")
    #expect(search.takeResult() == nil, "the older search says nothing any more")

    // Without a newer one, it is not cancelled, and its result is posted.
    let alone = Endless()
    search.start(alone.search)
    alone.waitForStart()
    alone.mayEnd.store(true, ordering: .relaxed)
    #expect(alone.wasCancelled() == false)
    #expect(wait(for: search) == .some(nil))
  }

  @Test func everyResultIsPosted() {
    let search = LatestJob<Preview?>()
    for (line, summary) in [("search s", "3 places"), ("search sp", "2 places"), ("search s", "3 places")] {
      search.start(preview(line))
      #expect(wait(for: search)??.summary == summary)
    }
    search.cancel()
    #expect(search.takeResult() == nil)
  }

  @Test func aSearchForNothingFindsAllPlacesInTheirOrder() throws {
    let names = ["Zürich", "Munich", "Springfield", "Springfield", "London", "Suva", "Apia"]
    for line in ["search ", "search  \t ", "s \"  "] {
      let search = LatestJob<Preview?>()
      search.start(preview(line))
      let found = try #require(wait(for: search) ?? nil)
      #expect(found.summary == "7 places")
      #expect(found.rows.count == 7)
      #expect(zip(found.rows, names).allSatisfy { $0.text.contains($1) })
    }
  }

  /// Counts the threads that search, and how many do so at the same time.
  private final class Observer: Sendable {
    private struct Seen {
      var now = 0
      var most = 0
      var threads: Set<pthread_t> = []
    }

    private let seen = Mutex(Seen())
    var most: Int { seen.withLock(\.most) }
    var threads: Set<pthread_t> { seen.withLock(\.threads) }

    func search(_ cancellation: Cancellation) -> Preview? {
      seen.withLock { seen in
        seen.now += 1
        seen.most = max(seen.most, seen.now)
        seen.threads.insert(pthread_self())
      }
      // Time for another search to begin, if one could.
      for _ in 0..<100 { sched_yield() }
      seen.withLock { $0.now -= 1 }
      return nil
    }
  }

  @Test func searchesRunOneAtATimeAndOnAThreadOfTheirOwn() {
    let (search, observer) = (LatestJob<Preview?>(), Observer())
    for _ in 0..<200 { search.start(observer.search) }
    #expect(wait(for: search) == .some(nil))
    #expect(observer.most == 1)
    #expect(!observer.threads.isEmpty && !observer.threads.contains(pthread_self()))
    // The control: a search on this thread is noticed.
    _ = observer.search(Cancellation())
    #expect(observer.threads.contains(pthread_self()))
  }

  @Test func oneThreadRunsAllSearchesAndEndsAfterThem() throws {
    // The thread posts when it ends, since that calls the destructor of the key.
    let ended = Mailbox<Bool>()
    var made = pthread_key_t()
    pthread_key_create(&made) { Unmanaged<Mailbox<Bool>>.fromOpaque($0!).takeUnretainedValue().post(true) }
    let key = made
    let observer = Observer()
    do {
      let search = LatestJob<Preview?>()
      for _ in 0..<20 {
        search.start { cancellation in
          pthread_setspecific(key, Unmanaged.passUnretained(ended).toOpaque())
          return observer.search(cancellation)
        }
        #expect(wait(for: search) == .some(nil))
      }
      #expect(observer.threads.count == 1)
      #expect(ended.drain().isEmpty)
    }
    #expect(ended.hasMail())
  }

  @Test func oldRowsStayUntilThereAreNewOnes() throws {
    let session = Conversation().session
    let preview = LivePreview(of: { session }, style: { _ in Style() }, context: { Context() })
    func texts(_ rows: [ScreenRow]) -> [String] { rows.map { $0.map(\.text).joined() } }
    func rows(_ line: String, columns: Int = 80, rows: Int = 23) -> [String] {
      texts(preview.rows(below: line, columns: columns, rows: rows))
    }
    func wait() {
      #expect(Readiness.wait(preview.descriptor, milliseconds: SafetyLimit.milliseconds) == [true])
      preview.update()
    }

    #expect(rows("search zür").isEmpty)
    wait()
    let old = rows("search zür")
    #expect(old.last == "1 place")
    #expect(old.first?.contains("Zürich") == true)
    #expect(rows("search s") == old)
    wait()
    #expect(rows("search s").last == "3 places")
    // A new width starts a new search. Until it ends, the screen cuts the old rows.
    #expect(rows("search s", columns: 30).last == "3 places")
    wait()
    #expect(rows("search s", columns: 30).allSatisfy { Width.of($0) <= 30 })
    #expect(rows("select").isEmpty)
    #expect(rows("search s").isEmpty, "nothing of an earlier line comes back")
  }

  @Test(arguments: [("search ", true), ("count --by country", false), ("columns ", false), ("count ", false)])
  func onlyPlacesAreChosen(line: String, isChosen: Bool) {
    let session = Conversation().session
    let preview = LivePreview(of: { session }, style: { _ in Style() }, context: { Context() })
    _ = preview.rows(below: line, columns: 80, rows: 23)
    #expect(Readiness.wait(preview.descriptor, milliseconds: SafetyLimit.milliseconds) == [true])
    preview.update()
    #expect(!preview.rows(below: line, columns: 80, rows: 23).isEmpty)
    #expect((preview.choice(below: line, columns: 80, rows: 23) != nil) == isChosen)
  }

  /// The rows come first. The rest is counted when they are drawn, and only once.
  @Test func placesAreCountedWhenTheRowsAreDrawn() {
    let many = Example.dataset(
      "many", (0..<6000).map { Example(id: .number(Int64($0)), name: "Port \($0)", population: UInt32($0)) })
    many.prepareForTyping()
    let session = Conversation(many).session
    let preview = LivePreview(of: { session }, style: { _ in Style() }, context: { Context() })
    func found() -> [String] {
      #expect(Readiness.wait(preview.descriptor, milliseconds: SafetyLimit.milliseconds) == [true])
      preview.update()
      return preview.rows(below: "search por", columns: 80, rows: 23).map { $0.map(\.text).joined() }
    }

    _ = preview.rows(below: "search por", columns: 80, rows: 23)
    let rough = found()
    #expect(rough.first?.contains("Port 5999") == true)
    #expect(rough.last?.hasPrefix("at least ") == true)
    #expect(Readiness.wait(preview.descriptor, milliseconds: 20) == [false], "nothing is counted yet")
    preview.countRest()
    preview.countRest()
    let counted = found()
    #expect(counted.last == "6,000 places")
    #expect(counted.dropLast() == rough.dropLast())
    preview.countRest()
    #expect(Readiness.wait(preview.descriptor, milliseconds: 20) == [false], "all are counted")
  }

  @Test(arguments: [(0, 0), (1, 1), (2, 1), (5, 3), (11, 6), (23, 8), (49, 8)])
  func thePreviewUsesAtMostHalfOfTheScreen(free: Int, shown: Int) {
    let session = Conversation().session
    let preview = LivePreview(of: { session }, style: { _ in Style() }, context: { Context() })
    _ = preview.rows(below: "search ", columns: 80, rows: free)
    guard free > 0 else { return }
    #expect(Readiness.wait(preview.descriptor, milliseconds: SafetyLimit.milliseconds) == [true])
    preview.update()
    #expect(preview.rows(below: "search ", columns: 80, rows: free).count == shown)
  }
}
