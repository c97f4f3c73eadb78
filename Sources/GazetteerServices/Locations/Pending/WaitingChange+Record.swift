import GazetteerIndex

/// How changes are written.
extension WaitingChange {
  /// The change as data that can be read back, without what is in other columns.
  var record: Datum {
    func members(_ kind: String, _ change: KeyValuePairs<String, Datum?>) -> Datum {
      let facts: KeyValuePairs<String, Datum?> = [
        "kind": .own(kind), "time": .integer(time), "user": .text(user), "checks": .flag(checksLink),
        "sent": .flag(mayBeStored), "put-off": wasPutOff ? .flag(true) : nil,
        "restored": isRestored ? .flag(true) : nil, "sent-at": sentAt.map { .integer($0) },
        "uncertain": isUncertain ? .flag(true) : nil,
        "others": others.isEmpty ? nil : .list(others.sorted().map { .own($0) }),
        "link-turn": linkTurn > 0 ? .integer(linkTurn) : nil,
        "reason": reason.isEmpty ? nil : .text(reason),
      ]
      guard case .object(let first) = Datum.members(facts), case .object(let second) = Datum.members(change) else {
        return .object([])
      }
      return .object(first + second)
    }
    return switch change {
    case .create(let draft, let clientID): members("create", ["client": .own(clientID), "draft": draft.record])
    case .update(let location, let draft): members("update", ["known": location.record, "draft": draft.record])
    case .delete(let location): members("delete", ["known": location.record])
    }
  }

  init?(number: Int64, service: String, account: Untrusted, record: Datum) {
    guard let change = LocationChange(record: record) else { return nil }
    self.init(
      number: number, service: service, account: account, user: record["user"]?.words ?? Untrusted(""), change,
      time: record["time"]?.integer ?? 0)
    checksLink = record["checks"]?.isTrue ?? false
    linkTurn = record["link-turn"]?.integer ?? 0
    // Earlier versions have sent everything that they wrote.
    mayBeStored = record["sent"]?.isTrue ?? true
    wasPutOff = record["put-off"]?.isTrue ?? false
    isRestored = record["restored"]?.isTrue ?? false
    sentAt = record["sent-at"]?.integer
    isUncertain = record["uncertain"]?.isTrue ?? false
    others = Set((record["others"]?.list ?? []).compactMap { $0.words?.text })
    reason = record["reason"]?.words ?? Untrusted("")
  }
}

extension LocationChange {
  fileprivate init?(record: Datum) {
    switch record["kind"]?.words?.text {
    case "create":
      guard let draft = LocationDraft(record["draft"]), let id = record["client"]?.words?.text else { return nil }
      self = .create(draft, clientID: id)
    case "update":
      guard let draft = LocationDraft(record["draft"]), let known = Location(record["known"]) else { return nil }
      self = .update(known, draft)
    case "delete":
      guard let known = Location(record["known"]) else { return nil }
      self = .delete(known)
    default: return nil
    }
  }
}

extension Coordinate {
  fileprivate init?(_ record: Datum?) {
    guard let latitude = record?["latitude"]?.number, let longitude = record?["longitude"]?.number else { return nil }
    self.init(latitude: latitude, longitude: longitude)
  }
}

extension LocationDraft {
  var record: Datum {
    .members([
      "place": .text(place), "url": .text(url), "latitude": coordinate.map { .decimal($0.latitude) },
      "longitude": coordinate.map { .decimal($0.longitude) },
    ])
  }

  fileprivate init?(_ record: Datum?) {
    guard let place = record?["place"]?.words, let url = record?["url"]?.words else { return nil }
    self.init(place: place, url: url, coordinate: Coordinate(record))
  }
}

extension Location {
  fileprivate var record: Datum {
    .members([
      "id": .own(id), "owner": .text(owner), "first": .text(firstName), "last": .text(lastName), "place": .text(place),
      "url": .text(url), "latitude": coordinate.map { .decimal($0.latitude) },
      "longitude": coordinate.map { .decimal($0.longitude) }, "created": .integer(created),
      "updated": .integer(updated),
    ])
  }

  fileprivate init?(_ record: Datum?) {
    guard let record, let id = record["id"]?.words?.text, let owner = record["owner"]?.words,
      let created = record["created"]?.integer, let updated = record["updated"]?.integer
    else { return nil }
    self.init(
      id: id, owner: owner, firstName: record["first"]?.words ?? Untrusted(""),
      lastName: record["last"]?.words ?? Untrusted(""), place: record["place"]?.words ?? Untrusted(""),
      url: record["url"]?.words ?? Untrusted(""), coordinate: Coordinate(record), created: created, updated: updated)
  }
}
