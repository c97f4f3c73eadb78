import Foundation
import GazetteerIndex
import Synchronization
import Testing

@testable import GazetteerServices

/// Messages are saved before they are sent, every copy has an outcome, and nothing is sent twice.
struct OutboxTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path + "/outbox.sqlite"
  }

  private var store: OutboxStore { OutboxStore(path: path) { 9 } }

  private func states(_ store: OutboxStore) throws -> [DeliveryState] {
    try store.messages().messages.flatMap(\.deliveries).map(\.state)
  }

  @discardableResult
  private func send(
    _ number: Int64, by carrier: TestCarrier, _ store: OutboxStore, cancellation: Cancellation = Cancellation()
  ) throws -> OutboxMessage? {
    try OutboxSender(store, by: carrier).send(number, cancellation: cancellation)
  }

  @Test func aMessageIsSavedAndReadBackByAnotherSession() throws {
    let saved = try store.add(.example(["a", "b"]))
    #expect(saved.number == 1 && saved.deliveries.map(\.id) == [1, 2])
    #expect(try store.messages() == OutboxExcerpt([saved]))
    #expect(saved.deliveries.map(\.state) == [.waiting, .waiting])
    #expect(try store.message(1) == saved && store.message(2) == nil)
  }

  @Test func everyCopyIsSentOnce() throws {
    let carrier = TestCarrier()
    try store.add(.example(["a", "b", "c"]))
    for _ in 0..<3 { try send(1, by: carrier, store) }
    #expect(carrier.keys == ["a", "b", "c"])
    #expect(try states(store) == [.sent, .sent, .sent])
  }

  @Test func everyCopyHasItsOwnOutcome() throws {
    let carrier = TestCarrier { delivery, mayHandOver, _ in
      switch delivery.key {
      case "a": return .failed("no such user")
      case "b": return mayHandOver() ? .unknown("no answer") : .failed("")
      case "c": return mayHandOver() ? .failed("refused") : .failed("")
      default: return mayHandOver() ? .sent : .failed("")
      }
    }
    try store.add(.example(["a", "b", "c", "d"]))
    let message = try send(1, by: carrier, store)
    #expect(message?.deliveries.map(\.state) == [.failed, .unknown, .failed, .sent])
    #expect(message?.deliveries.map(\.reason.text) == ["no such user", "no answer", "refused", ""])
  }

  /// After another try, only the copies of this try are reported.
  @Test func copiesThatWereSentBeforeAreNotInTheResult() throws {
    let carrier = TestCarrier { delivery, mayHandOver, _ in
      delivery.key == "b" ? .failed("no such user") : mayHandOver() ? .sent : .failed("")
    }
    try store.add(.example(["a", "b", "c"]))
    #expect(try send(1, by: carrier, store)?.deliveries.map(\.key) == ["a", "b", "c"])
    try store.change([2], from: [.failed], to: .waiting)
    #expect(try send(1, by: TestCarrier(), store)?.deliveries.map(\.key) == ["b"])
    #expect(try states(store) == [.sent, .sent, .sent])
  }

  /// A copy is saved as being handed over before the other side can have it.
  @Test func beforeItIsHandedOverACopyIsSavedAsSuch() throws {
    let seen = Mutex<[DeliveryState]>([])
    let other = store
    let carrier = TestCarrier { _, mayHandOver, _ in
      let before = (try? other.messages())?.messages.flatMap(\.deliveries).map(\.state) ?? []
      let may = mayHandOver()
      let after = (try? other.messages())?.messages.flatMap(\.deliveries).map(\.state) ?? []
      seen.withLock { $0 = before + after }
      return may ? .sent : .failed("")
    }
    try store.add(.example(["a"]))
    try send(1, by: carrier, store)
    #expect(seen.withLock { $0 } == [.waiting, .sending])
  }

  /// As after a kill: the file says that a copy was being handed over, and nobody is doing it.
  @Test func aCopyThatAKilledProgramWasHandingOverIsUnknownAndNotSentAgain() throws {
    let store = store
    try store.add(.example(["a", "b"]))
    try store.change([1], from: [.waiting], to: .sending)
    let carrier = TestCarrier()
    let message = try send(1, by: carrier, store)
    #expect(message?.deliveries.map(\.state) == [.unknown, .sent])
    #expect(carrier.keys == ["b"])
  }

  @Test func aListingFindsCopiesOfAKilledProgramUnlessSomebodyIsSending() throws {
    let store = store
    try store.add(.example(["a"]))
    try store.change([1], from: [.waiting], to: .sending)
    try store.whileSending(Cancellation()) { () throws(StoreError) in
      // Here the lock is held, as by a program that is sending. It has found the copy already.
      try store.change([1], from: [.unknown], to: .sending)
      try store.settleIfIdle()
    }
    #expect(try states(store) == [.sending])
    try store.settleIfIdle()
    #expect(try states(store) == [.unknown])
  }

  /// The control for the lock: without it, the copy that another program is handing over would be unknown.
  @Test func onlyOneProgramSendsAtATime() throws {
    let (first, second) = (store, store)
    try first.add(.example(["a"]))
    let began = DispatchSemaphore(value: 0)
    let mayEnd = DispatchSemaphore(value: 0)
    let slow = TestCarrier { _, mayHandOver, _ in
      let may = mayHandOver()
      began.signal()
      mayEnd.wait()
      return may ? .sent : .failed("")
    }
    let ended = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      _ = try? OutboxSender(first, by: slow).send(1, cancellation: Cancellation())
      ended.signal()
    }
    began.wait()
    let cancellation = Cancellation()
    let waiter = DispatchSemaphore(value: 0)
    let quick = TestCarrier()
    let error = Mutex<StoreError?>(nil)
    Thread.detachNewThread {
      do throws(StoreError) {
        _ = try OutboxSender(second, by: quick).send(1, cancellation: cancellation)
      } catch let failure {
        error.withLock { $0 = failure }
      }
      waiter.signal()
    }
    cancellation.cancel()
    waiter.wait()
    #expect(error.withLock { $0 } == .cancelled && quick.keys == [])
    #expect(try states(second) == [.sending])
    mayEnd.signal()
    ended.wait()
    #expect(try states(second) == [.sent])
    #expect(slow.keys == ["a"])
  }

  @Test func cancelledCopiesAreNotSent() throws {
    let store = store
    try store.add(.example(["a", "b"]))
    #expect(try store.change([1], from: [.waiting, .failed], to: .cancelled) == [1])
    let carrier = TestCarrier()
    try send(1, by: carrier, store)
    #expect(carrier.keys == ["b"])
    #expect(try states(store) == [.cancelled, .sent])
    #expect(try store.change([1, 2], from: [.waiting, .failed], to: .cancelled) == [])
  }

  /// Another session cancels a copy after this one has read it.
  @Test func aCopyThatIsCancelledAtTheLastMomentIsNotHandedOver() throws {
    let other = store
    let carrier = TestCarrier { delivery, mayHandOver, _ in
      _ = try? other.change([delivery.id], from: [.waiting], to: .cancelled)
      return mayHandOver() ? .sent : .failed("not allowed")
    }
    try store.add(.example(["a"]))
    try send(1, by: carrier, store)
    #expect(carrier.keys == [])
    #expect(try states(store) == [.cancelled])
  }

  @Test func afterACancellationTheRestWaits() throws {
    let cancellation = Cancellation()
    let carrier = TestCarrier { delivery, mayHandOver, cancellation in
      if delivery.key == "b" {
        cancellation.cancel()
        return mayHandOver() ? .sent : .failed("cancelled")
      }
      return mayHandOver() ? .sent : .failed("")
    }
    try store.add(.example(["a", "b", "c"]))
    try send(1, by: carrier, store, cancellation: cancellation)
    #expect(try states(store) == [.sent, .waiting, .waiting])
    #expect(carrier.keys == ["a"])
    let rest = TestCarrier()
    try send(1, by: rest, store)
    #expect(rest.keys == ["b", "c"])
  }

  @Test func onlyCopiesThatWereNotSentAreTriedAgain() throws {
    let store = store
    try store.add(.example(["a", "b", "c"]))
    let carrier = TestCarrier { delivery, mayHandOver, _ in
      delivery.key == "b" ? .failed("busy") : mayHandOver() ? .sent : .failed("")
    }
    try send(1, by: carrier, store)
    #expect(try store.change([1, 2, 3], from: [.failed], to: .waiting) == [2])
    let again = TestCarrier()
    try send(1, by: again, store)
    #expect(again.keys == ["b"])
  }

  /// If it cannot be written down, nothing is handed over: it might be sent a second time.
  @Test func withoutARecordNothingIsHandedOver() throws {
    try store.add(.example(["a"]))
    let path = path
    let carrier = TestCarrier { _, mayHandOver, _ in
      unlink(path)
      return mayHandOver() ? .sent : .failed("no record")
    }
    _ = try? send(1, by: carrier, OutboxStore(path: path))
    #expect(carrier.keys == [])
  }

  @Test func afterARestoreNothingThatWaitedIsSentByItself() throws {
    let first = OutboxStore(path: path) { 0 }
    try first.add(.example(["a", "b"]))
    // The backup of the first day has both copies waiting.
    let carrier = TestCarrier()
    try OutboxSender(first, by: carrier).send(1, cancellation: Cancellation())
    try Data("damaged".utf8).write(to: URL(filePath: path))
    let restored = OutboxStore(path: path) { 86_400 }
    #expect(try restored.messages().messages.flatMap(\.deliveries).map(\.state) == [.unknown, .unknown])
    let again = TestCarrier()
    try OutboxSender(restored, by: again).send(1, cancellation: Cancellation())
    #expect(again.keys == [] && carrier.keys == ["a", "b"])
  }

  @Test func keysAreUsedOnce() throws {
    let store = store
    try store.add(.example(["a"]))
    #expect(throws: StoreError.self) { try store.add(.example(["a"])) }
    #expect(try store.messages().total == 1)
  }

  // MARK: what is kept

  private func numbers(_ store: OutboxStore, _ wanted: OutboxSelection = .newest(nil)) throws -> [Int64] {
    try store.messages(wanted).messages.map(\.number)
  }

  /// A store whose clock stands at a time after the messages of `OutboxMessage.example` were written.
  private func laterStore(after seconds: Int64, mostKept: Int = 1000) -> OutboxStore {
    OutboxStore(path: path, mostKept: mostKept) { 5 + seconds }
  }

  /// A message is written at each end of the border, and one in each state.
  @Test(arguments: [(0, true), (1, false)]) func whatWasSentIsKeptForAWhile(later: Int64, isKept: Bool) throws {
    let first = store
    for key in ["sent", "cancelled", "waiting", "failed", "unknown"] { try first.add(.example([key])) }
    for (id, state) in [(1, DeliveryState.sent), (2, .cancelled), (4, .failed), (5, .unknown)] {
      try first.change([Int64(id)], from: [.waiting], to: state)
    }
    try laterStore(after: OutboxStore.longestKept + later).add(.example(["new"]))
    #expect(try numbers(store) == (isKept ? [1, 2, 3, 4, 5, 6] : [3, 4, 5, 6]))
    // Nothing is sent twice: what is left is what was not sent.
    let carrier = TestCarrier()
    for number in try numbers(store) { try send(number, by: carrier, store) }
    #expect(carrier.keys == ["waiting", "new"])
  }

  /// A message with a copy that somebody may still want is kept, however many there are.
  @Test func onlyTheNewestOfThoseThatWereSentAreKept() throws {
    let store = laterStore(after: 0, mostKept: 3)
    for number in 1...6 {
      try store.add(.example(["a\(number)", "b\(number)"]))
      let copies = [Int64(2 * number - 1), Int64(2 * number)]
      try store.change(number == 2 ? [copies[0]] : copies, from: [.waiting], to: .sent)
    }
    // When the sixth was added, it was one of the newest three.
    #expect(try numbers(store) == [2, 4, 5, 6])
    let newest = OutboxExcerpt(try store.messages(.numbers([5, 6])).messages, of: 4, copies: 8)
    #expect(try store.messages(.newest(2)) == newest)
    #expect(try numbers(store, .unsettled) == [2] && numbers(store, .numbers([1, 4, 9])) == [4])
  }

  @Test func clearingRemovesWhatNobodyWaitsFor() throws {
    let store = store
    for key in ["sent", "cancelled", "waiting", "failed", "unknown"] { try store.add(.example([key])) }
    for (id, state) in [(1, DeliveryState.sent), (2, .cancelled), (4, .failed), (5, .unknown)] {
      try store.change([Int64(id)], from: [.waiting], to: state)
    }
    #expect(try store.remove(nil) == 2)
    #expect(try numbers(store) == [3, 4, 5])
    // With numbers also what was not sent, but never what waits.
    #expect(try store.remove([3, 4, 5, 7]) == 2)
    #expect(try numbers(store) == [3])
    try store.change([3], from: [.waiting], to: .sending)
    #expect(try store.remove([3]) == 0)
    // Numbers are not used again.
    #expect(try store.add(.example(["new"])).number == 6)
  }

  /// Old messages are not read for a list of new ones: one that was damaged behind the back of the store is not noticed.
  @Test func aListReadsOnlyWhatItShows() throws {
    let store = store
    for key in ["a", "b", "c"] { try store.add(.example([key])) }
    #expect(try store.messages(.newest(1)).total == 3)
    let file = try Database(path: path)
    try file.run("UPDATE deliveries SET reason = x'40' WHERE id = 1")
    #expect(try numbers(store, .newest(2)) == [2, 3] && numbers(store, .numbers([2])) == [2])
    #expect(store.takeNotices().isEmpty)
    // The control: a list with the old one finds the damage.
    _ = try store.messages()
    #expect(store.takeNotices().count == 1)
  }
}
