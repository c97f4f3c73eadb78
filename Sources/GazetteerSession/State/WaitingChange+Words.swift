import GazetteerIndex

extension LocationDraft {
  /// What is there, in a question: `Boston (https://example.org/ada)`.
  var title: Message { url.isEmpty ? "\(cut: place)" : "\(cut: place) (\(cut: url))" }
}

extension LocationChange {
  /// What will be done: `post Boston`, in a list of what waits.
  package var title: Message {
    switch self {
    case .create(let draft, _): "post \(draft.title)"
    case .update(let location, let draft): "replace \(location.draft.title) by \(draft.title)"
    case .delete(let location): "delete \(location.draft.title)"
    }
  }
}

extension WaitingChange {
  /// Its number among those of messages.
  var word: String { "c\(number)" }

  /// Why it waits; empty if it was just made.
  var state: Untrusted {
    !reason.isEmpty ? reason : Untrusted(checksLink ? "its link was not checked yet" : "")
  }
}

extension [WaitingChange] {
  /// What to say below a list of the locations that they change: `waits to be sent: c1, post Boston (https://…)`.
  var waitingLines: [Message] {
    guard let first else { return [] }
    let most = 5
    let rest: [Message] = count > most ? ["\(Numeral.changesWait(count - most)) besides; to see them: outbox"] : []
    return prefix(most).map { "waits to be sent: \(own: $0.word), \($0.change.title)" } + rest
      + ["to give one up: outbox cancel \(own: first.word); why they wait: outbox"]
  }
}

extension Numeral {
  /// `1 change waits`, `2 changes wait`.
  static func changesWait(_ count: Int) -> Message {
    count == 1 ? "1 change waits" : "\(own: grouped(count)) changes wait"
  }
}
