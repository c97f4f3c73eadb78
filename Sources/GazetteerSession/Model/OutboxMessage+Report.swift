import GazetteerIndex

extension OutboxMessage {
  /// What the user is told after the copies were sent, or not.
  var report: [Effect] {
    var effects: [Effect] = []
    let sent = deliveries.filter { $0.state == .sent }
    if !sent.isEmpty {
      let line: Message = "sent to \(sent.map(\.recipient).listedNames)"
      effects.append(.done(Deed([line], "copies", sent.map(record))))
    }
    for delivery in deliveries {
      switch delivery.state {
      case .sent, .cancelled: continue
      case .unknown:
        effects.append(
          .report(
            Failure(
              "\(quoted: delivery.recipient) may have the message or not", why: delivery.why,
              try: "outbox retry \(own: String(number)), which asks first", code: .serviceUnavailable)))
      case .waiting, .sending, .failed:
        effects.append(
          .report(
            Failure(
              "nothing was sent to \(quoted: delivery.recipient)", why: delivery.why,
              try: "outbox retry \(own: String(number))", code: .serviceUnavailable)))
      }
    }
    return effects
  }
}

extension Delivery {
  fileprivate var why: Message? { reason.isEmpty ? nil : "\(reason)" }
}
