import GazetteerIndex

extension ImportedFile {
  /// The places of a dataset as places to keep: columns such as `note` and `list` are the favorite's, those called `gaz:…` the
  /// program's own fields, all else extras.
  init(_ dataset: Dataset, of format: ImportFormat, _ notes: RecordNotes) {
    self.init(format: format.rawValue)
    skipped = dataset.about.skipped
    problems = notes.leftOut
    odd = dataset.about.unplaced + dataset.about.warnings
    remarks = notes.remarks
    let places = (0..<dataset.count).lazy.map { dataset.place($0) }
    let givesIDs = places.enumerated().contains { $1.id.id != .number(Int64($0)) }
    for (place, position) in zip(places, notes.places) { take(place, at: position, hasID: givesIDs, of: format) }
  }

  private mutating func take(_ place: Place, at position: Message, hasID: Bool, of format: ImportFormat) {
    var favorite = ImportedFavorite(place.name, at: place.coordinate, position: position)
    favorite.alternates = place.alternates
    if place.categories != [Untrusted("Default")] { favorite.categories = place.categories }
    favorite.region = place.region
    favorite.population = place.population > 0 ? place.population : nil
    favorite.timeZone = place.timeZone
    let prefix = format == .csv || format == .tsv ? ExtraKey.csv : ExtraKey.geoJSON
    var fields: [FavoriteField] = []
    for attribute in place.attributes {
      if let (key, name) = FavoriteKey.parse(attribute.key) {
        fields += attribute.value.values(of: key, in: format).map { FavoriteField(escaped: key, name: name, $0) }
      } else if !favorite.take(attribute) {
        let key = Untrusted(bytes: Array(prefix.utf8) + attribute.key.bytes)
        favorite.extras.append(Place.Attribute(key: key, value: attribute.value))
      }
    }
    if hasID, !fields.contains(where: { $0.key == .id }) {
      favorite.extras.insert(Place.Attribute(prefix + "id", place.id.id.text), at: 0)
    }
    take(favorite, with: fields)
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
  /// Takes what other programs' tables say of a favorite; false for what is none of that.
  fileprivate mutating func take(_ attribute: Place.Attribute) -> Bool {
    switch attribute.key.text.lowercased() {
    case "note", "notes", "desc", "description", "comment", "comments":
      guard note == nil else { return false }
      note = attribute.value
    case "list", "lists", "folder", "collection": lists += attribute.value.separated
    case "tag", "tags": tags += attribute.value.separated
    case "rating", "stars":
      guard rating == nil, let number = Int(attribute.value.text), (1...5).contains(number) else { return false }
      rating = number
    case "visited":
      guard let day = CalendarDay(attribute.value.text) else { return false }
      visited = day
    default: return false
    }
    return true
  }
}

extension Untrusted {
  /// The parts between semicolons.
  fileprivate var separated: [Untrusted] {
    bytes.split(separator: UInt8(ascii: ";")).map { $0.withUnsafeBufferPointer { Untrusted(bytes: $0.trimmed) } }
      .filter { !$0.isEmpty }
  }

  /// The values of one of the program's own fields, still escaped: several where it may repeat.
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
