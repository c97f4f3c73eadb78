/// What a person has posted at a location service: who they are, where, and a link.
package struct Location: Equatable, Sendable {
  package let id: String
  /// The key of the account that posted it.
  package let owner: Untrusted
  package var firstName: Untrusted
  package var lastName: Untrusted
  /// The place in words: `Boston, Massachusetts, US`.
  package var place: Untrusted
  package var url: Untrusted
  /// nil if the service has none, or one that is not on the globe. Then it is listed, but has no position.
  package var coordinate: Coordinate?
  /// The place and the link as the service has them, if other words are shown instead.
  package var hiddenPlace: HiddenText?
  package var hiddenURL: HiddenText?
  /// In microseconds since 1970-01-01 00:00 UTC.
  package var created: Int64
  package var updated: Int64
  /// Whether a text is longer than what is kept of it.
  package let isCut: Bool

  /// The most bytes that are kept of the name of a place or a person, and of a link.
  package static let (mostOfName, mostOfLink) = (1024, 4096)
  /// The most bytes of an id, and of an owner's key. Longer ones cannot be cut, so their records are left out.
  package static let mostOfID = 512

  package init(
    id: String, owner: Untrusted, firstName: Untrusted = Untrusted(""), lastName: Untrusted = Untrusted(""),
    place: Untrusted, url: Untrusted, coordinate: Coordinate?, created: Int64, updated: Int64
  ) {
    self.id = id
    self.owner = owner
    self.firstName = firstName.cut(to: Self.mostOfName)
    self.lastName = lastName.cut(to: Self.mostOfName)
    self.place = place.cut(to: Self.mostOfName)
    self.url = url.cut(to: Self.mostOfLink)
    self.coordinate = coordinate
    self.created = created
    self.updated = updated
    isCut =
      [firstName, lastName, place].contains { $0.bytes.count > Self.mostOfName }
      || url.bytes.count > Self.mostOfLink
  }

  /// Whether its place and its link are shown as the service has them.
  package var isWhole: Bool { !isCut && hiddenPlace == nil && hiddenURL == nil }

  /// The name of the person, or the key of the account if there is none.
  package var fullName: Untrusted {
    let name = [firstName.trimmed, lastName.trimmed].joined(separator: " ")
    return name.isEmpty ? owner : name
  }

  /// When it was changed last, in seconds since 1970-01-01 00:00 UTC.
  package var updatedSeconds: Int64 { updated / 1_000_000 }
}

extension Location {
  /// The newest first. No two locations of a service have the same position.
  package static func precedes(_ left: Location, _ right: Location) -> Bool {
    if left.updated != right.updated { return left.updated > right.updated }
    return right.id.utf8.lexicographicallyPrecedes(left.id.utf8)
  }

  /// The attributes of its place.
  package enum Attribute {
    package static let place = Untrusted("place")
    package static let url = Untrusted("url")
    package static let updated = Untrusted("updated")
  }

  /// The category of every location.
  package static let category = Untrusted("location")

  /// The location as a place of a dataset, with the name of the person.
  package func place(in dataset: String) -> Place {
    var attributes: [Place.Attribute] = []
    if !place.isEmpty { attributes.append(.init(key: Attribute.place, value: place)) }
    if !url.isEmpty { attributes.append(.init(key: Attribute.url, value: url)) }
    attributes.append(.init(key: Attribute.updated, value: Untrusted(UTC.iso(updatedSeconds))))
    return Place(
      id: PlaceID(dataset: dataset, id: .text(id)), name: fullName, alternates: place.isEmpty ? [] : [place],
      categories: [Self.category], coordinate: coordinate, attributes: attributes)
  }
}

extension Location {
  /// Its content, as it is shown.
  package var draft: LocationDraft { LocationDraft(place: place, url: url, coordinate: coordinate) }

  /// Whether it says what a draft says, also where that is not shown.
  package func has(_ draft: LocationDraft) -> Bool {
    (hiddenPlace?.text ?? place) == draft.place && (hiddenURL?.text ?? url) == draft.url
      && coordinate == draft.coordinate
  }
}

/// What a user wants to post, without the facts that the service adds.
package struct LocationDraft: Equatable, Sendable {
  package var place: Untrusted
  package var url: Untrusted
  package var coordinate: Coordinate?

  package init(place: Untrusted, url: Untrusted, coordinate: Coordinate?) {
    self.place = place.cut(to: Location.mostOfName)
    self.url = url
    self.coordinate = coordinate
  }
}
