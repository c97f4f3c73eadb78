import Foundation
import Synchronization
import Testing

/// Ends the run, with the name of the test, if the body of a test does not end. Unlike a `timeLimit`, it does not count
/// the time in which other tests keep a test waiting for a thread, and it ends bodies that block their thread. The body
/// must not wait for tasks, which also wait for a thread.
struct MustEnd: TestTrait, SuiteTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let watch = Watch(seconds: SafetyLimit.seconds) { fatalError("\(test.name) does not end") }
    defer { watch.end() }
    try await function()
  }

  /// Does something if it is not ended in time. It has a thread of its own.
  struct Watch {
    private let isOver = DispatchSemaphore(value: 0)

    init(seconds: Double, late: @escaping @Sendable () -> Void) {
      let isOver = isOver
      Thread.detachNewThread {
        if isOver.wait(timeout: .now() + seconds) == .timedOut { late() }
      }
    }

    func end() { isOver.signal() }
  }
}

extension Trait where Self == MustEnd {
  static var mustEnd: Self { MustEnd() }
}

struct MustEndTests {
  /// The control: a body that does not end is noticed. One that ends is not.
  @Test func onlyWhatDoesNotEndIsNoticed() {
    let late = Mutex(0)
    MustEnd.Watch(seconds: SafetyLimit.seconds) { late.withLock { $0 += 100 } }.end()
    _ = MustEnd.Watch(seconds: 0.01) { late.withLock { $0 += 1 } }
    #expect(SafetyLimit.wait { late.withLock { $0 } > 0 })
    #expect(late.withLock { $0 } == 1)
  }
}
