import GazetteerIndex

extension ImportedFile {
  /// The places of a dataset as favorites. Columns such as `note` and `list` are fields of the favorite, columns called
  /// `gaz:…` are entries of this program, and all others are extras.
  init(_ dataset: Dataset, of format: ImportFormat, _ notes: RecordNotes) {
    self.init(format: format.rawValue)
    skipped = dataset.about.skipped
    problems = notes.leftOut
    odd = dataset.about.unplaced + dataset.about.warnings
    remarks = notes.remarks
    let places = (0..<dataset.count).lazy.map { dataset.place($0) }
    for (place, record) in zip(places, notes.records) {
      add(place, at: record.position, hasID: record.hasID, of: format)
    }
  }

  private mutating func add(_ place: Place, at position: Message, hasID: Bool, of format: ImportFormat) {
    var favorite = ImportedFavorite(place.name, at: place.coordinate, position: position)
    favorite.values.place.alternates = place.alternates
    if place.categories != [Untrusted("Default")] { favorite.values.place.categories = place.categories }
    favorite.values.place.region = place.region
    favorite.values.place.population = place.population
    favorite.values.place.timeZone = place.timeZone
    let prefix = format == .csv || format == .tsv ? ExtraKey.csv : ExtraKey.geoJSON
    var entries: [FavoriteEntry] = []
    let columns = place.attributes.first { $0.key.text == SpreadsheetText.columns }?.value.bytes ?? []
    let names = Set(columns.split(separator: UInt8(ascii: ";")).map { EscapedText.unescaped($0) })
    for attribute in place.attributes {
      if [SpreadsheetText.columns, SpreadsheetText.mark].contains(attribute.key.text) { continue }
      if names.contains(attribute.key) {
        entries.append(FavoriteEntry(FavoriteField.attributes.keys[0], name: attribute.key, attribute.value))
      } else if let (key, name) = FavoriteKey.parse(attribute.key) {
        entries += attribute.value.values(of: key, in: format).map { FavoriteEntry(escaped: key, name: name, $0) }
      } else if !favorite.read(attribute) {
        let key = Untrusted(bytes: Array(prefix.utf8) + attribute.key.bytes)
        favorite.values.extras.append(Place.Attribute(key: key, value: attribute.value))
      }
    }
    func has(_ key: String) -> Bool { entries.contains { $0.key.name == key } }
    // Where there is no code, this program writes the name of the country in its place.
    if has("country-name"), !has("country") { favorite.values.place.region.country = Untrusted("") }
    if hasID, !entries.contains(where: { $0.key == .id }) {
      favorite.values.extras.insert(Place.Attribute(prefix + "id", place.id.id.text), at: 0)
    }
    add(favorite, with: entries)
  }
}

extension SourceID {
  fileprivate var text: Untrusted {
    switch self {
    case .number(let number): Untrusted(String(number))
    case .text(let text): Untrusted(text)
    }
  }
}

extension ImportedFavorite {
  /// Reads a column that other programs use for a field of a favorite. Returns false if it is not such a column, or if
  /// its value does not have the form of the field. If several columns have the same field, the first one counts.
  fileprivate mutating func read(_ column: Place.Attribute) -> Bool {
    guard let field = FavoriteField.column(column.key.text) else { return false }
    if case .labels(let path) = field.kind {
      values[keyPath: path] += column.value.separated
      return true
    }
    guard field.value(in: values) == nil, let value = field.value(written: column.value) else { return false }
    field.set(value, in: &values)
    return true
  }
}

extension FavoriteField {
  /// The value of a column; nil if the text does not have the form of the field, or if the reader of datasets already
  /// reads the field.
  fileprivate func value(written text: Untrusted) -> FieldValue? {
    switch kind {
    case .text, .note: .text(text)
    case .stars: Int(text.text).flatMap { Favorite.ratings.contains($0) ? .stars($0) : nil }
    case .day: CalendarDay(text.text).map { .day($0) }
    default: nil
    }
  }
}

extension Untrusted {
  /// The parts between semicolons, trimmed.
  fileprivate var separated: [Untrusted] {
    bytes.split(separator: UInt8(ascii: ";")).map { $0.withUnsafeBufferPointer { Untrusted(bytes: $0.trimmed) } }
      .filter { !$0.isEmpty }
  }

  /// The values of an entry of this program, still escaped; several if the key may repeat.
  fileprivate func values(of key: FavoriteKey, in format: ImportFormat) -> [[UInt8]] {
    guard key.isRepeated else { return [bytes] }
    guard format != .csv, format != .tsv else {
      let parts = bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      return (parts.last?.isEmpty == true ? parts.dropLast() : parts).map(Array.init)
    }
    return (bytes + [UInt8](repeating: 0, count: 64)).withUnsafeBufferPointer { text in
      var reader = JSONReader(TextPiece(rebasing: text[..<bytes.count]))
      var values: [[UInt8]] = []
      do throws(JSONError) {
        try reader.beginArray()
        while try reader.nextElement() { values.append(Array(try reader.string())) }
        try reader.end()
        return values
      } catch {
        return [bytes]
      }
    }
  }
}
