import GazetteerIndex

/// What the columns of a table, or the keys of records, mean: guessed from their names and confirmed by some of their
/// values.
///
/// A role that has a column with one of the names of `FieldNames` is taken by it, as these names always were. Only for
/// roles without such a column other names are tried.
struct ColumnRoles {
  /// A column as it is in the file.
  struct Column {
    let name: String
    /// Some of its values, without the blank ones.
    var values: [String] = []
  }

  /// The meaning of each column, in their order.
  var fields: [RecordField]
  /// Whether no column is called like a name, so that one with fitting values was taken.
  var isNameGuessed = false
  /// Why what the user says of the columns cannot be.
  var fault: ImportError?
  let columns: [Column]
  let names: [ColumnName]
  /// Columns called `x` and `y` whose values are no degrees.
  private(set) var weak: Set<Int> = []
  /// The meanings of which the user says which column has them.
  let chosen: Set<RecordField.Role>
  /// Of how many records the values are.
  private let rows: Int
  /// The meanings that are filled from elsewhere.
  let reserved: Set<RecordField.Role>
  /// Whether positions are in degrees, not in the units of a map projection.
  let areDegrees: Bool
  /// The one or two columns that are called like a position and have numbers that are mostly no degrees, if there is no
  /// position.
  private(set) var metres: [Untrusted] = []

  /// The rank of names that are only recognised if there is no better one.
  static let guessed: UInt8 = 100

  /// - Parameters:
  ///   - rows: of how many records the values are.
  ///   - reserved: roles that are filled from elsewhere.
  ///   - identifies: whether a column may be taken for the id.
  ///   - reading: the columns that the user names are not guessed.
  init(
    _ columns: [Column], rows: Int, reserved: Set<RecordField.Role> = [], identifies: Bool = true,
    reading: SourceReading = SourceReading()
  ) {
    self.columns = columns
    self.rows = rows
    self.reserved = reserved
    chosen = reading.chosenRoles
    areDegrees = reading.system == nil
    names = columns.map { ColumnName($0.name) }
    fields = columns.map { RecordField(named: $0.name) }
    choose(reading)
    keepOneCategory(rows: rows)
    // A table that this program exported has its own names for what it knows; its other columns are attributes.
    let own = [SpreadsheetText.columns, FavoriteKey.prefix + "name"]
    guard !columns.contains(where: { own.contains($0.name) }) else { return }
    if !reserved.contains(.latitude), !reading.placesRecords { findPosition() }
    findHemispheres()
    findAngleParts()
    let title = dropTitle(rows: rows)
    if !has(.name) { findName(rows: rows, besides: title) }
    if !has(.category) { findCategory() }
    if !has(.country), !has(.countryName) { findCountry() }
    if !has(.admin1), !has(.admin1Name) { findRegion() }
    if !has(.population) { findPopulation() }
    if identifies, !has(.id), !reserved.contains(.id) { findID(rows: rows) }
  }

  /// The meanings that no other columns have, also if later records bring some with such names.
  var settled: Set<RecordField.Role> { has(.category) ? chosen.union([.category]) : chosen }

  /// The columns with a meaning that is not that of `RecordField(key:)`, and those whose meanings are settled.
  var others: [String: RecordField] {
    let settled = settled
    var others: [String: RecordField] = [:]
    for (column, field) in zip(columns, fields)
    where settled.contains(field.role) || RecordField(named: column.name) != field { others[column.name] = field }
    return others
  }

  /// Whether the id is a column that is not called by one of the names of `FieldNames`.
  var isIDGuessed: Bool { fields.contains { $0.role == .id && $0.rank == Self.guessed } }

  func has(_ role: RecordField.Role) -> Bool { fields.contains { $0.role == role } }

  /// Whether it is known where the positions are.
  var havePositions: Bool {
    reserved.contains(.latitude) || has(.latitude) && has(.longitude) || has(.geometry) || has(.geometryFromLongitude)
  }

  /// Whether there is nothing that other columns could tell better.
  var isComplete: Bool { fault == nil && isNamed && arePlaced }

  /// Whether other columns of the same records know a name or positions that these do not.
  ///
  /// - Parameter needsName: whether positions are of no use without names.
  func gain(from others: ColumnRoles, needsName: Bool) -> Bool {
    guard fault == nil, others.fault == nil else { return fault != nil && others.fault == nil }
    guard others.isNamed || !needsName else { return false }
    return !isNamed && others.isNamed || !arePlaced && others.arePlaced
  }

  /// Whether a column is called like a name. That of something inside a place must not be of its owner, nor repeat.
  private var isNamed: Bool {
    guard !isNameGuessed, let index = column(.name) else { return false }
    guard isInside(index) else { return true }
    let values = columns[index].values
    return !names[index].words.contains { ColumnWords.others.contains($0) || ColumnWords.organisation.contains($0) }
      && (values.count < 5 || Set(values).count * 5 >= values.count)
  }

  /// Whether some of the values are positions; of something inside a place, at least half.
  var arePlaced: Bool {
    if reserved.contains(.latitude) { return true }
    if columnOfObjects != nil { return true }
    guard havePositions, let index = [.latitude, .geometry, .geometryFromLongitude].lazy.compactMap(column).first else {
      return false
    }
    return !isInside(index) || columns[index].values.count * 2 >= rows
  }

  /// The column whose values are objects with a latitude and a longitude.
  var columnOfObjects: Int? {
    column(.position).flatMap { columns[$0].values.contains(where: \.hasLatitude) ? $0 : nil }
  }

  /// Whether a column is a member of an object inside the records: `site.name`.
  func isInside(_ index: Int) -> Bool { ColumnName.withoutNumber(columns[index].name).contains(".") }

  /// The first column with this role, the best one first.
  func column(_ role: RecordField.Role) -> Int? {
    fields.indices.filter { fields[$0].role == role }.min { fields[$0].rank < fields[$1].rank }
  }

  /// `name: FACILITY_NAME · position: Y, X · category: TYPE`.
  var told: Message {
    var parts: [Message] = []
    func add(_ title: StaticString, _ roles: [RecordField.Role]) {
      let found = roles.compactMap { column($0) }.map { Untrusted(columns[$0].name) }
      guard let first = found.first else { return }
      let list = found.dropFirst().reduce("\(first)" as Message) { "\($0), \($1)" }
      parts.append("\(own: "\(title)"): \(list)")
    }
    add(isNameGuessed ? "name (guessed from the values)" : "name", [.name])
    if !reserved.contains(.latitude) {
      add(
        "position",
        [
          .latitude, .latitudeMinutes, .latitudeSeconds, .northSouth, .longitude, .longitudeMinutes, .longitudeSeconds,
          .eastWest,
        ])
      add("position", [.geometry, .geometryFromLongitude, .position])
    }
    add("category", [.category])
    add("country", [.country])
    add("country name", [.countryName])
    add("region", [.admin1, .admin1Name])
    add("population", [.population])
    add("time zone", [.timeZone])
    add("id", [.id])
    return parts.dropFirst().reduce(parts.first ?? "") { "\($0) · \($1)" }
  }

  /// The columns that became facts of places. One that a better column replaces is an attribute.
  ///
  /// - Parameter areDegrees: whether positions are in degrees in the file.
  func headers(areDegrees: Bool) -> [DatasetAbout.Header] {
    var best = RoleRanks()
    for field in fields where field.role.isRanked { best.note(field) }
    return zip(columns, fields).compactMap { column, field in
      guard field.role.isRanked, best.has(field) else { return nil }
      let isSame =
        switch field.role {
        case .latitude, .longitude: areDegrees
        // The column of places has the code of the country, but the name of the region, if both are known.
        case .countryName: !has(.country)
        case .admin1: !has(.admin1Name)
        default: true
        }
      return DatasetAbout.Header(Untrusted(column.name), field: isSame ? field.role.field : nil)
    }
  }

  /// Makes the columns of ids ones of attributes, unless the user named one. Returns the name of the first; nil if there is
  /// none.
  mutating func dropID() -> String? {
    let ids = fields.indices.filter { fields[$0].role == .id && !chosen.contains(.id) }
    for index in ids { fields[index] = .attribute }
    return ids.first.map { columns[$0].name }
  }

  /// Makes a column of names that is not called like one an attribute.
  mutating func dropGuessedName() {
    guard isNameGuessed, let index = column(.name) else { return }
    fields[index] = .attribute
    isNameGuessed = false
  }

  mutating func set(_ role: RecordField.Role, _ index: Int) {
    fields[index] = RecordField(role: role, rank: Self.guessed)
  }
}

/// Positions.
extension ColumnRoles {
  private mutating func findPosition() {
    checkPlainNames()
    if !areDegrees, let pair = pairOfMetres { return use(pair) }
    defer { replaceEmptyPair() }
    if isPlaced { return }
    if findPair(ColumnWords.latitude, ColumnWords.longitude) || areDegrees && findE7()
      || findPair(ColumnWords.y, ColumnWords.x, mayBeEmpty: false)
      || findGeometry()
    {
      for index in weak { fields[index] = .attribute }
    } else if areDegrees, let pair = pair(ColumnWords.y, ColumnWords.x, mayBeEmpty: false, inDegrees: false) {
      metres = [Untrusted(columns[pair.latitude].name), Untrusted(columns[pair.longitude].name)]
    } else if areDegrees, let index = columns.indices.first(where: hasPlaneGeometry) {
      metres = [Untrusted(columns[index].name)]
    }
  }

  /// Finds the columns that say on which half of the globe the angles are. They are near those of the angles, or called
  /// like them, and the angles have no signs then.
  private mutating func findHemispheres() {
    guard areDegrees, let latitude = column(.latitude), let longitude = column(.longitude) else { return }
    func side(near index: Int, _ known: Set<String>) -> Int? {
      guard columns[index].values.allSatisfy({ $0.isMissing || $0.angle.map { $0 >= 0 } == true }) else { return nil }
      let words = Self.words(besidesDegrees: names[index])
      let named = names.indices.filter { !names[$0].words.isEmpty && Array(names[$0].words.dropLast()) == words }
      return ([index + 1, index - 1, index + 2, index - 2] + named).first { near in
        guard fields.indices.contains(near), fields[near].role == .attribute else { return false }
        let values = columns[near].values.filter { !$0.isMissing }
        return !values.isEmpty && values.allSatisfy { known.contains($0.uppercased()) }
      }
    }
    guard let northSouth = side(near: latitude, ColumnWords.northSouth),
      let eastWest = side(near: longitude, ColumnWords.eastWest)
    else { return }
    set(.northSouth, northSouth)
    set(.eastWest, eastWest)
  }

  /// Takes a column with whole positions instead of two empty ones.
  private mutating func replaceEmptyPair() {
    let pair = fields.indices.filter { [.latitude, .longitude].contains(fields[$0].role) }
    guard !pair.isEmpty, pair.allSatisfy({ columns[$0].values.isEmpty }), findGeometry() else { return }
    for index in pair { fields[index] = .attribute }
  }

  /// A column of positions that name a map projection, and the number of the first of them; nil if there is none.
  var geometryInMetres: (index: Int, system: Int)? {
    for index in columns.indices where areDegrees {
      let values = columns[index].values.filter { !$0.isMissing }
      let systems = values.compactMap(\.systemOfPosition)
      if let first = systems.first, systems.count * 5 >= values.count * 3 { return (index, first) }
    }
    return nil
  }

  private func hasPlaneGeometry(_ index: Int) -> Bool {
    let values = columns[index].values
    return names[index].qualifier(of: ColumnWords.geometry) != nil && values.count(where: \.isPlane) * 2 > values.count
  }

  private var isPlaced: Bool {
    func isStrong(_ role: RecordField.Role) -> Bool {
      fields.indices.contains { fields[$0].role == role && !weak.contains($0) }
    }
    return isStrong(.latitude) && isStrong(.longitude)
  }

  /// `x` and `y` can be anything. They are attributes if they are no numbers, and weak if they are no degrees.
  private mutating func checkPlainNames() {
    for index in fields.indices where ["x", "y"].contains(names[index].joined) && !columns[index].values.isEmpty {
      guard fields[index].role == .latitude || fields[index].role == .longitude else { continue }
      let values = columns[index].values
      let numbers = values.compactMap(\.angle)
      if numbers.count * 2 < values.count {
        fields[index] = .attribute
      } else if areDegrees, numbers.count(where: { abs($0) > 180 }) * 2 > numbers.count {
        weak.insert(index)
      }
    }
  }

  /// Finds two columns with the same words besides these.
  private mutating func findPair(_ latitudes: Set<String>, _ longitudes: Set<String>, mayBeEmpty: Bool = true) -> Bool {
    guard let pair = pair(latitudes, longitudes, mayBeEmpty: mayBeEmpty, inDegrees: areDegrees) else { return false }
    use(pair)
    return true
  }

  private mutating func use(_ pair: (latitude: Int, longitude: Int)) {
    for index in fields.indices where [.latitude, .longitude].contains(fields[index].role) {
      fields[index] = .attribute
    }
    set(.latitude, pair.latitude)
    set(.longitude, pair.longitude)
  }

  /// The two columns with metres, if others have degrees.
  private var pairOfMetres: (latitude: Int, longitude: Int)? {
    let pairs = [(ColumnWords.latitude, ColumnWords.longitude), (ColumnWords.y, ColumnWords.x)].compactMap {
      pair($0, $1, mayBeEmpty: false, inDegrees: false)
    }
    return pairs.first { pair in
      let values = columns[pair.latitude].values.compactMap(\.angle)
      return values.count { abs($0) > 90 } * 2 > values.count
    }
  }

  /// Finds a column with whole positions, by its name, otherwise by its values.
  private mutating func findGeometry() -> Bool {
    var best: (index: Int, role: RecordField.Role, isNamed: Bool, length: Int)?
    for index in fields.indices where fields[index].role == .attribute || fields[index].role == .position {
      let values = columns[index].values
      let isNamed = names[index].qualifier(of: ColumnWords.geometry) != nil
      guard !values.isEmpty, let role = geometry(of: index, isNamed: isNamed, least: isNamed ? 3 : 4) else { continue }
      let length = values.reduce(0) { $0 + $1.utf8.count } / values.count
      if let known = best, (known.isNamed ? 0 : 1, known.length) <= (isNamed ? 0 : 1, length) { continue }
      best = (index, role, isNamed, length)
    }
    guard let best else { return false }
    set(best.role, best.index)
    return true
  }

  /// How a column has whole positions; nil if it has none, or too few.
  ///
  /// - Parameters:
  ///   - isNamed: whether its name is that of a position.
  ///   - least: of five values, so many must be positions.
  func geometry(of index: Int, isNamed: Bool, least: Int) -> RecordField.Role? {
    var values = columns[index].values
    if isNamed { values.removeAll { $0.isMissing || $0.isEmptyShape } }
    // Where addresses have positions, those without one are only addresses.
    if isNamed, values.contains(where: \.isPlacedAddress) { values.removeAll(where: \.isAddress) }
    guard !values.isEmpty else { return nil }
    if isNamed, values.allSatisfy(\.hasLatitude) { return .position }
    let isLongitudeFirst = ["lonlat", "lnglat", "longlat", "xy"].contains { names[index].joined.hasSuffix($0) }
    func count(longitudeFirst: Bool) -> Int {
      values.count { areDegrees ? $0.isPoint(longitudeFirst: longitudeFirst, isNamed: isNamed) : $0.isPlane }
    }
    let fitting = count(longitudeFirst: isLongitudeFirst)
    let turned = isLongitudeFirst ? 0 : count(longitudeFirst: true)
    let most = max(fitting, turned)
    guard most > 0, most * 5 >= values.count * least else { return nil }
    return isLongitudeFirst || turned > fitting ? .geometryFromLongitude : .geometry
  }
}
