import Synchronization

@testable import GazetteerIndex

/// A cancellation that counts how often it is polled and ends the work after so many polls.
final class CountedCancellation: Sendable {
  private let count = Atomic(0)
  private let limit: Int

  init(afterPolls limit: Int = .max) { self.limit = limit }

  /// How often the work has checked whether it is cancelled.
  var polls: Int { count.load(ordering: .relaxed) }

  /// The cancellation to hand out.
  var cancellation: Cancellation {
    Cancellation(orWhen: { self.count.wrappingAdd(1, ordering: .relaxed).newValue > self.limit })
  }
}
