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

  /// Records that a link has answered, if the change still has it.
  func linkAnswered(_ checked: WaitingChange) throws(ServiceError) {
    try change { rows throws(DatabaseError) in
      guard var known = try rows.one(checked.number), known.change.draft?.url == checked.change.draft?.url
      else { return }
      known.checksLink = false
      try rows.write(known)
    }
  }

  /// Records that a change is about to be sent, and returns it as it is now; nil if it was taken out, if its link was
  /// replaced by another one, or if only the user can say whether to send it.
  func begin(_ number: Int64) throws(ServiceError) -> WaitingChange? {
    try change { rows throws(DatabaseError) in
      guard let known = try rows.one(number), !known.checksLink, !known.isRestored else { return nil }
      var begun = known
      begun.mayBeStored = true
      try rows.write(begun)
      return known
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
      known.wasPutOff = known.wasPutOff || wasPutOff
      known.reason = Untrusted(reason.neutralised)
      try rows.write(known)
    }
  }

  /// Removes a change that the service has made. Later changes of the location are of its new version from now on.
  ///
  /// - Parameter stored: nil after a deletion.
  func finish(_ change: WaitingChange, stored: Location?) throws(ServiceError) {
    try self.change { rows throws(DatabaseError) in
      try rows.delete(change.number)
      guard let stored else { return }
      for later in try rows.later(than: change) {
        try rows.write(later.rebased(on: stored))
      }
    }
  }

  /// Records that the user wants a change to be sent that came back from a backup.
  func release(_ number: Int64) throws(ServiceError) {
    try change { rows throws(DatabaseError) in
      guard var known = try rows.one(number), known.isRestored else { return }
      known.isRestored = false
      try rows.write(known)
    }
  }
}
