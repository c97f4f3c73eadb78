/// One field of a favorite: its names, its place in the stored record, and how to read and write it.
///
/// `all` lists every field once. The code that stores, edits, compares, imports and exports favorites loops over this
/// list and handles each field by its `kind`. So a new field of a known kind needs only one more entry.
///
/// A class, so that a loop over thousands of favorites does not copy the fields.
package final class FavoriteField: Sendable {
  /// Its name in messages: `lists`.
  package let label: String
  /// The name of one of its values: `list`. It begins the field's lines in the edited text, and its keys in files.
  package let word: String
  /// Its number in the stored record, never reused. A position also uses the next number.
  package let tag: UInt8
  package let kind: Kind
  /// Its keys in files that this program writes.
  package let keys: [FavoriteKey]
  /// Its columns in exported tables and records for other programs; empty: it has none.
  package let columns: [String]
  /// Other names of its column in files of other programs.
  package let columnSynonyms: [String]
  /// Whether the user can edit it.
  package let isEditable: Bool
  /// What the field becomes when the user removes its value.
  package let removal: Removal

  /// What a field holds and where; this decides how it is read, written and merged.
  package enum Kind: Sendable {
    /// One line of text that is never empty.
    case name(Path<Untrusted>)
    /// One line of text; empty if not known.
    case part(Path<Untrusted>)
    case text(Path<Untrusted?>)
    /// A text of several lines; pages and files show it last.
    case note(Path<Untrusted?>)
    /// Texts that are replaced as a whole.
    case texts(Path<[Untrusted]>)
    /// Texts that are added and removed one by one.
    case labels(Path<[Untrusted]>)
    /// 0 if not known.
    case count(Path<UInt32>)
    /// 1…5.
    case stars(Path<Int?>)
    case day(Path<CalendarDay?>)
    case station(Path<Favorite.Station?>)
    case position(Path<Coordinate?>)
    case identity(Path<PlaceID>)
    /// Named texts; imported ones replace those of the same name.
    case attributes(Path<[Place.Attribute]>)
    /// Seconds since 1970-01-01 00:00 UTC; set by the program only.
    case moment(Path<Int64>)
  }

  package typealias Path<Value> = WritableKeyPath<Favorite, Value> & Sendable

  package enum Removal: Sendable {
    case clears
    /// The value cannot be removed.
    case isRefused
    /// The field gets this value instead.
    case resets(FieldValue)
  }

  private init(
    _ label: String, word: String? = nil, tag: UInt8, _ kind: Kind, columns: [String] = [], synonyms: [String] = [],
    isEditable: Bool = false, removal: Removal = .clears
  ) {
    self.label = label
    self.word = word ?? label
    self.tag = tag
    self.kind = kind
    self.columns = columns
    self.isEditable = isEditable
    self.removal = removal
    columnSynonyms = synonyms
    keys = FavoriteKey.keys(of: kind, tag: tag, word: word ?? label)
  }
}

extension FavoriteField: Equatable {
  package static func == (left: FavoriteField, right: FavoriteField) -> Bool { left.tag == right.tag }
}

extension FavoriteField {
  package static let identity = FavoriteField("place", tag: 4, .identity(\.place.id))
  package static let name = FavoriteField(
    "name", tag: 1, .name(\.place.name), columns: ["name"], isEditable: true, removal: .isRefused)
  package static let position = FavoriteField(
    "position", tag: 5, .position(\.place.coordinate), columns: ["lat", "lon"], isEditable: true)
  package static let categories = FavoriteField(
    "categories", word: "category", tag: 3, .texts(\.place.categories), columns: ["category"], isEditable: true,
    removal: .resets(.texts([Untrusted("Default")])))
  package static let lists = FavoriteField(
    "lists", word: "list", tag: 15, .labels(\.lists), columns: ["list"], synonyms: ["lists", "folder", "collection"],
    isEditable: true)
  package static let tags = FavoriteField(
    "tags", word: "tag", tag: 16, .labels(\.tags), columns: ["tag"], synonyms: ["tags"], isEditable: true)
  package static let note = FavoriteField(
    "note", tag: 17, .note(\.note), columns: ["note"],
    synonyms: ["notes", "desc", "description", "comment", "comments"], isEditable: true)
  package static let rating = FavoriteField(
    "rating", tag: 18, .stars(\.rating), columns: ["rating"], synonyms: ["stars"], isEditable: true)
  package static let visited = FavoriteField(
    "visited", tag: 19, .day(\.visited), columns: ["visited"], isEditable: true)
  package static let country = FavoriteField(
    "country", tag: 7, .part(\.place.region.country), columns: ["country"])
  package static let station = FavoriteField("station", tag: 20, .station(\.station), isEditable: true)
  package static let created = FavoriteField("created", tag: 21, .moment(\.created))
  package static let changed = FavoriteField("changed", tag: 22, .moment(\.changed))
  package static let attributes = FavoriteField(
    "attributes", word: "attribute", tag: 13, .attributes(\.place.attributes))
  package static let extras = FavoriteField("extras", word: "extra", tag: 23, .attributes(\.extras))

  /// Every field, in the order in which files of this program have them.
  package static let all: [FavoriteField] = [
    identity, name, position,
    FavoriteField("other names", word: "alternate", tag: 2, .texts(\.place.alternates)),
    categories,
    country,
    FavoriteField("country's name", word: "country-name", tag: 8, .part(\.place.region.countryName)),
    FavoriteField("region", word: "admin1", tag: 9, .part(\.place.region.admin1), columns: ["admin1"]),
    FavoriteField("region's name", word: "admin1-name", tag: 10, .part(\.place.region.admin1Name)),
    FavoriteField("population", tag: 11, .count(\.place.population), columns: ["population"]),
    FavoriteField("time zone", word: "time-zone", tag: 12, .text(\.place.timeZone)),
    FavoriteField("credit", word: "attribution", tag: 14, .text(\.attribution)),
    lists, tags, note, rating, visited, station, created, changed, attributes, extras,
  ]

  /// The fields that places have too, not only favorites.
  package static let ofPlaces = all.filter { field in
    ![lists, tags, note, rating, visited, created, changed, extras].contains(field)
  }

  /// The order of the stored record: the identity, then by tag.
  package static let stored = [identity] + all.filter { $0 != identity }.sorted { $0.tag < $1.tag }

  /// The fields that the user can edit, those of several lines last.
  package static let editable = noteLast(all.filter(\.isEditable))

  /// The fields that have columns for other programs, those of several lines last.
  package static let tabular = noteLast(all.filter { !$0.columns.isEmpty })
  /// Those of them that places have too.
  package static let tabularOfPlaces = ofPlaces.filter { !$0.columns.isEmpty }

  private static func noteLast(_ fields: [FavoriteField]) -> [FavoriteField] {
    fields.filter { !$0.hasLines } + fields.filter(\.hasLines)
  }

  /// The field with this tag; nil if there is none.
  package static func tagged(_ tag: UInt8) -> FavoriteField? { byTag[Int(tag)] }

  private static let byTag: [FavoriteField?] = (0...UInt8.max).map { tag in
    all.first { field in
      if case .position = field.kind { tag == field.tag || tag == field.tag + 1 } else { tag == field.tag }
    }
  }

  /// The field whose column has this name in a file of any program, ignoring case.
  package static func column(_ name: String) -> FavoriteField? { byColumn[name.lowercased()] }

  private static let byColumn = Dictionary(
    all.flatMap { field in (field.columns + field.columnSynonyms).map { ($0, field) } }
  ) { first, _ in first }

  /// Whether its value may have several lines.
  package var hasLines: Bool { if case .note = kind { true } else { false } }
  /// Whether it can have any number of values.
  package var isList: Bool {
    switch kind {
    case .texts, .labels, .attributes: true
    default: false
    }
  }
}
