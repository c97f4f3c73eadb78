import GazetteerIndex

extension PendingChanges {
  /// Writes a change. When this returns, it survives the end of the program and a power cut.
  ///
  /// - Returns: its number; nil if it is of a location that waited when the user saw it, but does not any more.
  func add(
    _ change: LocationChange, checksLink: Bool = false, for account: Account, at time: Int64 = 0,
    _ cancellation: Cancellation
  ) throws(ServiceError) -> Int64? {
    try self.change(cancellation) { rows throws(DatabaseError) in
      var new = WaitingChange(
        number: 0, service: account.service, account: account.key, user: account.user, change, time: time)
      new.checksLink = checksLink
      if change.known?.isWaiting == true {
        let all = try rows.all(of: account)
        guard all.contains(where: { $0.change.locationID == change.locationID }) else { return nil }
      }
      return try rows.add(new)
    }
  }

  /// Records that the link of a change is tried now, so that others are tried before it next time.
  func tryLink(of number: Int64, inTurn turn: Int64) throws(ServiceError) {
    try change { rows throws(DatabaseError) in
      guard var known = try rows.one(number) else { return }
      known.linkTurn = turn
      try rows.write(known)
    }
  }

  /// Records that a link has answered, if the change still has it.
  func linkAnswered(_ checked: WaitingChange) throws(ServiceError) {
    try change { rows throws(DatabaseError) in
      guard var known = try rows.one(checked.number), known.change.draft?.url == checked.change.draft?.url
      else { return }
      known.checksLink = false
      try rows.write(known)
    }
  }

  /// Records that a change is about to be sent, and returns it as it was until then; nil if it was taken out, if its link
  /// was replaced by another one, or if only the user can say whether to send it.
  ///
  /// - Parameter others: the ids of locations with the same content.
  func begin(_ number: Int64, at time: Int64 = 0, others: Set<String> = []) throws(ServiceError) -> WaitingChange? {
    try change { rows throws(DatabaseError) in
      guard var known = try rows.one(number), !known.checksLink, !known.needsWord else { return nil }
      // Later, one of them may be it.
      if !known.mayBeStored, !known.wasPutOff { known.others.formUnion(others) }
      var begun = known
      begun.mayBeStored = true
      begun.sentAt = time
      try rows.write(begun)
      return known
    }
  }

  /// Records that only the user can say whether to send a change again.
  ///
  /// - Parameter others: the ids of locations that may be it. If the user wants it to be sent again, they are not.
  func doubt(_ change: WaitingChange, because reason: Message, others: Set<String>) throws(ServiceError) {
    try self.change { rows throws(DatabaseError) in
      guard var known = try rows.one(change.number) else { return }
      known.isUncertain = true
      known.sentAt = change.sentAt
      known.others.formUnion(others)
      known.reason = Untrusted(reason.neutralised)
      try rows.write(known)
    }
  }

  /// Records why a change still waits.
  ///
  /// - Parameter change: as `begin` returned it, or as it was read.
  /// - Parameters:
  ///   - wasSent: after `begin`, whether the service may have stored it this time; nil if it was not begun.
  ///   - wasPutOff: whether the service has put it off this time.
  func postpone(
    _ change: WaitingChange, because reason: Message, wasSent: Bool? = nil, wasPutOff: Bool = false
  ) throws(ServiceError) {
    try self.change { rows throws(DatabaseError) in
      guard var known = try rows.one(change.number) else { return }
      if let wasSent { known.mayBeStored = change.mayBeStored || wasSent }
      // A clock that was set back must not keep it waiting for long.
      if wasSent == false { known.sentAt = change.sentAt.map { min($0, known.sentAt ?? $0) } }
      known.wasPutOff = known.wasPutOff || wasPutOff
      known.reason = Untrusted(reason.neutralised)
      try rows.write(known)
    }
  }

  /// Removes a change that the service has made. Later changes of the location are of its new version from now on, and
  /// other changes with the same content are not taken for stored because of this one.
  ///
  /// - Parameter stored: nil after a deletion.
  func finish(_ change: WaitingChange, stored: Location?) throws(ServiceError) {
    try self.change { rows throws(DatabaseError) in
      try rows.delete(change.number)
      guard let stored else { return }
      if case .create(let draft, let clientID) = change.change, clientID != stored.id {
        for var other in try rows.all(posting: draft, like: change) {
          other.others.insert(stored.id)
          try rows.write(other)
        }
      }
      for later in try rows.later(than: change) {
        try rows.write(later.rebased(on: stored))
      }
    }
  }

  /// Records that the user wants a change to be sent that needs the user's word.
  func release(_ number: Int64) throws(ServiceError) {
    try change { rows throws(DatabaseError) in
      guard var known = try rows.one(number), known.needsWord else { return }
      (known.isRestored, known.isUncertain) = (false, false)
      try rows.write(known)
    }
  }
}
