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
      _ = try settleLink(of: waiting, isNew: true, isRemote: !isLocal, cancellation) { () throws(ServiceError) in
        try isReachable(managed, cancellation)
      }
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
      _ = try perform(change, after: nil, connection, &state, cancellation)
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

  func isReachable(_ managed: Managed, _ cancellation: Cancellation) throws(ServiceError) -> Bool {
    try use(managed, cancellation) { accounts, state throws(ServiceError) in
      guard let session = state.session else { return false }
      return try Connection(accounts: accounts, session: session, isRemote: true).isReachable(cancellation)
    }
  }

  func news(
    of managed: Managed, _ state: State, _ session: ServiceSession, before: Int, _ cancellation: Cancellation
  ) -> LocationNews {
    var news = LocationNews(
      state.feed.dataset(of: managed.entry.facts, for: session.account),
      .init(added: max(0, state.feed.pool.records.count - before)))
    tellUntold(in: &news, unless: cancellation)
    return news
  }
}

/// What waits.
extension DataManager {
  /// The changes that wait, of all accounts. If their file cannot be used, the result says why.
  ///
  /// - Parameter tells: whether the user is told that too.
  /// - Throws: only `.cancelled`.
  package func waiting(tells: Bool = true, _ cancellation: Cancellation) throws(ServiceError) -> WaitingChanges {
    do throws(ServiceError) {
      let all = try pending.all(cancellation)
      toldProblem.withLock { $0 = nil }
      return all
    } catch {
      guard error != .cancelled else { throw error }
      if tells { tell(problem: error.reason) }
      return WaitingChanges(problem: error.reason)
    }
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
    let untold = takeUntold(unless: cancellation)
    return untold.notices + untold.refusals
  }

  /// The same for a call that succeeds. That a change is given up is an error nevertheless.
  func tellUntold(in news: inout LocationNews, unless cancellation: Cancellation) {
    let untold = takeUntold(unless: cancellation)
    (news.notices, news.refusals) = (untold.notices, untold.refusals)
  }

  private func takeUntold(unless cancellation: Cancellation) -> Untold {
    guard !cancellation.isCancelled else { return Untold() }
    let notices = pending.takeNotices()
    return untold.withLock { untold in
      defer { untold = Untold() }
      return Untold(notices: notices + untold.notices, refusals: untold.refusals)
    }
  }

  func tell(_ notice: Message) { untold.withLock { $0.notices.append(notice) } }

  /// Tells that a change goes on waiting, once for each fetch and what follows it.
  func tell(_ error: ServiceError, of waiting: WaitingChange) {
    let isNew = toldToWait.withLock { $0.insert(waiting.number).inserted }
    if isNew { tell(error.notSent(waiting)) }
  }

  /// Tells once, until the file of changes can be used again, why it cannot.
  func tell(problem: Message) {
    let isKnown = toldProblem.withLock { told in
      defer { told = problem }
      return told == problem
    }
    guard !isKnown else { return }
    tell("what waits cannot be read or sent: \(problem)")
  }
}
