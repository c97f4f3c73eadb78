import Foundation
import Synchronization
import Testing

@testable import GazetteerIndex

/// Cancelling wakes a thread that waits.
@Suite struct CancellationHandlerTests {
  /// Counts calls on any thread.
  private final class Calls: Sendable {
    private let count = Atomic(0)
    func add() { count.wrappingAdd(1, ordering: .relaxed) }
    var number: Int { count.load(ordering: .relaxed) }
  }

  @Test func cancellingCallsEveryHandlerOnce() {
    let (cancellation, first, second) = (Cancellation(), Calls(), Calls())
    let registrations = [cancellation.onCancel(first.add), cancellation.onCancel(second.add)]
    #expect(first.number == 0 && second.number == 0)
    cancellation.cancel()
    cancellation.cancel()
    #expect(first.number == 1 && second.number == 1)
    for registration in registrations { registration.end() }
  }

  @Test func aHandlerThatComesTooLateIsCalledAtOnce() {
    let (cancellation, calls) = (Cancellation(), Calls())
    cancellation.cancel()
    let registration = cancellation.onCancel(calls.add)
    #expect(calls.number == 1)
    registration.end()
  }

  @Test func aHandlerThatWasRemovedIsNotCalled() {
    let (cancellation, calls) = (Cancellation(), Calls())
    let registration = cancellation.onCancel(calls.add)
    registration.end()
    _ = cancellation.onCancel(calls.add)
    cancellation.cancel()
    #expect(calls.number == 0)
  }

  @Test func aHandlerStaysWhileTheWorkRuns() {
    let (cancellation, calls) = (Cancellation(), Calls())
    #expect(cancellation.calling(calls.add) { 7 } == 7)
    cancellation.calling(calls.add) { cancellation.cancel() }
    #expect(calls.number == 1)
  }

  @Test func endingWaitsForAHandlerThatIsRunning() {
    let cancellation = Cancellation()
    let (isRunning, mayReturn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let hasReturned = Calls()
    let registration = cancellation.onCancel {
      isRunning.signal()
      mayReturn.wait()
      hasReturned.add()
    }
    Thread.detachNewThread { cancellation.cancel() }
    isRunning.wait()
    mayReturn.signal()
    registration.end()
    #expect(hasReturned.number == 1)
  }

  @Test func cancellingWakesAThreadThatWaitsInAMonitor() {
    let (monitor, cancellation) = (Monitor(0), Cancellation())
    let (isWaiting, wasCancelled) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    Thread.detachNewThread {
      do {
        _ = try monitor.wait(cancellation) { value -> Bool? in
          isWaiting.signal()
          return value > 0 ? true : nil
        }
      } catch {
        wasCancelled.signal()
      }
    }
    isWaiting.wait()
    cancellation.cancel()
    wasCancelled.wait()
  }

  @Test func aWaitingThreadMakesTheValueIfTheMakerIsCancelled() throws {
    let lazy = Lazy<Int>()
    let (isMaking, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    Thread.detachNewThread {
      _ = try? lazy { _ throws(Cancelled) in
        isMaking.signal()
        mayEnd.wait()
        throw Cancelled()
      }
    }
    isMaking.wait()
    Thread.detachNewThread { mayEnd.signal() }
    #expect(try lazy { _ in 2 } == 2)
  }
}
