import GazetteerIndex

extension Deed {
  /// Messages as their recipients read them, and changes that wait. Only `--json` has what is sent, byte by byte.
  ///
  /// - Parameter texts: what the recipients of messages read, by the ids of their copies; mails need none.
  init(showing messages: [OutboxMessage], _ texts: [Int64: Untrusted], _ changes: [WaitingChange]) {
    let copies = messages.flatMap { message in
      message.deliveries.map { delivery in
        var record = message.record(of: delivery)
        record.add("content", Untrusted(bytes: delivery.content))
        return record
      }
    }
    self.init(
      messages.flatMap { $0.lines(texts) } + changes.flatMap(\.lines), "copies", copies + changes.map(\.record))
  }
}

extension OutboxMessage {
  /// Its copies, each with its recipient, channel and state; then the text.
  fileprivate func lines(_ texts: [Int64: Untrusted]) -> [Message] {
    let copies: [Message] = deliveries.map { delivery in
      let state: Message = "\(own: delivery.address.text): \(own: delivery.state.rawValue)"
      return "\(cut: delivery.recipient) \(delivery.reason.isEmpty ? state : "\(state), \(delivery.reason)")"
    }
    let head: Message = "\(own: String(number))  \(own: UTC.text(time))  \(cut: title)"
    let written = deliveries.first.map { delivery -> [Message] in
      guard let text = MailMessage.text(in: delivery.content) ?? texts[delivery.id] else {
        return ["  the text cannot be read; to see what is sent: outbox show \(own: String(number)) --json"]
      }
      return text.lines.map { "  \(Untrusted(bytes: $0))" }
    }
    return [head] + copies + (written ?? [])
  }
}
