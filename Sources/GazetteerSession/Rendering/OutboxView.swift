import GazetteerIndex

/// Messages of the outbox, the newest first, with what happened to each copy.
package struct OutboxView: Equatable, Sendable {
  /// Newest first.
  package let messages: [OutboxMessage]
  /// How many there are, printed or not.
  let total: Int

  init(_ newest: OutboxExcerpt, limit: Limit) {
    total = newest.total
    messages = Array(newest.messages.reversed().prefix(limit.count))
  }

  private var rows: [(message: OutboxMessage, delivery: Delivery)] {
    messages.flatMap { message in message.deliveries.map { (message, $0) } }
  }
}

extension OutboxView: Presentable {
  static let fields: [Content.Field] = [
    .init("n", "the number of the message"), .init("time", "when it was written"), .init("to", "who gets this copy"),
    .init("address", "where it goes"), .init("state", DeliveryState.allCases.map(\.rawValue).joined(separator: ", ")),
    .init("reason", "why it was not sent, or may not have been"), .init("subject", "what it is about"),
  ]

  var content: Content? {
    let rows = rows
    return Content("copies", total: rows.count, fields: OutboxView.fields, count: rows.count) { index in
      let (message, delivery) = rows[index]
      var record = Record()
      record.add("n", .integer(message.number))
      record.add("time", .own(UTC.iso(message.time)))
      record.add("to", delivery.recipient)
      record.add("address", .own(delivery.address.text))
      record.add("state", .own(delivery.state.rawValue))
      record.add("reason", delivery.reason)
      record.add("subject", message.title)
      return record
    }
  }

  var isEmptyList: Bool { messages.isEmpty }

  var page: Page {
    guard !messages.isEmpty else {
      return Page([.line(total == 0 ? "the outbox is empty" : "\(Numeral.messages(total))")])
    }
    let table = Table(
      columns: [
        .init(title: "#", alignment: .right), .init(title: "time", least: 10, rank: 3), .init(title: "to", least: 8),
        .init(title: "address", least: 12, rank: 2), .init(title: "state"), .init(title: "reason", least: 12),
        .init(title: "subject", least: 12, rank: 1),
      ],
      rows: rows.map { message, delivery in
        [
          String(message.number), UTC.text(message.time), delivery.recipient.neutralised, delivery.address.text,
          delivery.state.rawValue, delivery.reason.neutralised, message.title.neutralised,
        ]
      })
    let count = Numeral.messages(total)
    let shown = messages.count < total ? "\(Numeral.grouped(messages.count)) of \(count)" : count
    let waits = messages.contains { $0.deliveries.contains { [.waiting, .failed, .unknown].contains($0.state) } }
    return Page(
      [.table(table.withoutEmptyColumns), .line(shown)]
        + (waits ? [.line("to try again: outbox retry N; to give up: outbox cancel N")] : []))
  }
}

extension Numeral {
  /// `3 messages`.
  package static func messages(_ count: Int) -> String { count == 1 ? "1 message" : "\(grouped(count)) messages" }
}
