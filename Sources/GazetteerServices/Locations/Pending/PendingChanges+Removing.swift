import GazetteerIndex

extension PendingChanges {
  /// Removes a change whose link does not answer, unless another program has found that it does.
  ///
  /// - Returns: whether it is removed.
  func refuseUnsent(_ change: WaitingChange) throws(ServiceError) -> Bool {
    try self.change { rows throws(DatabaseError) in
      if let known = try rows.one(change.number), !known.checksLink || known.mayBeStored { return false }
      try rows.remove(change)
      return true
    }
  }

  /// Removes a change that was not sent, if a later change of the location has another link, or deletes the location.
  ///
  /// - Returns: whether it is removed.
  func refuseReplaced(_ change: WaitingChange) throws(ServiceError) -> Bool {
    try self.change { rows throws(DatabaseError) in
      guard let known = try rows.one(change.number), known.checksLink, !known.mayBeStored,
        try rows.later(than: known).contains(where: { $0.change.draft?.url != known.change.draft?.url })
      else { return false }
      try rows.remove(known)
      return true
    }
  }

  /// Removes a change that will never be made.
  func refuse(_ change: WaitingChange) throws(ServiceError) {
    try self.change { rows throws(DatabaseError) in try rows.remove(change) }
  }

  /// Removes a change that the user does not want any more, and those that build on it. Returns them as they were.
  func cancel(_ number: Int64) throws(ServiceError) -> [WaitingChange] {
    return try change { rows throws(DatabaseError) in
      guard let known = try rows.one(number) else { return [] }
      let all = [known] + (try rows.later(than: known))
      for change in all { try rows.delete(change.number) }
      return all
    }
  }

  /// Removes a change unless the service may have stored it. Returns what was removed.
  func withdraw(_ number: Int64) throws(ServiceError) -> WaitingChange? {
    try change { rows throws(DatabaseError) in
      guard let known = try rows.one(number), !known.mayBeStored else { return nil }
      try rows.delete(number)
      return known
    }
  }
}
