import GazetteerIndex

extension OutboxExcerpt {
  /// What the recipients of the messages read, by the ids of their copies. Mails and unreadable messages have none.
  package var texts: [Int64: Untrusted] {
    let copies = messages.flatMap(\.deliveries).compactMap { delivery -> (Int64, Untrusted)? in
      guard case .message = delivery.address, let content = try? MessageContent(delivery.content) else { return nil }
      return (delivery.id, content.text)
    }
    return Dictionary(copies) { first, _ in first }
  }
}
