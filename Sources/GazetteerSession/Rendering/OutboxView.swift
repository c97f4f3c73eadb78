import GazetteerIndex

/// Messages of the outbox, the newest first, with what happened to each copy; then the changes of locations that wait.
package struct OutboxView: Equatable, Sendable {
  /// Newest first.
  package let messages: [OutboxMessage]
  /// How many there are, printed or not.
  let total: Int
  /// How many copies these have.
  private let copies: Int
  /// Oldest first, as they will be sent. They are printed whatever the limit is, because none may be overlooked.
  let waiting: WaitingChanges

  init(_ newest: OutboxExcerpt, _ waiting: WaitingChanges, limit: Limit) {
    (total, copies) = (newest.total, newest.copies)
    self.waiting = waiting
    messages = Array(newest.messages.reversed().prefix(limit.count))
  }

  private var rows: [(message: OutboxMessage, delivery: Delivery)] {
    messages.flatMap { message in message.deliveries.map { (message, $0) } }
  }
}

extension OutboxView: Presentable {
  static let fields: [Content.Field] = [
    .init("n", "the number of the message; of a change of a location: c and its number"),
    .init("time", "when it was written"), .init("to", "who gets this copy, or the service of the location"),
    .init("address", "where it goes"), .init("state", DeliveryState.allCases.map(\.rawValue).joined(separator: ", ")),
    .init("reason", "why it was not sent, or may not have been"), .init("subject", "what it is about"),
  ]

  /// What `outbox show` adds.
  static let shownFields: [Content.Field] = [.init("content", "what is sent: the mail, or the message as JSON")]

  var content: Content? {
    let (rows, changes) = (rows, waiting.changes)
    let count = rows.count + changes.count
    return Content("copies", total: copies + changes.count, fields: OutboxView.fields, count: count) { index in
      guard index < rows.count else { return changes[index - rows.count].record }
      return rows[index].message.record(of: rows[index].delivery)
    }
  }

  var isEmptyList: Bool { messages.isEmpty && waiting == WaitingChanges() }

  var page: Page {
    guard !isEmptyList else {
      return Page([.line(total == 0 ? "the outbox is empty" : "\(Numeral.messages(total))")])
    }
    let table = Table(
      columns: [
        .init(title: "#", alignment: .right), .init(title: "time", least: 20, rank: 3), .init(title: "to", least: 8),
        .init(title: "address", rank: 2, isNeeded: true), .init(title: "state"),
        .init(title: "reason", least: 12, isSentence: true),
        .init(title: "subject", least: 24, rank: 1, isNeeded: true),
      ],
      rows: rows.map { message, delivery in
        [
          String(message.number), UTC.text(message.time), delivery.recipient.neutralised, delivery.address.text,
          delivery.state.rawValue, delivery.reason.neutralised, message.title.neutralised,
        ]
      } + waiting.changes.map(\.cells))
    let count = Numeral.messages(total)
    let shown = messages.count < total ? "\(Numeral.grouped(messages.count)) of \(count)" : count
    let waits =
      !waiting.changes.isEmpty
      || messages.contains { $0.deliveries.contains { [.waiting, .failed, .unknown].contains($0.state) } }
    let changes =
      waiting.changes.isEmpty ? [] : ["\(Numeral.changesWait(waiting.changes.count).neutralised) to be sent"]
    return Page(
      [
        .table(table.withoutEmptyColumns),
        .line(((total > 0 ? [shown] : []) + changes).joined(separator: "; ")),
      ]
        + (waits ? [.line("to try again: outbox retry N; to give up: outbox cancel N" + example)] : []))
  }
}

extension OutboxView {
  /// How the number of a change is typed; empty if no change waits.
  private var example: String { waiting.changes.first.map { ", such as \($0.word)" } ?? "" }
}

extension OutboxMessage {
  /// One copy as `--json` gives it.
  func record(of delivery: Delivery) -> Record {
    var record = Record()
    record.add("n", .integer(number))
    record.add("time", .own(UTC.iso(time)))
    record.add("to", delivery.recipient)
    record.add("address", .own(delivery.address.text))
    record.add("state", .own(delivery.state.rawValue))
    record.add("reason", delivery.reason)
    record.add("subject", title)
    return record
  }
}

extension WaitingChange {
  /// Whether the service may have it, in the words for copies of messages.
  private var delivery: DeliveryState { mayBeStored || isRestored ? .unknown : .waiting }
  private var written: String { time == 0 ? "" : UTC.text(time) }

  var record: Record {
    var record = Record()
    record.add("n", .own(word))
    record.add("time", time == 0 ? nil : .own(UTC.iso(time)))
    record.add("to", .own(service))
    record.add("address", user)
    record.add("state", .own(delivery.rawValue))
    record.add("reason", state)
    record.add("subject", Untrusted(change.title.neutralised))
    return record
  }

  fileprivate var cells: [String] {
    [word, written, service, user.neutralised, delivery.rawValue, state.neutralised, change.title.neutralised]
  }
}

extension Numeral {
  /// `3 messages`.
  package static func messages(_ count: Int) -> String { count == 1 ? "1 message" : "\(grouped(count)) messages" }
}
