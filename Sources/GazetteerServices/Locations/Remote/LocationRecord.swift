import GazetteerIndex

/// The fields of a location, as the services that descend from one another name them.
enum LocationRecord {
  /// The fields of a draft by an account. What is not shown of its names is sent as the service has it.
  static func fields(_ draft: LocationDraft, by account: Account, clientID: String? = nil) -> [Datum.Member] {
    let members: KeyValuePairs<String, Datum?> = [
      "uniqueKey": .text(account.key), "firstName": .text(account.hiddenFirstName?.text ?? account.firstName),
      "lastName": .text(account.hiddenLastName?.text ?? account.lastName),
      "mapString": .text(draft.place), "mediaURL": .text(draft.url),
      "latitude": draft.coordinate.map { .decimal($0.latitude) },
      "longitude": draft.coordinate.map { .decimal($0.longitude) }, "clientId": clientID.map { .text(Untrusted($0)) },
    ]
    guard case .object(let fields) = Datum.members(members) else { return [] }
    return fields
  }

  /// The location of a record; nil if it has no id, no time or no owner, or one that is too long.
  ///
  /// - Parameter secrets: texts that repeat them are not shown. The id, the owner and the times stay as they are.
  static func location(
    _ record: Datum, id: Untrusted?, created: Int64?, updated: Int64?, hiding secrets: SecretForms
  ) -> Location? {
    guard let id, isID(id), let updated, let owner = record["uniqueKey"]?.words?.trimmed, isID(owner) else {
      return nil
    }
    func text(_ key: String) -> Untrusted { record[key]?.words ?? Untrusted("") }
    var coordinate: Coordinate?
    if let latitude = record["latitude"]?.number, let longitude = record["longitude"]?.number {
      coordinate = Coordinate(latitude: latitude, longitude: longitude)
    }
    let location = Location(
      id: id.text, owner: owner, firstName: text("firstName"), lastName: text("lastName"), place: text("mapString"),
      url: text("mediaURL"), coordinate: coordinate, created: created ?? updated, updated: updated)
    return location.hiding(secrets)
  }

  /// The location that a service has stored for a draft, if its answer does not have it.
  static func location(
    _ draft: LocationDraft, id: String, by account: Account, created: Int64, updated: Int64, hiding secrets: SecretForms
  ) -> Location {
    Location(
      id: id, owner: account.key, firstName: account.firstName, lastName: account.lastName, place: draft.place,
      url: draft.url, coordinate: draft.coordinate, created: created, updated: updated
    ).hiding(secrets)
  }

  /// Whether a text can be an id, or the key of an owner.
  static func isID(_ text: Untrusted) -> Bool { !text.isEmpty && text.bytes.count <= Location.mostOfID }

  /// The most records of an answer that are read, if not more were asked for.
  private static let mostRecords = 1000

  /// The locations of records, and which were left out. If there are many more than were asked for, it is not the last
  /// page: the rest can be asked for again.
  ///
  /// - Parameter time: when a record was changed last, in microseconds since 1970.
  static func page(
    _ records: [Datum], _ location: (Datum) -> Location?, time: (Datum) -> Int64?, limit: Int
  ) -> LocationPage {
    var page = LocationPage(isLast: records.count < limit)
    for record in first(records, limit: limit) {
      if let location = location(record) {
        page.locations.append(location)
      } else {
        let id = (record["objectId"] ?? record["id"])?.words
        page.ownerless.append(
          .init(id: id.flatMap { isID($0) ? $0.text : nil } ?? name(of: record), updated: time(record)))
      }
    }
    return page
  }

  /// The records that are read. A service could send any number.
  static func first(_ records: [Datum], limit: Int) -> ArraySlice<Datum> { records.prefix(max(limit, mostRecords)) }

  /// What tells a record without an id from others.
  private static func name(of record: Datum) -> String {
    var sum = Checksum()
    sum.add(record.json)
    return "\(sum.value)"
  }
}

extension Location {
  /// With other words for what repeats a secret. The id, the owner and the times stay as they are.
  fileprivate func hiding(_ secrets: SecretForms) -> Location {
    var location = self
    location.firstName = firstName.hidingContent(secrets)
    location.lastName = lastName.hidingContent(secrets)
    if secrets.areRepeated(inAnswer: place) {
      (location.place, location.hiddenPlace) = (.notShown, HiddenText(place))
    }
    if secrets.areRepeated(inAnswer: url) { (location.url, location.hiddenURL) = (.notShown, HiddenText(url)) }
    // Both names are shown together, and the owner if there is none.
    if secrets.areRepeated(inAnswer: location.fullName) {
      (location.firstName, location.lastName) = (.notShown, Untrusted(""))
    }
    return location
  }
}
