import GazetteerIndex

/// Changes of the user's own locations.
extension DataManager {
  /// Changes the user's own locations. The change is written down first. If the service cannot be reached, or if the
  /// program ends before the service has answered, the change waits, and is sent at the next fetch.
  ///
  /// - Parameters:
  ///   - checksLink: whether the link must answer before the change is sent. If it does not, nothing is stored.
  ///   - call: for `withdraw`, from any thread.
  ///   - linkAnswered: called before the change is sent.
  /// - Throws: `.cancelled` if nothing was sent. The change still waits, because the program may be ending; if the user
  ///   has cancelled it, `withdraw` takes it out.
  package func perform(
    _ change: LocationChange, at service: String, checksLink: Bool, as call: ChangeCall = ChangeCall(),
    _ cancellation: Cancellation, linkAnswered: () -> Void = {}
  ) throws(ServiceError) -> LocationNews {
    do throws(ServiceError) {
      return try make(change, at: managed(service), checksLink: checksLink, call, cancellation, linkAnswered)
    } catch {
      if case .badLink = error { call.end() }
      throw error
    }
  }

  private func make(
    _ change: LocationChange, at managed: Managed, checksLink: Bool, _ call: ChangeCall, _ cancellation: Cancellation,
    _ linkAnswered: () -> Void
  ) throws(ServiceError) -> LocationNews {
    guard let account = managed.account, !account.isGuest else { throw .loginRequired }
    try requireAddress(in: change)
    let isLocal = !managed.entry.facts.isRemote
    // What is stored at once need not wait, unless something waits before it.
    if isLocal, !checksLink, (try? pending.isNeeded(by: account, cancellation)) != true {
      try call.begin()
      return try store(change, at: managed, cancellation)
    }
    let number = try call.write { () throws(ServiceError) in
      try hold(change, checksLink: checksLink, for: account, cancellation)
    }
    defer { if !cancellation.isCancelled { release(number) } }
    // Before the service is used, so that others can use it meanwhile.
    if let waiting = try pending.one(number, cancellation) {
      let verdict = try verdict(on: waiting, cancellation)
      // Without a server to ask for, the user decides.
      if case .unclear(let link) = verdict, !isLocal, try !isReachable(managed, cancellation) {
        try pending.postpone(waiting, because: link.reason)
        throw .waits(link.problem)
      }
      // If another program has found that the link answers, it may be sending the change.
      if let link = verdict.problem, try pending.refuseUnsent(waiting) { throw .badLink(link) }
    }
    linkAnswered()
    return try send(number, to: managed, for: account, cancellation)
  }

  /// Throws if the link of a change cannot be an address, whether or not it is to be checked.
  private func requireAddress(in change: LocationChange) throws(ServiceError) {
    guard let draft = change.draft, draft.url != change.known?.url else { return }
    do throws(LinkError) {
      _ = try LinkCheck.address(draft.url)
    } catch {
      // Without the library, nobody can tell.
      if case .malformed = error { throw .badLink(error) }
    }
  }

  /// Stores a change at a service that is always there.
  private func store(
    _ change: LocationChange, at managed: Managed, _ cancellation: Cancellation
  ) throws(ServiceError) -> LocationNews {
    try use(managed, cancellation) { accounts, state throws(ServiceError) in
      guard let session = state.session, !session.account.isGuest else { throw .loginRequired }
      let connection = Connection(accounts: accounts, session: session, isRemote: false)
      let before = state.feed.pool.records.count
      _ = try perform(change, isRepeated: false, connection, &state, cancellation)
      return news(of: managed, state, session, before: before, cancellation)
    }
  }

  /// Sends what waits, among that a change that this call holds.
  private func send(
    _ number: Int64, to managed: Managed, for account: Account, _ cancellation: Cancellation
  ) throws(ServiceError) -> LocationNews {
    try use(managed, cancellation) { accounts, state throws(ServiceError) in
      guard let session = state.session, session.account.key == account.key else { throw .waitsForLogin }
      let connection = Connection(accounts: accounts, session: session, isRemote: managed.entry.facts.isRemote)
      let before = state.feed.pool.records.count
      let sent = try pending.whileAlone(.seconds(60), cancellation) { () throws(ServiceError) in
        try send(connection, &state, wanted: number, cancellation)
      }
      guard let sent else { throw .waitsForOther }
      if let failure = sent.failure { throw failure }
      var news = news(of: managed, state, session, before: before, cancellation)
      news.isElsewhere = !sent.hasSentWanted
      return news
    }
  }

  private func isReachable(_ managed: Managed, _ cancellation: Cancellation) throws(ServiceError) -> Bool {
    try use(managed, cancellation) { accounts, state throws(ServiceError) in
      guard let session = state.session else { return false }
      return try Connection(accounts: accounts, session: session, isRemote: true).isReachable(cancellation)
    }
  }

  private func news(
    of managed: Managed, _ state: State, _ session: ServiceSession, before: Int, _ cancellation: Cancellation
  ) -> LocationNews {
    var news = LocationNews(
      state.feed.dataset(of: managed.entry.facts, for: session.account),
      .init(added: max(0, state.feed.pool.records.count - before)))
    news.notices = takeNotices(unless: cancellation)
    return news
  }
}

/// What waits.
extension DataManager {
  /// The changes that wait, of all accounts.
  package func waiting(_ cancellation: Cancellation) throws(ServiceError) -> WaitingChanges {
    try pending.all(cancellation)
  }

  /// Takes out a change that the user does not want any more, and those that build on it. Returns them.
  package func cancel(_ number: Int64) throws(ServiceError) -> [WaitingChange] { try pending.cancel(number) }

  /// Takes out the change that a call is making, unless the service may have stored it. For when the user cancels the
  /// call.
  ///
  /// - Returns: whether nothing of it is stored.
  package func withdraw(_ call: ChangeCall) throws(ServiceError) -> Bool {
    try call.withdraw { number throws(ServiceError) in
      defer { release(number) }
      return try pending.withdraw(number) != nil
    }
  }

  /// Writes a change down, and keeps other calls from sending it.
  private func hold(
    _ change: LocationChange, checksLink: Bool, for account: Account, _ cancellation: Cancellation
  ) throws(ServiceError) -> Int64 {
    try held.withLock { held throws(ServiceError) in
      let number = try pending.add(change, checksLink: checksLink, for: account, at: now(), cancellation)
      guard let number else { throw .sentMeanwhile }
      held.insert(number)
      return number
    }
  }

  private func release(_ number: Int64) { held.withLock { _ = $0.remove(number) } }

  /// What the user was not told yet about changes that had to wait. Whoever takes it must tell it, so a call that was
  /// cancelled gets nothing: its result reaches nobody.
  package func takeNotices(unless cancellation: Cancellation) -> [Message] {
    guard !cancellation.isCancelled else { return [] }
    return untold.withLock { untold in
      defer { untold = [] }
      return untold
    }
  }

  private func tell(_ notice: Message) { untold.withLock { $0.append(notice) } }

  /// Sends the changes that wait. If their file cannot be used, locations can still be read.
  func sendWaiting(
    _ connection: Connection, _ state: inout State, _ cancellation: Cancellation
  ) throws(ServiceError) {
    do throws(ServiceError) {
      guard try pending.isNeeded(by: connection.session.account, cancellation) else { return }
      // If another program is sending them, it goes on with that.
      let sent = try pending.whileAlone(.seconds(2), cancellation) { () throws(ServiceError) in
        try send(connection, &state, wanted: nil, cancellation)
      }
      // A server that does not answer would need as long for the next request.
      if case .waits(let problem?)? = sent?.failure, case .timedOut = problem { throw .network(problem) }
    } catch {
      guard case .storage(let reason) = error else { throw error }
      tell("what waits was not sent: \(reason)")
    }
  }
}

/// Sending.
extension DataManager {
  /// A session at a service.
  struct Connection: Sendable {
    let accounts: any AccountService
    let session: ServiceSession
    /// Whether the network is needed.
    let isRemote: Bool

    var records: any LocationService { accounts.locations(for: session) }

    /// Whether the service answers. Then the network is there.
    func isReachable(_ cancellation: Cancellation) throws(ServiceError) -> Bool {
      do throws(ServiceError) {
        _ = try accounts.account(of: session, cancellation)
        return true
      } catch {
        if error == .cancelled { throw error }
        if case .network = error { return false }
        return true
      }
    }
  }

  /// What became of the changes that waited.
  private struct Sent: Sendable {
    var hasSentWanted = false
    /// Why the wanted change was not sent, or not stored.
    var failure: ServiceError?
  }

  /// What became of a change.
  private enum Step {
    case stored
    /// It was taken out meanwhile.
    case gone
    /// It waits for the network, which the service itself does not need.
    case blocked(WebError)
  }

  /// Whether the link of a change answers.
  private enum Verdict {
    case yes
    case no(LinkError)
    /// It does not, but that may be the fault of the network.
    case unclear(LinkError)

    var problem: LinkError? {
      switch self {
      case .yes: nil
      case .no(let link), .unclear(let link): link
      }
    }
  }

  /// Checks the link of a change, if that was not done before.
  private func verdict(on waiting: WaitingChange, _ cancellation: Cancellation) throws(ServiceError) -> Verdict {
    guard waiting.checksLink, let draft = waiting.change.draft else { return .yes }
    do throws(LinkError) {
      try links.check(draft.url, .anywhere, cancellation)
    } catch {
      if cancellation.isCancelled { throw .cancelled }
      return error.mayBeTheNetwork ? .unclear(error) : .no(error)
    }
    try pending.linkAnswered(waiting)
    return .yes
  }

  /// Sends the changes that wait, oldest first, up to the first that cannot be sent now.
  ///
  /// - Parameter wanted: the number of the change whose failure is returned. Failures of others are told.
  private func send(
    _ connection: Connection, _ state: inout State, wanted: Int64?, _ cancellation: Cancellation
  ) throws(ServiceError) -> Sent {
    var sent = Sent()
    let account = connection.session.account
    guard !account.isGuest else { return sent }
    let damaged = try pending.all(of: account, cancellation).damaged
    if damaged > 0 {
      tell("\(damaged) \(own: damaged == 1 ? "change" : "changes") in the outbox cannot be read, and wait")
    }
    var count = 0
    defer {
      if count > 0 { tell("sent \(count) \(own: count == 1 ? "change" : "changes") that had to wait") }
    }
    var last: Int64 = 0
    // The locations of changes that another call holds, or that wait for something. What builds on them waits too.
    var blocked: [String: ServiceError] = [:]
    // After a link that cannot be checked now, the others are not tried: each may take a minute.
    var unclearLink: WebError?
    while let waiting = try pending.next(after: last, of: account, cancellation) {
      last = waiting.number
      let (isWanted, location) = (waiting.number == wanted, waiting.change.locationID)
      let isHeld = !isWanted && held.withLock { $0.contains(waiting.number) }
      if blocked[location] == nil {
        let isForAnother = wanted != nil && !isWanted
        if isHeld {
          blocked[location] = .waitsForOther
        } else if waiting.checksLink, unclearLink != nil || isForAnother {
          let reason = Untrusted("the change before it waits for its link")
          blocked[location] = .waits(unclearLink ?? .other(reason: reason))
        }
      }
      if let reason = blocked[location] {
        if isWanted { sent.failure = reason }
        continue
      }
      guard !cancellation.isCancelled else { throw .cancelled }
      do throws(ServiceError) {
        switch try send(waiting, connection, &state, cancellation) {
        case .stored:
          sent.hasSentWanted = sent.hasSentWanted || isWanted
          if !isWanted { count += 1 }
        case .gone: break
        case .blocked(let problem):
          blocked[location] = .waits(problem)
          unclearLink = problem
          if isWanted { sent.failure = .waits(problem) }
          if wanted == nil {
            tell("not sent: \(waiting.change.place.beginning); its link cannot be checked: \(problem.reason); it waits")
          }
        }
      } catch {
        if case .absent = error, !isWanted {
          blocked[location] = error
          tell(error.notSent(waiting))
          continue
        }
        guard !isWanted, error.isFinal else {
          sent.failure = error
          if wanted == nil, !cancellation.isCancelled { tell(error.notSent(waiting)) }
          return sent
        }
        tell(error.notStored(waiting))
      }
    }
    return sent
  }

  /// Sends a change. If it can never be stored, takes it out.
  private func send(
    _ waiting: WaitingChange, _ connection: Connection, _ state: inout State, _ cancellation: Cancellation
  ) throws(ServiceError) -> Step {
    let verdict = try verdict(on: waiting, cancellation)
    if case .unclear(let link) = verdict {
      if !connection.isRemote {
        try pending.postpone(waiting, because: link.reason)
        return .blocked(link.problem)
      }
      if try !connection.isReachable(cancellation) {
        try pending.postpone(waiting, because: link.reason)
        throw .waits(link.problem)
      }
    }
    if let link = verdict.problem, try pending.refuseUnsent(waiting) { throw .badLink(link) }
    guard let begun = try pending.begin(waiting.number) else { return .gone }
    let stored: Location?
    do throws(ServiceError) {
      let isRepeated = begun.mayBeStored || begun.wasPutOff
      stored = try perform(begun.change, isRepeated: isRepeated, connection, &state, cancellation)
    } catch {
      switch error {
      case .network(let problem):
        let mayBeStored = !problem.isBeforeSending && !problem.isPutOff
        try pending.postpone(begun, because: problem.reason, wasSent: mayBeStored, wasPutOff: problem.isPutOff)
        throw .waits(problem)
      case .cancelled:
        // Nobody knows whether the service has stored it.
        try pending.postpone(begun, because: error.reason, wasSent: true)
        throw .waits(nil)
      case .malformed(let reason):
        // The service may have stored it, and only its answer is damaged.
        try pending.postpone(begun, because: reason, wasSent: true)
        throw .waits(.other(reason: Untrusted(reason.neutralised)))
      case .loginRequired:
        try pending.postpone(begun, because: ServiceError.waitsForLogin.reason, wasSent: false)
        throw .waitsForLogin
      default:
        // Some services do not tell which locations were deleted.
        if error == .gone { _ = state.feed.remove(begun.change.locationID) }
        if error.isFinal {
          try pending.refuse(begun)
        } else {
          try pending.postpone(begun, because: error.reason, wasSent: false)
        }
        throw error
      }
    }
    do throws(ServiceError) {
      try pending.finish(begun, stored: stored)
    } catch {
      // The file still says that the service may have stored it, so it is not sent a second time.
      throw .waits(nil)
    }
    return .stored
  }

  /// Returns what the service has stored; nil after a deletion.
  private func perform(
    _ change: LocationChange, isRepeated: Bool, _ connection: Connection, _ state: inout State,
    _ cancellation: Cancellation
  ) throws(ServiceError) -> Location? {
    let (records, account) = (connection.records, connection.session.account)
    let stored: Location
    switch change {
    case .create(let draft, let clientID):
      stored = try records.create(draft, clientID: clientID, isRepeated: isRepeated, by: account, cancellation)
    case .update(let location, let draft):
      stored = try records.update(location, to: draft, by: account, cancellation)
    case .delete(let location):
      try records.delete(location, by: account, cancellation)
      _ = state.feed.remove(location.id)
      return nil
    }
    _ = state.feed.put(stored)
    return stored
  }
}
