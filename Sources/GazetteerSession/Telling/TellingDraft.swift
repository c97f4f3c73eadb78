import GazetteerIndex

/// A message that may be sent: what, to whom and how.
package struct TellingDraft: Equatable, Sendable {
  package private(set) var telling: Telling
  let recipients: [Contact]
  let kind: TellingKind
  /// Whom mails come from; nil for messages.
  let sender: NamedMailAddress?
  let time: Int64
  /// A key for each recipient.
  let keys: [String]

  /// What goes to one address: those who read it there, and the key of their copy.
  private struct Copy {
    var names: [Untrusted]
    let contact: Contact
    let key: String
  }

  /// The same without some of the places.
  package func without(_ numbers: Set<Int>) -> TellingDraft {
    var draft = self
    draft.telling = telling.without(numbers)
    return draft
  }

  package var view: TellingView {
    TellingView(
      kind: kind.rawValue, recipients: recipients.map(\.name), subject: telling.subject,
      text: kind == .mail ? telling.mailLines : telling.messageLines,
      rows: telling.places.map { TellingView.Row(number: $0.number, line: $0.line, geo: $0.geo) })
  }

  /// The message with a copy for each recipient, as it is sent. Those who share an address get one copy.
  package func message() throws(Failure) -> OutboxMessage {
    var copies: [(address: DeliveryAddress, copy: Copy)] = []
    for (contact, key) in zip(recipients, keys) {
      let address = try address(of: contact)
      if let index = copies.firstIndex(where: { $0.address.isSame(as: address) }) {
        copies[index].copy.names.append(contact.name)
      } else {
        copies.append((address, Copy(names: [contact.name], contact: contact, key: key)))
      }
    }
    var deliveries: [Delivery] = []
    for (address, copy) in copies {
      let names = copy.names.count == 1 ? copy.names[0] : Untrusted(copy.names.map(\.text).listed("and"))
      deliveries.append(
        Delivery(
          recipient: names, address: address, sender: sender?.address, key: copy.key,
          content: try content(for: copy.contact, key: copy.key), changed: time))
    }
    return OutboxMessage(time: time, title: telling.subject, deliveries: deliveries)
  }

  private func address(of contact: Contact) throws(Failure) -> DeliveryAddress {
    switch kind {
    case .mail:
      guard let mail = contact.mail else { throw .noAddress(contact, for: kind) }
      return .mail(mail)
    case .message:
      guard let target = contact.message else { throw .noAddress(contact, for: kind) }
      return .message(target)
    }
  }

  private func content(for contact: Contact, key: String) throws(Failure) -> [UInt8] {
    guard kind == .mail, let sender, let address = contact.mail else { return Array(telling.messageContent.utf8) }
    do throws(MailFault) {
      return try MailMessage(
        sender: sender, recipient: NamedMailAddress(name: contact.name, address: address), telling: telling,
        time: time, key: key
      ).bytes()
    } catch {
      throw Failure(error)
    }
  }
}

extension DeliveryAddress {
  /// Mail servers do not tell capital letters from others, except in theory.
  fileprivate func isSame(as other: DeliveryAddress) -> Bool {
    switch (self, other) {
    case (.mail(let one), .mail(let other)): one.text.lowercased() == other.text.lowercased()
    default: self == other
    }
  }
}

extension Failure {
  static func noAddress(_ contact: Contact, for kind: TellingKind) -> Failure {
    let what: Message = kind == .mail ? "mail address" : "target for messages"
    return Failure(
      "\(quoted: contact.name) has no \(what)",
      try: "edit-contact \(quoted: contact.name) --\(own: kind.rawValue) \(own: kind == .mail ? "ADDRESS" : "TARGET")")
  }
}
