import GazetteerIndex

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
  struct Sent: Sendable {
    var hasSentWanted = false
    /// Why the wanted change was not sent, or not stored.
    var failure: ServiceError?
  }

  /// What became of a change.
  private enum Step {
    case stored
    /// It was taken out meanwhile.
    case gone
  }

  /// Whether the link of a change answers.
  enum Verdict {
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

  /// Checks the link of a change, if that was not done before. Throws if the change cannot be sent now, or never.
  ///
  /// - Parameters:
  ///   - isNew: whether the user has just made the change, and can make it again.
  ///   - serviceAnswers: called if the network may be the reason. Not for a service on this machine, which says nothing
  ///     about the network.
  /// - Returns: false if it was taken out, because a later change of the location has another link.
  func settleLink(
    of waiting: WaitingChange, isNew: Bool, isRemote: Bool, _ cancellation: Cancellation,
    serviceAnswers: () throws(ServiceError) -> Bool
  ) throws(ServiceError) -> Bool {
    let verdict = try verdict(on: waiting, cancellation)
    if case .unclear(let link) = verdict {
      let reason: ServiceError? =
        isRemote || isNew
        ? link.reasonToWait(serviceAnswers: isRemote ? try serviceAnswers() : true) : .waitsForLink(link.problem)
      if let reason {
        if try pending.refuseReplaced(waiting) { return false }
        try pending.postpone(waiting, because: link.reason)
        throw reason
      }
    }
    // If another program has found that the link answers, it may be sending the change.
    if let link = verdict.problem, try pending.refuseUnsent(waiting) { throw .badLink(link) }
    return true
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

  /// Sends the changes that wait, oldest first, up to the first that cannot be sent now. Changes whose links were not
  /// checked yet are left out, because a check may take a minute; the wanted one is not.
  ///
  /// - Parameters:
  ///   - wanted: the number of the change whose failure is returned. Failures of others are told.
  ///   - others: the numbers of the other changes to send; nil: all.
  func send(
    _ connection: Connection, _ state: inout State, wanted: Int64?, others: Set<Int64>? = nil,
    _ cancellation: Cancellation
  ) throws(ServiceError) -> Sent {
    var sent = Sent()
    let account = connection.session.account
    guard !account.isGuest else { return sent }
    var count = 0
    defer {
      if count > 0 { tell("sent \(count) \(own: count == 1 ? "change" : "changes") that had to wait") }
    }
    var last: Int64 = 0
    // The locations of changes that another call holds, or that wait for something. What builds on them waits too.
    var blocked: [String: ServiceError] = [:]
    while let waiting = try pending.next(after: last, of: account, cancellation) {
      last = waiting.number
      let (isWanted, location) = (waiting.number == wanted, waiting.change.locationID)
      let isHeld = !isWanted && held.withLock { $0.contains(waiting.number) }
      if blocked[location] == nil {
        if !isWanted, others?.contains(waiting.number) == false {
          blocked[location] = .waits(.other(reason: Untrusted("the change before it waits")))
        } else if waiting.needsWord {
          let reason = Untrusted("the change before it may have been sent already; see outbox")
          blocked[location] = .waits(.other(reason: reason))
        } else if isHeld {
          blocked[location] = .waitsForOther
        } else if waiting.checksLink, !isWanted {
          if wanted != nil, try pending.refuseReplaced(waiting) { continue }
          blocked[location] = .waits(.other(reason: Untrusted("the change before it waits for its link")))
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
        }
      } catch {
        if error.isAboutOneChange, !isWanted {
          blocked[location] = error
          tell(error, of: waiting)
          continue
        }
        guard !isWanted, error.isFinal else {
          sent.failure = error
          if wanted == nil, !cancellation.isCancelled { tell(error, of: waiting) }
          return sent
        }
        untold.withLock { $0.refusals.append(error.notStored(waiting)) }
      }
    }
    return sent
  }

  /// Sends a change. If it can never be stored, takes it out.
  private func send(
    _ waiting: WaitingChange, _ connection: Connection, _ state: inout State, _ cancellation: Cancellation
  ) throws(ServiceError) -> Step {
    let isSettled = try settleLink(of: waiting, isNew: true, isRemote: connection.isRemote, cancellation) {
      () throws(ServiceError) in try connection.isReachable(cancellation)
    }
    guard isSettled else { return .gone }
    let time = now()
    let others = state.feed.others(like: waiting, of: connection.session.account)
    guard let begun = try pending.begin(waiting.number, at: time, others: others) else { return .gone }
    let stored: Location?
    do throws(ServiceError) {
      stored = try perform(begun.change, after: begun.earlier(at: time), connection, &state, cancellation)
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
      case .uncertain(let others):
        try pending.doubt(begun, because: error.reason, others: others)
        throw error
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
  func perform(
    _ change: LocationChange, after earlier: EarlierRequests?, _ connection: Connection, _ state: inout State,
    _ cancellation: Cancellation
  ) throws(ServiceError) -> Location? {
    let (records, account) = (connection.records, connection.session.account)
    var stored: Location
    switch change {
    case .create(let draft, let clientID):
      stored = try records.create(draft, clientID: clientID, after: earlier, by: account, cancellation)
    case .update(let location, let draft):
      stored = try records.update(location, to: draft, by: account, cancellation)
    case .delete(let location):
      try records.delete(location, by: account, cancellation)
      _ = state.feed.remove(location.id)
      return nil
    }
    // What the user has written now is shown, also if it repeats a secret.
    if let draft = change.draft, stored.has(draft) { stored.take(draft) }
    _ = state.feed.put(stored)
    return stored
  }
}

extension WaitingChange {
  /// How long a service may be working on a request after it was sent, in seconds: twice as long as gaz waits for the
  /// answer. Servers and what is between give up earlier.
  static let longestWork: Int64 = 120

  /// The requests that were sent for it before; nil if there were none.
  fileprivate func earlier(at now: Int64) -> EarlierRequests? {
    guard mayBeStored || wasPutOff else { return nil }
    var earlier = EarlierRequests()
    (earlier.since, earlier.others) = (time * 1_000_000, others)
    // Who has put it off is not working on it.
    if mayBeStored, let sentAt, now - sentAt < Self.longestWork {
      earlier.secondsInWork = Int(min(Self.longestWork, Self.longestWork - (now - sentAt)))
    }
    return earlier
  }
}

extension LocationFeed {
  /// The ids of the account's locations that a change would post once more.
  fileprivate func others(like waiting: WaitingChange, of account: Account) -> Set<String> {
    guard case .create(let draft, let clientID) = waiting.change else { return [] }
    return Set(pool.records.filter { $0.owner == account.key && $0.has(draft) && $0.id != clientID }.map(\.id))
  }
}
