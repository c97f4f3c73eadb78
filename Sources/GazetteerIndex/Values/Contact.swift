/// Somebody who can be told about places.
package struct Contact: Equatable, Sendable {
  /// Given by the store; 0 for a contact that was not saved yet.
  package var id: Int64
  /// Names differ, also ignoring case and accents.
  package var name: Untrusted
  package var mail: MailAddress?
  package var message: MessageTarget?
  /// In the order in which they were given.
  package var tags: [Untrusted]

  package init(
    id: Int64 = 0, name: Untrusted, mail: MailAddress? = nil, message: MessageTarget? = nil, tags: [Untrusted] = []
  ) {
    self.id = id
    self.name = name
    self.mail = mail
    self.message = message
    self.tags = tags
  }
}

/// Changes of contacts that are saved together or not at all. Each is added (`before` is nil), changed, or removed
/// (`after` is nil).
package struct ContactsEdit: Equatable, Sendable {
  package struct Change: Equatable, Sendable {
    package let before: Contact?
    package let after: Contact?

    package init(from before: Contact?, to after: Contact?) {
      self.before = before
      self.after = after
    }
  }

  package let changes: [Change]

  package init(_ changes: [Change]) { self.changes = changes }
}

/// Where messages to somebody go: `matrix:!room:example.org`. It holds no secret; those are in the configuration.
package struct MessageTarget: Hashable, Sendable {
  package enum Way: String, CaseIterable, Sendable {
    /// A room of Matrix, by its id or its alias.
    case matrix
    /// A topic of ntfy.
    case ntfy
    /// An address that takes JSON, by its name in the configuration.
    case webhook
    /// An address of the program apprise, by its name in the configuration.
    case apprise
  }

  package let way: Way
  /// In printable ASCII without blanks.
  package let address: String

  /// Reads `WAY:ADDRESS`; nil if it is not one.
  package init?(_ text: Untrusted) {
    let parts = text.text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, let way = Way(rawValue: parts[0]), Self.isAddress(parts[1], of: way) else { return nil }
    self.way = way
    address = parts[1]
  }

  package var text: String { way.rawValue + ":" + address }

  private static func isAddress(_ text: String, of way: Way) -> Bool {
    guard (1...255).contains(text.utf8.count), text.utf8.allSatisfy({ 0x21..<0x7F ~= $0 }) else { return false }
    switch way {
    case .matrix:
      // The ids of newer rooms name no server.
      if text.first == "!" { return text.utf8.count > 1 }
      return text.first == "#" && text.dropFirst().split(separator: ":", maxSplits: 1).count == 2
    case .ntfy: return text.utf8.count <= 64 && text.allSatisfy { $0.isLetter || $0.isNumber || "_-".contains($0) }
    case .webhook, .apprise:
      return text.utf8.count <= 40 && text.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" }
    }
  }
}
