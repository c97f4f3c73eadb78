import GazetteerIndex

/// How lists show what only locations have.
struct LocationColumn: Sendable {
  /// Its name in `--json`.
  let name: String
  let meaning: String
  /// Its column in a list of locations.
  private(set) var column: Table.Column
  private let key: Untrusted

  private init(
    _ key: Untrusted, _ name: String, _ meaning: String, title: String? = nil, least: Int? = nil, rank: Int,
    isLink: Bool = false
  ) {
    self.key = key
    self.name = name
    self.meaning = meaning
    column = Table.Column(title: title ?? name, least: least, rank: rank, isNeeded: least != nil || isLink)
    column.isLink = isLink
  }

  static let place = LocationColumn(
    Location.Attribute.place, "place", "where the person is, in words", least: 24, rank: 1)

  /// In the order of tables and of `--json`.
  static let all = [
    place,
    LocationColumn(
      Location.Attribute.url, "url", "the link that the person has posted", title: "link", rank: 2,
      isLink: true),
    LocationColumn(Location.Attribute.updated, "updated", "when it was changed last, in UTC", rank: 5),
  ]

  /// In lists of locations and other places. There the place in words is where other rows have their region.
  static let inMixedLists = all.filter { $0.key == Location.Attribute.url }

  /// The fields of `--json` that only locations have.
  static let fields = all.map { Content.Field($0.name, $0.meaning) }

  func value(_ place: Place) -> Untrusted? { place.attributes.first { $0.key == key }?.value }

  /// The text of a cell, in one line. Times have no seconds.
  func cell(_ place: Place) -> String {
    let text = value(place)?.onOneLine.neutralised ?? ""
    guard key == Location.Attribute.updated else { return text }
    return String(text.prefix(16).map { $0 == "T" ? " " : $0 })
  }
}

extension Record {
  /// Adds `LocationColumn.fields`.
  mutating func add(contentsOfLocation place: Place) {
    for column in LocationColumn.all { add(column.name, column.value(place)) }
  }
}
