import GazetteerIndex

extension EditedFavorite {
  /// What the text makes of the favorite.
  ///
  /// - Parameter station: the station that a word means.
  package func draft(
    station: (Untrusted) throws(Failure) -> Favorite.Station
  ) throws(Mistake) -> FavoriteDraft {
    var draft = draft
    var reader = Reader(bytes)
    try reader.read()
    try reader.put(into: &draft.after, station: station)
    return draft
  }

  private struct Reader {
    private struct Value {
      let line: Int
      let text: Untrusted
    }

    private static let lone: Set = ["name", "position", "rating", "visited", "station"]
    private static let several: Set = ["category", "list", "tag"]

    private let lines: [[UInt8]]
    private var values: [String: [Value]] = [:]
    private var note: Untrusted?

    init(_ bytes: [UInt8]) {
      // Some editors end lines with CR LF; a CR of the favorite's own is an escape.
      lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
        Array(line.last == 0x0D ? line.dropLast() : line)
      }
    }

    mutating func read() throws(Mistake) {
      for (index, line) in lines.enumerated() {
        let text = Self.trimmed(line)
        guard let first = text.first, first != UInt8(ascii: "#") else { continue }
        guard let colon = text.firstIndex(of: UInt8(ascii: ":")) else {
          throw Mistake(line: index + 1, reason: "\(quoted: Untrusted(bytes: text)) has no colon")
        }
        let key = String(decoding: Self.trimmed(text[..<colon]), as: UTF8.self)
        let rest = Self.trimmed(text[(colon + 1)...])
        if key == "note" {
          // What stands behind the colon was meant for it, too.
          var note = rest.isEmpty ? [] : [rest]
          note += lines[(index + 1)...]
          if note.last?.isEmpty == true { note.removeLast() }
          return try takeNote(note, from: index + (rest.isEmpty ? 2 : 1))
        }
        try take(rest, as: key, in: index + 1)
      }
    }

    private mutating func take(_ text: [UInt8], as key: String, in line: Int) throws(Mistake) {
      guard Self.lone.contains(key) || Self.several.contains(key) else {
        throw Mistake(
          line: line,
          reason: "there is no field \(quoted: Untrusted(key)); the fields are \(own: Self.names)")
      }
      guard Self.several.contains(key) || values[key] == nil else {
        throw Mistake(line: line, reason: "\(own: key) is there already")
      }
      values[key, default: []].append(Value(line: line, text: try Self.meant(by: text, in: line)))
    }

    private mutating func takeNote(_ lines: [[UInt8]], from first: Int) throws(Mistake) {
      var note: [[UInt8]] = []
      for (index, line) in lines.enumerated() { note.append(try Self.meant(by: line, in: first + index).bytes) }
      self.note = Untrusted(bytes: note.joined(separator: [0x0A]))
    }

    private static let names = "name, position, category, list, tag, rating, visited, station and note"

    private static func meant(by text: [UInt8], in line: Int) throws(Mistake) -> Untrusted {
      guard let meant = EditableText.meant(by: text) else {
        throw Mistake(line: line, reason: "a backslash stands as \\\\, a byte as \\x and two digits such as \\x1B")
      }
      return meant
    }

    private static func trimmed(_ text: some Collection<UInt8>) -> [UInt8] {
      let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
      return Array(text.drop(while: isBlank).reversed().drop(while: isBlank).reversed())
    }

    /// Puts all that was read into a favorite.
    func put(
      into favorite: inout Favorite, station: (Untrusted) throws(Failure) -> Favorite.Station
    ) throws(Mistake) {
      guard let name = values["name"]?.first else { throw Mistake(line: nil, reason: Failure.emptyName.message) }
      favorite.place.name = try value(name) { word in
        _ = try FavoriteName(word: word)
        return word
      }
      favorite.place.coordinate = try lone("position") { word in
        guard let point = try Coordinate(word: word.text) else {
          throw UsageError.malformed(word, parameter: "position", expected: "LAT,LON in degrees", remedy: nil)
        }
        return point
      }
      let categories = all("category")
      favorite.place.categories = categories.isEmpty ? [Untrusted("Default")] : categories
      favorite.lists = all("list")
      favorite.tags = all("tag")
      favorite.rating = try lone("rating") { try OwnRating.read($0, for: "rating").stars }
      favorite.visited = try lone("visited") { try CalendarDay.read($0, for: "visited") }
      let old = favorite.station
      favorite.station = try lone("station") { try $0 == old?.id.word ? old : station($0) } ?? nil
      favorite.note = note?.isEmpty == false ? note : nil
    }

    private func all(_ key: String) -> [Untrusted] {
      (values[key] ?? []).map(\.text).reduce(into: []) { kept, name in
        if !name.isEmpty, !kept.contains(name) { kept.append(name) }
      }
    }

    /// The only value of a field; nil where it is left out or empty.
    private func lone<Read>(_ key: String, _ read: (Untrusted) throws -> Read) throws(Mistake) -> Read? {
      guard let found = values[key]?.first, !found.text.isEmpty else { return nil }
      return try value(found, read)
    }

    private func value<Read>(_ value: Value, _ read: (Untrusted) throws -> Read) throws(Mistake) -> Read {
      do {
        return try read(value.text)
      } catch {
        throw Mistake(line: value.line, reason: Failure(wrapping: error).message)
      }
    }
  }
}
