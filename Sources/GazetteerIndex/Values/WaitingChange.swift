/// A change of locations that waits on this machine, because the service is not known to have stored it.
package struct WaitingChange: Equatable, Sendable {
  /// Unique, and greater than the numbers of earlier changes.
  package let number: Int64
  package let service: String
  /// The key of the account that it is for.
  package let account: Untrusted
  /// The name with which the user of the account logs in; may be empty.
  package let user: Untrusted
  package var change: LocationChange
  /// When the user made it, in seconds since 1970-01-01 00:00 UTC; 0 if unknown.
  package let time: Int64
  /// Whether its link must answer before it is sent.
  package var checksLink = false
  /// When its link was tried last: greater than that of the changes whose links were tried before; 0: never.
  package var linkTurn: Int64 = 0
  /// Whether the service may have stored it: it was sent, and the answer was lost.
  package var mayBeStored = false
  /// Whether the service has put it off, as with 503. It says that nothing is stored; a server in between may say so
  /// too, so the service is asked for it before it is sent again.
  package var wasPutOff = false
  /// Whether it is only in a backup that has taken the place of a damaged file. It may have been sent or given up since,
  /// so it is sent only when the user says so.
  package var isRestored = false
  /// When it was sent last, in seconds since 1970; nil if it never was, or nobody knows.
  package var sentAt: Int64?
  /// The ids of locations that have the same content, but are not it: they were there before, or are of other changes.
  package var others: Set<String> = []
  /// Whether the service may have stored it, and cannot tell. It is sent again only when the user says so.
  package var isUncertain = false
  /// Whether it is sent only when the user says so.
  package var needsWord: Bool { isRestored || isUncertain }
  /// Why it still waits; empty if it was not tried yet.
  package var reason = Untrusted("")

  package init(
    number: Int64, service: String, account: Untrusted, user: Untrusted, _ change: LocationChange, time: Int64
  ) {
    self.number = number
    self.service = service
    self.account = account
    self.user = user
    self.change = change
    self.time = time
  }
}

/// The changes that wait, of all accounts.
package struct WaitingChanges: Equatable, Sendable {
  /// Oldest first.
  package var changes: [WaitingChange]
  /// Why they cannot be read; nil if they are all there.
  package var problem: Message?

  package init(_ changes: [WaitingChange] = [], problem: Message? = nil) {
    self.changes = changes
    self.problem = problem
  }

  /// Those of an account.
  package func of(_ account: Account) -> [WaitingChange] {
    account.isGuest ? [] : changes.filter { $0.service == account.service && $0.account == account.key }
  }
}

extension [WaitingChange] {
  /// An account's own locations as they will be when everything is sent: what was changed last comes first.
  package func applied(to own: [Location]) -> [Location] {
    reduce(into: own) { own, waiting in
      let id = waiting.change.locationID
      var known = own.first { $0.id == id } ?? waiting.change.known
      own.removeAll { $0.id == id }
      switch waiting.change {
      case .create(let draft, let clientID):
        own.insert(.waiting(draft, clientID: clientID, owner: waiting.account), at: 0)
      case .update(_, let draft):
        known?.take(draft)
        own = [known].compactMap(\.self) + own
      case .delete: break
      }
    }
  }
}

extension Location {
  /// A location that no service is known to have stored yet.
  package static func waiting(_ draft: LocationDraft, clientID: String, owner: Untrusted) -> Location {
    Location(
      id: clientID, owner: owner, place: draft.place, url: draft.url, coordinate: draft.coordinate, created: 0,
      updated: 0)
  }

  /// Whether it is such a location.
  package var isWaiting: Bool { updated == 0 }

  /// Takes over the content of a draft.
  package mutating func take(_ draft: LocationDraft) {
    (place, url, coordinate) = (draft.place, draft.url, draft.coordinate)
    (hiddenPlace, hiddenURL) = (nil, nil)
  }
}

extension LocationChange {
  /// The id of the location; until a new one is stored, its client id.
  package var locationID: String {
    switch self {
    case .create(_, let clientID): clientID
    case .update(let location, _), .delete(let location): location.id
    }
  }
}
