import GazetteerIndex
import Synchronization

@testable import GazetteerServices

/// A carrier that does what a test says, and counts what was handed over.
final class TestCarrier: Carrier {
  private let handedOver = Mutex<[String]>([])
  private let act: @Sendable (Delivery, _ mayHandOver: () -> Bool, Cancellation) -> DeliveryOutcome

  /// - Parameter act: what happens to a copy.
  init(_ act: @escaping @Sendable (Delivery, _ mayHandOver: () -> Bool, Cancellation) -> DeliveryOutcome) {
    self.act = act
  }

  /// A carrier that sends everything.
  convenience init() { self.init { _, mayHandOver, _ in mayHandOver() ? .sent : .failed("not allowed") } }

  /// The keys of the copies that the other side has got, in order.
  var keys: [String] { handedOver.withLock { $0 } }

  func carry(
    _ delivery: Delivery, mayHandOver: @escaping () -> Bool, cancellation: Cancellation
  ) -> DeliveryOutcome {
    act(
      delivery,
      {
        let may = mayHandOver()
        if may { self.handedOver.withLock { $0.append(delivery.key) } }
        return may
      }, cancellation)
  }
}

extension OutboxMessage {
  /// A message with a copy for each key.
  static func example(_ keys: [String], target: String = "ntfy:walks") -> OutboxMessage {
    OutboxMessage(
      time: 5, title: Untrusted("2 places"),
      deliveries: keys.compactMap { key in
        DeliveryAddress(target).map {
          Delivery(recipient: Untrusted("To \(key)"), address: $0, key: key, content: Array("{}".utf8), changed: 5)
        }
      })
  }
}
