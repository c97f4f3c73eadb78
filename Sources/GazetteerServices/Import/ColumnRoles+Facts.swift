import GazetteerIndex

/// Names, categories, countries and ids.
extension ColumnRoles {
  /// - Parameter title: a column of titles of people.
  mutating func findName(rows: Int, besides title: Int?) {
    var best: (index: Int, score: Int)?
    for index in fields.indices where fields[index].role == .attribute && index != title {
      guard var score = nameScore(of: names[index]) else { continue }
      let values = columns[index].values
      let isOwn = columns[index].name.lowercased().hasSuffix(".name")
      guard values.isEmpty ? score < NameScore.thing : isOwn || values.count(where: \.isText) * 2 > values.count else {
        continue
      }
      if values.count >= 5, Set(values).count * 5 < values.count { score += NameScore.fewDifferent }
      if values.count * 2 < rows { score += NameScore.fewFilled }
      if best.map({ score < $0.score }) ?? true { best = (index, score) }
    }
    if let best, best.score < NameScore.settlement || isMostlyDifferent(best.index, rows) {
      return set(.name, best.index)
    }
    // What has neither a name nor a position need not be a place.
    let isPlace = [.latitude, .geometry, .geometryFromLongitude].contains(where: has)
    let guess = fields.indices.first { index in
      isPlace && fields[index].role == .attribute && columns[index].values.allSatisfy(\.isText)
        && isMostlyDifferent(index, rows) && nameScore(of: names[index]) ?? 0 < NameScore.ofOthers
        && (best == nil || !names[index].words.contains(where: ColumnWords.remarks.contains))
    }
    guard let index = guess ?? best?.index ?? codes(rows) else { return }
    isNameGuessed = guess != nil && guess != best?.index
    set(.name, index)
  }

  /// A column whose places are called `P10` or `101`: it is certainly one of names, nearly all of them differ, and no
  /// other column has a name.
  private func codes(_ rows: Int) -> Int? {
    let words = ColumnWords.thing.union(ColumnWords.name)
    return fields.indices.first { index in
      let name = names[index]
      let isOfPlaces =
        ColumnWords.thing.contains(name.joined)
        || name.qualifier(of: ColumnWords.name).map { $0.allSatisfy(words.contains) } == true
      return fields[index].role == .attribute && isOfPlaces && isMostlyDifferent(index, rows)
        && columns[index].values.allSatisfy(\.isCode)
    }
  }

  /// Makes a column of titles of people an attribute, if another one is called like the name of a place. Such titles are
  /// short, and several people have the same. Returns the column.
  mutating func dropTitle(rows: Int) -> Int? {
    guard names.contains(where: { ColumnWords.personName.contains($0.joined) }),
      let title = column(.name), !chosen.contains(.name), names[title].words == ["title"]
    else { return nil }
    let values = columns[title].values
    let areShort = values.allSatisfy { $0.utf8.count <= Self.longestTitle }
    let isNamed = names.indices.contains { index in
      index != title && fields[index].role == .attribute && columns[index].values.contains(where: \.isText)
        && nameScore(of: names[index]).map { $0 < NameScore.ofOthers } == true
        && !ColumnWords.personName.contains(names[index].joined)
    }
    guard areShort, isNamed, values.count < 5 || !isMostlyDifferent(title, rows) else { return nil }
    fields[title] = .attribute
    return title
  }

  /// In bytes: `Prof. Dr. med.`
  private static let longestTitle = 16

  /// How well the name of a column fits the names of places: less is better.
  private enum NameScore {
    static let name = 0
    static let qualifiedName = 2
    static let ofSeveral = 3
    static let thing = 4
    static let organisation = 5
    static let settlement = 6
    static let ofOthers = 8
    /// What is added if its values repeat, or if it is often empty.
    static let fewDifferent = 4
    static let fewFilled = 4
  }

  /// nil if the column is not called like a name.
  private func nameScore(of name: ColumnName) -> Int? {
    func says(_ words: Set<String>) -> Bool {
      words.contains(name.joined) || name.words.last.map(words.contains) == true
    }
    if let words = name.qualifier(of: ColumnWords.name) {
      if words.isEmpty { return NameScore.name }
      if words.contains(where: ColumnWords.organisation.contains) { return NameScore.organisation }
      if words.contains(where: ColumnWords.ofSeveral.contains) { return NameScore.ofSeveral }
      return words.contains(where: ColumnWords.others.contains) ? NameScore.ofOthers : NameScore.qualifiedName
    }
    if says(ColumnWords.thing) { return NameScore.thing }
    if says(ColumnWords.settlement) { return NameScore.settlement }
    return ColumnWords.organisation.contains(name.joined) ? NameScore.organisation : nil
  }

  /// The columns of towns, such as `City` and `Ort`.
  var towns: [Int] {
    names.indices.filter { index in
      ColumnWords.settlement.contains(names[index].joined)
        || names[index].words.last.map(ColumnWords.settlement.contains) == true
    }
  }

  /// Whether the name is that of somebody to whom the place belongs, such as `customer` and `company`.
  var isNameOfOwner: Bool {
    column(.name).map { names[$0].words.contains(where: ColumnWords.organisation.contains) } == true
  }

  /// Whether at least half of the records have a value, and most of these differ.
  private func isMostlyDifferent(_ index: Int, _ rows: Int) -> Bool {
    let values = columns[index].values
    return !values.isEmpty && values.count * 2 >= rows && Set(values).count * 10 >= values.count * 7
  }

  /// What a type can be of, besides of the place.
  private static let typesOfOthers: Set<String> = [
    "geometry", "geom", "street", "location", "address", "file", "content", "mime", "data", "record", "coordinate",
    "road",
    "shape", "layer", "id", "name", "owner", "object",
  ]

  /// Of several columns with names for the category, such as `amenity` and `type`, the one with the best name is the
  /// category, unless it has less than half as many values as another one. The others are columns of their own. If each
  /// record may have only one of them, they are all the category.
  mutating func keepOneCategory(rows: Int) {
    let found = fields.indices.filter { fields[$0].role == .category }
    guard found.reduce(0, { $0 + columns[$1].values.count }) > rows else { return }
    let most = found.map { columns[$0].values.count }.max() ?? 0
    let best = found.filter { columns[$0].values.count * 2 >= most }.min { fields[$0].rank < fields[$1].rank }
    for index in found where index != best { fields[index] = .attribute }
  }

  mutating func findCategory() {
    var best: (index: Int, length: Int)?
    for index in fields.indices where fields[index].role == .attribute {
      guard let words = names[index].qualifier(of: ColumnWords.category),
        words.isEmpty || words != [names[index].joined],
        !words.contains(where: Self.typesOfOthers.contains)
      else { continue }
      let values = columns[index].values
      let areShort = values.allSatisfy { $0.utf8.count < 100 && $0.isText }
      guard areShort, values.count < 8 || Set(values).count < values.count else { continue }
      if best.map({ words.count < $0.length }) ?? true { best = (index, words.count) }
    }
    if let best { set(.category, best.index) }
  }

  /// Most values must be countries: a `Land` may also be a state, and `BY` is one of both.
  mutating func findCountry() {
    var best: (index: Int, length: Int, areCodes: Bool)?
    for index in fields.indices where fields[index].role == .attribute {
      guard let words = names[index].qualifier(of: ColumnWords.country),
        words.allSatisfy(ColumnWords.besideCountry.contains)
      else { continue }
      let values = columns[index].values.filter { !$0.isMissing }
      guard values.count(where: { CountryTable.hasCountry(Fold.fold($0)) }) * 5 >= values.count * 4, !values.isEmpty
      else { continue }
      let areCodes = values.allSatisfy { $0.utf8.count <= 3 }
      if areCodes, words.isEmpty, ColumnWords.countryOrState.contains(names[index].joined) { continue }
      if best.map({ words.count < $0.length }) ?? true { best = (index, words.count, areCodes) }
    }
    if let best { set(best.areCodes ? .country : .countryName, best.index) }
  }

  /// A `region` beside a country is one of its divisions, as in the tables that this program writes. Alone, it can be any.
  mutating func findRegion() {
    guard has(.country) || has(.countryName),
      let index = fields.indices.first(where: { fields[$0].role == .attribute && names[$0].words == ["region"] }),
      columns[index].values.allSatisfy(\.isText)
    else { return }
    set(.admin1Name, index)
  }

  /// Its name must be nothing but a word for people, such as `Einwohner`, and its values whole numbers.
  mutating func findPopulation() {
    let found = fields.indices.first { index in
      let values = columns[index].values.filter { !$0.isMissing }
      return fields[index].role == .attribute && ColumnWords.population.contains(names[index].joined) && !values.isEmpty
        && values.allSatisfy(\.isPopulation)
    }
    if let found { set(.population, found) }
  }

  /// An id must differ in all records that are known.
  mutating func findID(rows: Int) {
    let name = column(.name).flatMap { names[$0].qualifier(of: ColumnWords.name) }
    var best: (index: Int, score: Int)?
    for index in fields.indices where fields[index].role == .attribute {
      guard let words = names[index].qualifier(of: ColumnWords.id),
        words.isEmpty || words == name || index == 0 && words.count == 1
      else { continue }
      let values = columns[index].values
      guard rows > 0, values.count == rows, Set(values).count == rows else { continue }
      if best.map({ words.count < $0.score }) ?? true { best = (index, words.count) }
    }
    if let best { set(.id, best.index) }
  }
}

extension String {
  fileprivate var isPopulation: Bool {
    var text = self
    return text.withUTF8 { RecordSink.population($0) != nil }
  }

  /// Whether it is a whole number, or letters and digits without blanks: `101`, `P10`, `K-9`; no date.
  fileprivate var isCode: Bool {
    let digits = utf8.count { (0x30...0x39).contains($0) }
    let letters = unicodeScalars.count { $0.properties.isAlphabetic }
    let marks = unicodeScalars.count - digits - letters
    return digits > 0 && marks <= 1 && unicodeScalars.count <= 12
      && unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || "0"..."9" ~= $0 || "-_/#".unicodeScalars.contains($0)
      }
  }

  /// Whether it is a text that people read: no number, no date, no address on the network, no geometry.
  fileprivate var isText: Bool {
    let letters = unicodeScalars.count { $0.properties.isAlphabetic }
    guard letters > 0, !contains("://"), !hasPrefix("{"), !hasPrefix("["), !hasPrefix("POINT") else { return false }
    let digits = utf8.count { (0x30...0x39).contains($0) }
    return letters >= digits || letters >= 4
  }
}
