import GazetteerIndex

/// Changes that wait, sent beside other calls.
///
///     fetch: sends those whose links have answered ─► the records ─► linkToCheck
///     sendChecked: checks links while others use the service ─► sends those that have answered
extension DataManager {
  /// Sends the changes that wait, except those whose links were not checked yet. If their file cannot be used, locations
  /// can still be read.
  func sendWaiting(
    _ connection: Connection, _ state: inout State, _ cancellation: Cancellation
  ) throws(ServiceError) {
    toldToWait.withLock { $0 = [] }
    let sent = try unlessFileFails { () throws(ServiceError) -> Sent? in
      guard try pending.isNeeded(by: connection.session.account, cancellation) else { return nil }
      // If another program is sending them, it goes on with that.
      return try pending.whileAlone(.seconds(2), cancellation) { () throws(ServiceError) in
        try send(connection, &state, wanted: nil, cancellation)
      }
    }
    // A server that does not answer would need as long for the next request.
    if case .waits(let problem?)?? = sent.map({ $0?.failure }), case .timedOut = problem { throw .network(problem) }
  }

  /// The first link that must be checked before a change of an account can be sent; nil if there is none.
  func linkToCheck(for account: Account, _ cancellation: Cancellation) -> Untrusted? {
    let waiting = (try? pending.all(of: account, cancellation))?.changes ?? []
    return waiting.inTurn.first { $0.checksLink && !$0.needsWord && !isHeld($0) }?.change.draft?.url
  }

  /// Checks the links of changes that wait, then sends those that can be sent. The service can be used meanwhile.
  ///
  /// - Parameter checking: called with each link before it is checked.
  package func sendChecked(
    to service: String, _ cancellation: Cancellation, checking: (Untrusted) -> Void
  ) throws(ServiceError) -> LocationNews {
    let managed = try managed(service)
    guard let account = managed.account, !account.isGuest else { throw .loginRequired }
    let numbers = try unlessFileFails { () throws(ServiceError) in
      try settleLinks(of: account, at: managed, checking, cancellation)
    }
    return try use(managed, cancellation) { accounts, state throws(ServiceError) in
      guard let session = state.session, session.account.key == account.key else { throw .loginRequired }
      let connection = Connection(accounts: accounts, session: session, isRemote: managed.entry.facts.isRemote)
      let before = state.feed.pool.records.count
      if let numbers, !numbers.isEmpty {
        _ = try unlessFileFails { () throws(ServiceError) in
          try pending.whileAlone(.seconds(2), cancellation) { () throws(ServiceError) in
            try send(connection, &state, wanted: nil, others: numbers, cancellation)
          }
        }
      }
      return news(of: managed, state, session, before: before, cancellation)
    }
  }

  /// After so many seconds, no other link is tried: each may take a minute.
  private static let patienceForLinks: Int64 = 20

  /// Checks the links of changes that wait, the one that was tried least recently first, so that none holds up the
  /// others for ever. Tells what cannot be sent.
  ///
  /// - Returns: the numbers of the changes of locations whose links have answered.
  private func settleLinks(
    of account: Account, at managed: Managed, _ checking: (Untrusted) -> Void, _ cancellation: Cancellation
  ) throws(ServiceError) -> Set<Int64> {
    let (waiting, start) = (try pending.all(of: account, cancellation).changes, now())
    var turn = waiting.map(\.linkTurn).max() ?? 0
    var answered: Set<String> = []
    // The locations of changes that go on waiting. What builds on them waits too.
    var blocked: Set<String> = []
    for change in waiting.inTurn where !blocked.contains(change.change.locationID) {
      let location = change.change.locationID
      guard !change.needsWord, !isHeld(change), !change.checksLink || now() - start < Self.patienceForLinks else {
        blocked.insert(location)
        continue
      }
      guard change.checksLink, let link = change.change.draft?.url else { continue }
      checking(link)
      turn += 1
      try pending.tryLink(of: change.number, inTurn: turn)
      do throws(ServiceError) {
        let isSettled = try settleLink(
          of: change, isNew: false, isRemote: managed.entry.facts.isRemote, cancellation
        ) { () throws(ServiceError) in try isReachable(managed, cancellation) }
        if isSettled { answered.insert(location) }
      } catch {
        switch error {
        case .cancelled, .storage: throw error
        case _ where error.isFinal: untold.withLock { $0.refusals.append(error.notStored(change)) }
        default:
          tell(error, of: change)
          blocked.insert(location)
          // The service cannot be reached.
          if !error.isAboutOneChange { return [] }
        }
      }
    }
    return Set(waiting.filter { answered.contains($0.change.locationID) }.map(\.number))
  }

  /// Whether another call of this program is making a change.
  private func isHeld(_ change: WaitingChange) -> Bool { held.withLock { $0.contains(change.number) } }

  /// Returns nil if the file of changes cannot be used, and tells that.
  private func unlessFileFails<Value>(_ body: () throws(ServiceError) -> Value) throws(ServiceError) -> Value? {
    do throws(ServiceError) {
      let value = try body()
      toldProblem.withLock { $0 = nil }
      return value
    } catch {
      guard case .storage(let reason) = error else { throw error }
      tell(problem: reason)
      return nil
    }
  }
}

extension [WaitingChange] {
  /// Those of each location together, oldest first, because they build on each other; before them those of locations
  /// whose links were tried earlier, or never.
  fileprivate var inTurn: [WaitingChange] {
    let all = Dictionary(grouping: self) { $0.change.locationID }.values.map { changes in
      (turn: changes.first { $0.checksLink }?.linkTurn ?? 0, changes: changes)
    }
    return all.sorted { ($0.turn, $0.changes[0].number) < ($1.turn, $1.changes[0].number) }.flatMap(\.changes)
  }
}
