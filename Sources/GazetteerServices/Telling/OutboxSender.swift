import GazetteerIndex
import Synchronization

/// Sends the copies of a message in the outbox, one after the other, each at most once.
///
///     waiting ─► sending (saved) ─► handed over ─► sent, failed or unknown (saved)
///
/// A copy is saved as `sending` right before it is handed over. So a copy that is still `waiting` after a kill was
/// certainly not sent, and one that is `sending` may have been.
package struct OutboxSender: Sendable {
  private let outbox: OutboxStore
  private let carrier: any Carrier

  package init(_ outbox: OutboxStore, by carrier: any Carrier) {
    self.outbox = outbox
    self.carrier = carrier
  }

  /// How many copies of a message were handled so far.
  package final class Progress: Sendable {
    private let count = Mutex((done: 0, all: 0))

    package init() {}
    package var copies: (done: Int, all: Int) { count.withLock { $0 } }
    fileprivate func begin(_ all: Int) { count.withLock { $0 = (0, all) } }
    fileprivate func step() { count.withLock { $0.done += 1 } }
  }

  /// Sends the copies that wait. Returns the message as it is then, but without the copies that were sent before; nil
  /// if there is none of this number.
  ///
  /// After a cancellation, it returns within 0.2 s, and the other copies still wait.
  @discardableResult
  package func send(
    _ number: Int64, cancellation: Cancellation, progress: Progress = Progress()
  ) throws(StoreError) -> OutboxMessage? {
    let before = try outbox.message(number)?.deliveries.filter { $0.state == .sent }.map(\.id) ?? []
    return try outbox.whileSending(cancellation) { () throws(StoreError) in
      let waiting = try outbox.message(number)?.deliveries.filter { $0.state == .waiting } ?? []
      progress.begin(waiting.count)
      for delivery in waiting where !cancellation.isCancelled {
        try send(delivery, cancellation)
        progress.step()
      }
      var message = try outbox.message(number)
      message?.deliveries.removeAll { before.contains($0.id) }
      return message
    }
  }

  private func send(_ delivery: Delivery, _ cancellation: Cancellation) throws(StoreError) {
    // The user may have cancelled it in another session since it was read.
    let claimed = Mutex(false)
    let outcome = carrier.carry(
      delivery,
      mayHandOver: { [outbox] in
        guard !cancellation.isCancelled else { return false }
        let isOurs = (try? outbox.change([delivery.id], from: [.waiting], to: .sending)) == [delivery.id]
        claimed.withLock { $0 = isOurs }
        return isOurs
      }, cancellation: cancellation)
    let wasHandedOver = claimed.withLock { $0 }
    switch outcome {
    case .sent: try outbox.change([delivery.id], from: [.sending], to: .sent)
    case .failed(let reason):
      // A copy that was not handed over because the user stopped waiting still waits.
      if cancellation.isCancelled, !wasHandedOver { return }
      try outbox.change(
        [delivery.id], from: [.waiting, .sending], to: .failed, because: Untrusted(reason.neutralised))
    case .unknown(let reason):
      try outbox.change(
        [delivery.id], from: [.sending], to: .unknown, because: Untrusted(reason.neutralised))
    }
  }
}
