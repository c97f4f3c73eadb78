import GazetteerIndex

/// The name of a contact, or a tag of contacts, without blanks around it.
package struct ContactName: Readable, Equatable {
  package let text: Untrusted

  package static var expected: Message { "a name of at most \(longest) bytes in one line" }
  package static var completes: Completes? { .nothing }
  private static let longest = 200

  package init(word: Untrusted) throws(Malformed) {
    text = word.trimmed
    let hasControls = text.bytes.contains { $0 < 0x20 || $0 == 0x7F }
    guard !text.isEmpty, text.bytes.count <= Self.longest, !hasControls else { throw Malformed() }
  }
}

/// How friends are told.
package enum TellingKind: String, CaseIterable, Readable {
  case mail, message

  package static var expected: Message { "mail or message" }
  package static var completes: Completes? {
    .choices([
      Completes.Choice("mail", "a text and a table, with links"), Completes.Choice("message", "a line for each place"),
    ])
  }

  package init(word: Untrusted) throws(Malformed) {
    guard let kind = TellingKind(rawValue: word.text) else { throw Malformed() }
    self = kind
  }
}

extension MailAddress: Readable {
  package static var expected: Message { "an address such as anna@example.org, in ASCII" }
  package static var completes: Completes? { .nothing }

  package init(word: Untrusted) throws(Malformed) {
    guard let address = MailAddress(word) else { throw Malformed() }
    self = address
  }
}

extension MessageTarget: Readable {
  package static var expected: Message {
    "matrix:#room:example.org, ntfy:TOPIC, webhook:NAME or apprise:NAME (help channels)"
  }
  package static var completes: Completes? {
    .choices([
      Completes.Choice("matrix:", "a room, by its id or alias"), Completes.Choice("ntfy:", "a topic"),
      Completes.Choice("webhook:", "a name in channels.toml"), Completes.Choice("apprise:", "a name in channels.toml"),
    ])
  }

  package init(word: Untrusted) throws(Malformed) {
    guard let target = MessageTarget(word) else { throw Malformed() }
    self = target
  }
}

/// Numbers of entries: `2`, `1-3,5`.
package struct EntryNumbers: Readable, Equatable {
  package let numbers: Set<Int>

  package static var expected: Message { "numbers, such as 2 or 1-3,5" }
  package static var completes: Completes? { .nothing }

  /// More than anybody can type.
  private static let most = 10_000

  package init(word: Untrusted) throws(Malformed) {
    guard case .numbers(let ranges)? = try? PlaceReference(word: word) else { throw Malformed() }
    guard ranges.allSatisfy({ $0.lowerBound > 0 && $0.count <= Self.most }) else { throw Malformed() }
    numbers = Set(ranges.joined())
  }
}
