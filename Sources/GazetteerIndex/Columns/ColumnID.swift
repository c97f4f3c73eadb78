/// A column that conditions can name: a field that every place can have, or an attribute of the source.
enum ColumnID: Hashable, Sendable {
  case field(Field)
  /// A number in `AttributeTable.keyNames`.
  case attribute(Int)

  enum Field: String, CaseIterable {
    case name, id, country, region, category, population, latitude, longitude, timezone
  }

  /// Other names of the fields.
  private static let otherNames: [(name: String, field: Field)] = [
    ("admin1", .region), ("lat", .latitude), ("lon", .longitude),
  ]

  /// What columns of files are called that become fields.
  private static let namesInFiles: [(names: [String], field: Field)] = [
    (FieldNames.name, .name), (FieldNames.id, .id), (FieldNames.country + FieldNames.countryName, .country),
    (FieldNames.admin1 + FieldNames.admin1Name, .region), (FieldNames.category, .category),
    (FieldNames.population, .population), (FieldNames.latitude, .latitude), (FieldNames.longitude, .longitude),
    (FieldNames.timeZone, .timezone),
  ]

  /// The column with a name: exactly, else ignoring case, else folded; nil if there is none, or more than one that is
  /// equally like it. A field comes before an attribute with the very same name. O(columns).
  init?(_ name: Untrusted, in places: PlaceColumns) {
    let columns =
      Self.all(in: places).map { ($0.name, $0.id) } + Self.otherNames.map { (Untrusted($0.name), .field($0.field)) }
    if let exact = columns.first(where: { $0.0 == name }) {
      self = exact.1
      return
    }
    for key in [{ $0.text.lowercased() }, { Fold.fold($0.text) }] as [(Untrusted) -> String] {
      let wanted = key(name)
      let like = columns.filter { !wanted.isEmpty && key($0.0) == wanted }
      if like.isEmpty { continue }
      guard like.count == 1 else { return nil }
      self = like[0].1
      return
    }
    return nil
  }

  /// The field that files call so: `State` is the region. O(1).
  init?(usuallyCalled name: Untrusted) {
    let word = name.text.lowercased()
    guard let known = Self.namesInFiles.first(where: { $0.names.contains(word) }) else { return nil }
    self = .field(known.field)
  }

  /// Whether words are looked for in its values. The index of names has those of `name`.
  var isSearched: Bool {
    switch self {
    case .attribute, .field(.category), .field(.region), .field(.country), .field(.timezone): true
    case .field: false
    }
  }

  /// The names that are those of fields, whatever attributes there are.
  private static let fieldNames = Set(
    (Field.allCases.map(\.rawValue) + otherNames.map(\.name)).map { Untrusted($0) })

  /// Whether an attribute of this name could not be told from a field.
  static func isField(_ name: Untrusted) -> Bool { fieldNames.contains(name) }

  /// The columns and their names, the fields first. Attributes that cannot be named are left out: those of old
  /// snapshots, and of places that become favorites. O(columns).
  static func all(in places: PlaceColumns) -> [(id: ColumnID, name: Untrusted)] {
    Field.allCases.map { (.field($0), Untrusted($0.rawValue)) }
      + (1..<max(1, places.attributes.keyNames.count))
      .map { (.attribute($0), places.attributes.keyNames.untrusted($0)) }
      .filter { !fieldNames.contains($0.name) }
  }

  /// The names of the columns, the fields first.
  static func names(in places: PlaceColumns) -> [Untrusted] { all(in: places).map(\.name) }
}
