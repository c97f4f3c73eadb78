import GazetteerIndex

/// Hands copies of messages over to servers and programs.
package protocol Carrier: Sendable {
  /// Hands over one copy. Blocks the thread. After a cancellation, it returns within 0.2 s.
  ///
  /// - Parameter mayHandOver: must be called right before the other side could have the copy. If it returns false, the
  ///   copy must not be handed over.
  func carry(
    _ delivery: Delivery, mayHandOver: @escaping () -> Bool, cancellation: Cancellation
  ) -> DeliveryOutcome
}

/// What happened to a copy.
package enum DeliveryOutcome: Equatable, Sendable {
  /// The other side has taken it.
  case sent
  /// It was certainly not sent.
  case failed(Message)
  /// It may have been sent.
  case unknown(Message)
}

/// Takes every copy and sends it nowhere: for replays.
package struct PaperCarrier: Carrier {
  package init() {}

  package func carry(
    _ delivery: Delivery, mayHandOver: @escaping () -> Bool, cancellation: Cancellation
  ) -> DeliveryOutcome {
    mayHandOver() ? .sent : .failed("it was cancelled")
  }
}
