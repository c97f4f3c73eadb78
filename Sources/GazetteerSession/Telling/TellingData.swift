import GazetteerIndex

/// What commands need to know before they can tell somebody something.
package enum TellingPart: Hashable, Sendable {
  case contacts
  case outbox(OutboxSelection)
  /// What the configuration says about sending.
  case channels
}

/// The same, as it was read. The parts that nobody asked for are empty.
package struct TellingData: Equatable, Sendable {
  package var contacts: [Contact] = []
  package var outbox = OutboxExcerpt()
  /// What the recipients of messages in it read, by the ids of their copies. Mails and unreadable messages have none.
  package var texts: [Int64: Untrusted] = [:]
  package var channels = ChannelFacts()

  package init() {}
}

/// What the session may know about the configuration of channels. It has no secrets.
package struct ChannelFacts: Equatable, Sendable {
  /// Whom mails come from; nil if no mail can be sent.
  package var sender: NamedMailAddress?
  /// The ways that are set up: `matrix`, `ntfy`, `webhook:NAME`, `apprise:NAME`.
  package var ways: Set<String> = []
  /// The file of the configuration; nil if there is no place for one.
  package var path: Untrusted?
  /// Whether the file is there.
  package var exists = true
  /// What is wrong in it.
  package var problems: [Message] = []

  package init() {}

  /// Whether something can be sent there.
  func reach(_ address: DeliveryAddress) -> Bool {
    switch address {
    case .mail: sender != nil
    case .message(let target):
      switch target.way {
      case .matrix, .ntfy: ways.contains(target.way.rawValue)
      case .webhook, .apprise: ways.contains(target.text)
      }
    }
  }
}

extension [Contact] {
  /// Those with a name or a tag, each once. Case and accents do not matter.
  package func named(_ names: [ContactName]) throws(Failure) -> [Contact] {
    var found: [Contact] = []
    for name in names {
      let matches = try named(name)
      found += matches.filter { !found.contains($0) }
    }
    return found
  }

  private func named(_ name: ContactName) throws(Failure) -> [Contact] {
    // A contact may have the name of a tag. Both are meant, so that nobody is left out unseen.
    let called = filter { contact in ([contact.name] + contact.tags).contains { $0.isFolded(as: name.text) } }
    if !called.isEmpty { return called }
    let folded = Fold.fold(name.text.text)
    let beginning = filter { !folded.isEmpty && Fold.fold($0.name.text).hasPrefix(folded + " ") }
    if beginning.count == 1 { return beginning }
    guard !isEmpty else {
      throw Failure("there are no contacts yet", try: "add-contact \(quoted: name.text) --mail ADDRESS")
    }
    let nearest = Spelling.nearest(to: name.text.text, among: map(\.name.neutralised))
    let known = beginning.isEmpty ? nearest : beginning.map(\.name.neutralised)
    throw Failure(
      "no contact is called \(quoted: name.text)", why: .didYouMean(known), try: known.isEmpty ? "contacts" : nil)
  }

  /// The contact with exactly this name.
  package func contact(named name: Untrusted) -> Contact? { first { $0.name.isFolded(as: name) } }

  /// `Anna and Bob`.
  var listedNames: Message { map(\.name).listedNames }
}

extension [Untrusted] {
  /// `Anna, Bob and Carla`, at most eight of them.
  var listedNames: Message {
    let most = 8
    guard count <= most else { return listed }
    guard let last else { return "nobody" }
    guard count > 1 else { return "\(cut: last)" }
    let first = dropLast().dropFirst().reduce("\(cut: self[0])" as Message) { "\($0), \(cut: $1)" }
    return "\(first) and \(cut: last)"
  }
}
