import GazetteerIndex

/// The changes of locations in the outbox.
extension WaitingChanges {
  /// That they cannot be read; nil if they can.
  var unread: Failure? {
    problem.map {
      Failure(
        "the changes of locations that wait cannot be read", why: $0,
        try: "outbox, when the file can be used again; or move it away, then nothing in it is sent",
        code: .dataNotLoaded)
    }
  }

  /// Those with these numbers; without numbers, all.
  func numbered(_ numbers: OutboxNumbers?) throws(Failure) -> [WaitingChange] {
    guard let wanted = numbers?.changes else { return changes }
    if !wanted.isEmpty, let unread { throw unread }
    if let missing = wanted.sorted().first(where: { number in !changes.contains { Int($0.number) == number } }) {
      throw Failure("there is no change c\(missing)", try: "outbox")
    }
    return changes.filter { wanted.contains(Int($0.number)) }
  }
}

extension Session {
  /// The events that send changes: the locations of their services are fetched, and what waits is sent before that.
  ///
  /// - Parameter isAsked: whether the user has named the changes. Otherwise those that cannot be sent now, and those that
  ///   may have been sent already, are left out.
  func sending(_ changes: [WaitingChange], isAsked: Bool, _ context: Context) throws(Failure) -> [Event] {
    var events: [Event] = []
    for name in Set(changes.map(\.service)).sorted() {
      do throws(Failure) {
        try context.require(.account, for: "outbox retry")
        let service = try service(named: Untrusted(name), context)
        let account = account(at: name)
        guard let account, changes.contains(where: { $0.service == name && $0.account == account.key }) else {
          throw changes.first { $0.service == name }?.loginRequired ?? .userRequired(name)
        }
        if service.isRemote { try context.require(.network, for: "outbox retry") }
        guard !isFetching(name) else {
          throw Failure("the locations of \(own: name) are still being fetched", try: "wait, then outbox")
        }
        var request = LocationsRequest(service, .newer)
        if isAsked {
          let restored = changes.filter { $0.needsWord && $0.service == name && $0.account == account.key }
          request.released = Set(restored.map(\.number))
        }
        events.append(.fetchAsked(request))
      } catch {
        if isAsked { throw error }
      }
    }
    return events
  }
}

extension WaitingChange {
  /// Whose login it waits for.
  fileprivate var loginRequired: Failure {
    guard !user.isEmpty else { return .userRequired(service) }
    return Failure(
      "you are not logged in to \(own: service) as \(cut: user)", why: "\(own: word) is a change of that account",
      try: "login \(own: service) --user \(user)", code: .loginRequired)
  }

  /// What to say if the user has not named it, and it waits for that.
  var mustBeNamed: Message? {
    guard needsWord else { return nil }
    return """
      not sent: \(own: word), which may have been sent before; to send it: outbox retry \(own: word); \
      to give it up: outbox cancel \(own: word)
      """
  }

  /// The change for people.
  var lines: [Message] {
    let place = change.draft?.coordinate.map { "  \(Untrusted($0.word))" as Message }
    let stored: Message? = mayBeStored ? "  \(own: service) may have stored it already" : nil
    let written = time == 0 ? "" : UTC.text(time) + "  "
    return ["\(own: word)  \(own: written)\(change.title)"]
      + ["  for \(cut: user.isEmpty ? account : user) at \(own: service)", place].compactMap(\.self)
      + (state.isEmpty ? [] : ["  waits: \(state)"]) + [stored].compactMap(\.self)
  }
}
