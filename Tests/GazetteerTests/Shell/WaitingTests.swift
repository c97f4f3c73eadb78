import Foundation
import GazetteerIndex
import Synchronization
import Testing

@testable import GazetteerShell

/// Mail, signals and commands. Signals are blocked in the threads of these tests, and are sent only to those threads.
struct WaitingTests {
  /// The result of `body` on a thread whose signals are blocked.
  private func onAWorker<Result: Sendable>(_ body: @escaping @Sendable (Signals) -> Result) throws -> Result {
    let results = Mailbox<Result?>()
    Worker.run { results.post(Signals().map(body)) }
    try #require(results.hasMail())
    return try #require(results.drain().first ?? nil)
  }

  @Test func mailFromManyThreadsComesWholeAndInOrder() throws {
    let box = Mailbox<[Int]>()
    for thread in 0..<4 {
      Worker.run { for number in 0..<1000 { box.post([thread, number]) } }
    }
    var received: [[Int]] = []
    while received.count < 4000 {
      try #require(box.hasMail())
      received += box.drain()
    }
    for thread in 0..<4 { #expect(received.filter { $0[0] == thread }.map { $0[1] } == Array(0..<1000)) }
    #expect(Readiness.wait(box.descriptor, milliseconds: 0) == [false])
  }

  @Test func signalsAreRead() throws {
    let taken = try onAWorker { signals in
      for signal in [Signal.resize, .interrupt, .terminate] { pthread_kill(pthread_self(), signal.rawValue) }
      // A program that another test has started may end now.
      let taken = (0..<10).compactMap { _ in signals.take() }.filter { $0 != .child }
      return (taken, signals.ending)
    }
    #expect(taken.0.count == 3 && Set(taken.0) == [.resize, .interrupt, .terminate])
    #expect(taken.1 == .terminate)
  }

  @Test func ctrlCCancelsTheCommandThatRuns() throws {
    let outcome = try onAWorker { signals in
      let cancellation = Cancellation()
      pthread_kill(pthread_self(), Signal.interrupt.rawValue)
      var wait = Wait(signals: signals) { _ in }
      wait.patience = SafetyLimit.milliseconds
      let job = Job("", cancellation: cancellation) { cancellation in
        // The command ends only because it is cancelled.
        SafetyLimit.wait { cancellation.isCancelled } ? "cancelled" : "not cancelled"
      }
      return wait.end(of: job)
    }
    #expect(outcome.result == "cancelled")
    #expect(outcome.wasInterrupted)
  }

  @Test func aCommandThatIgnoresCtrlCIsAbandoned() throws {
    let isOver = DispatchSemaphore(value: 0)
    defer { isOver.signal() }
    let outcome = try onAWorker { signals in
      pthread_kill(pthread_self(), Signal.interrupt.rawValue)
      let job = Job("") { _ in
        isOver.wait()
        return "over"
      }
      return Wait(signals: signals) { _ in }.end(of: job)
    }
    #expect(outcome.result == nil)
    #expect(outcome.wasInterrupted)
  }

  @Test func aResizeCancelsNothingAndMessagesAreShown() throws {
    let outcome = try onAWorker { signals in
      let mailbox = Mailbox<String>()
      let shown = Mutex<[String]>([])
      let arrived = Atomic(false)
      let mail = Mail(mailbox) { $0.map { "opened \(Untrusted($0))" } }
      let wait = Wait(signals: signals, mail: mail) { message in
        shown.withLock { $0.append(message.neutralised) }
        arrived.store(true, ordering: .releasing)
      }
      pthread_kill(pthread_self(), Signal.resize.rawValue)
      let job = Job("") { cancellation in
        mailbox.post("cities")
        _ = SafetyLimit.wait { arrived.load(ordering: .acquiring) }
        return cancellation.isCancelled
      }
      let result = wait.end(of: job)
      return (result.result, result.wasInterrupted, shown.withLock { $0 })
    }
    #expect(outcome.0 == false)
    #expect(outcome.1 == false)
    #expect(outcome.2 == ["opened cities"])
  }

  @Test func aSignalEndsTheWaitForALine() throws {
    var ends: [Int32] = [0, 0]
    pipe(&ends)
    let descriptor = ends[0]
    let failure = try onAWorker { signals -> LineSource.Failure? in
      pthread_kill(pthread_self(), Signal.interrupt.rawValue)
      do throws(LineSource.Failure) {
        let wait = Wait(signals: signals) { _ in }
        _ = try LineSource(descriptor: descriptor, waiting: wait.isReadable).next()
        return nil
      } catch {
        return error
      }
    }
    #expect(failure == .interrupted)
    for end in ends { close(end) }
  }
}
