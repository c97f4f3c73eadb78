/// Where one copy of a message goes.
package enum DeliveryAddress: Hashable, Sendable {
  case mail(MailAddress)
  case message(MessageTarget)

  /// `mail:anna@example.org`, `matrix:!room:example.org`.
  package var text: String {
    switch self {
    case .mail(let address): "mail:" + address.text
    case .message(let target): target.text
    }
  }

  package init?(_ text: String) {
    if text.hasPrefix("mail:") {
      guard let address = MailAddress(Untrusted(text.dropFirst(5))) else { return nil }
      self = .mail(address)
    } else {
      guard let target = MessageTarget(Untrusted(text)) else { return nil }
      self = .message(target)
    }
  }

  /// Whether the receiving server recognises a copy that it got a short time ago, so that sending it again does no harm.
  package var knowsRepeats: Bool { if case .message(let target) = self { target.way == .matrix } else { false } }
}

/// What is known about one copy.
package enum DeliveryState: String, CaseIterable, Sendable {
  /// Not sent yet.
  case waiting
  /// Being handed over. If the program is killed now, nobody knows whether it was sent.
  case sending
  /// The other side has taken it.
  case sent
  /// It was certainly not sent.
  case failed
  /// It may have been sent: the connection ended, or the program was killed, after it was handed over.
  case unknown
  /// The user does not want it to be sent any more.
  case cancelled

  /// Whether nothing more will happen to it, unless the user says so.
  package var isEnd: Bool { self != .waiting && self != .sending }

  /// Whether it is as the user wanted it, so that nobody will try it again.
  package var isSettled: Bool { self == .sent || self == .cancelled }
}

/// One copy of a message, for one person.
package struct Delivery: Equatable, Sendable {
  /// Given by the store.
  package let id: Int64
  package let recipient: Untrusted
  package let address: DeliveryAddress
  /// The sender of a mail.
  package let sender: MailAddress?
  /// The same whenever this copy is sent, so that servers recognise it. Letters, digits and hyphens.
  package let key: String
  /// The whole mail, or the message as JSON.
  package let content: [UInt8]
  package var state: DeliveryState
  /// Why it was not sent, or may not have been; may be empty.
  package var reason: Untrusted
  /// When the state changed, in seconds since 1970-01-01 00:00 UTC.
  package var changed: Int64

  package init(
    id: Int64 = 0, recipient: Untrusted, address: DeliveryAddress, sender: MailAddress? = nil, key: String,
    content: [UInt8], state: DeliveryState = .waiting, reason: Untrusted = Untrusted(""), changed: Int64
  ) {
    self.id = id
    self.recipient = recipient
    self.address = address
    self.sender = sender
    self.key = key
    self.content = content
    self.state = state
    self.reason = reason
    self.changed = changed
  }
}

/// A message in the outbox, with a copy for each recipient.
package struct OutboxMessage: Equatable, Sendable {
  /// Given by the store; 0 for a message that was not saved yet.
  package let number: Int64
  /// When it was written, in seconds since 1970-01-01 00:00 UTC.
  package let time: Int64
  /// Its subject.
  package let title: Untrusted
  package var deliveries: [Delivery]

  package init(number: Int64 = 0, time: Int64, title: Untrusted, deliveries: [Delivery]) {
    self.number = number
    self.time = time
    self.title = title
    self.deliveries = deliveries
  }
}

/// Which messages of the outbox are wanted.
package enum OutboxSelection: Hashable, Sendable {
  /// The newest ones; nil: all.
  case newest(Int?)
  /// Those with these numbers, as far as there are any.
  case numbers(Set<Int64>)
  /// Those with a copy that was not sent, or may not have been.
  case unsettled
}

/// Some messages of the outbox, oldest first.
package struct OutboxExcerpt: Equatable, Sendable {
  package var messages: [OutboxMessage]
  /// How many there are in the outbox.
  package var total: Int
  /// How many copies these have.
  package var copies: Int

  package init(_ messages: [OutboxMessage] = [], of total: Int? = nil, copies: Int? = nil) {
    self.messages = messages
    self.total = total ?? messages.count
    self.copies = copies ?? messages.reduce(0) { $0 + $1.deliveries.count }
  }
}
