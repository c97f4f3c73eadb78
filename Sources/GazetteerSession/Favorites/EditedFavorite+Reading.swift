import GazetteerIndex

extension EditedFavorite {
  /// The draft that the text describes.
  ///
  /// - Parameter station: finds the station that a word means.
  package func draft(
    station: (Untrusted) throws(Failure) -> Favorite.Station
  ) throws(Mistake) -> FavoriteDraft {
    var draft = draft
    var reader = Reader(bytes)
    try reader.read()
    try reader.put(into: &draft.after, station: station)
    draft.after.measureStation(since: draft.before)
    return draft
  }

  private struct Reader {
    private struct Value {
      let line: Int
      let text: Untrusted
    }

    private let lines: [[UInt8]]
    /// The values that were read, by the word of their field.
    private var values: [String: [Value]] = [:]

    init(_ bytes: [UInt8]) {
      // Some editors end lines with CR LF; a CR of the favorite itself is escaped.
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
        let word = String(decoding: Self.trimmed(text[..<colon]), as: UTF8.self)
        let rest = Self.trimmed(text[(colon + 1)...])
        guard let field = FavoriteField.editable.first(where: { $0.word == word }) else {
          let words = FavoriteField.editable.map(\.word).listed("and")
          throw Mistake(
            line: index + 1, reason: "there is no field \(quoted: Untrusted(word)); the fields are \(own: words)")
        }
        guard !field.hasLines else {
          // The user probably meant a text after the colon as the first line.
          return try readLines(of: field, from: rest.isEmpty ? index + 1 : index, first: rest)
        }
        guard field.isList || values[word] == nil else {
          throw Mistake(line: index + 1, reason: "\(own: word) appears twice")
        }
        values[word, default: []].append(Value(line: index + 1, text: try Self.unescaped(rest, in: index + 1)))
      }
    }

    /// Reads a field that goes to the end of the text; `first` is what follows its colon.
    private mutating func readLines(of field: FavoriteField, from start: Int, first: [UInt8]) throws(Mistake) {
      var texts: [[UInt8]] = []
      for index in start..<lines.count where index < lines.count - 1 || !lines[index].isEmpty {
        let line = index == start && !first.isEmpty ? first : lines[index]
        texts.append(try Self.unescaped(line, in: index + 1).bytes)
      }
      values[field.word] = [Value(line: start + 1, text: Untrusted(bytes: texts.joined(separator: [0x0A])))]
    }

    private static func unescaped(_ text: [UInt8], in line: Int) throws(Mistake) -> Untrusted {
      guard let unescaped = EditableText.unescaped(text) else {
        throw Mistake(line: line, reason: "write a backslash as \\\\, and a byte as \\x with two digits, such as \\x1B")
      }
      return unescaped
    }

    private static func trimmed(_ text: some Collection<UInt8>) -> [UInt8] {
      let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
      return Array(text.drop(while: isBlank).reversed().drop(while: isBlank).reversed())
    }

    /// Sets every editable field of a favorite to what was read.
    func put(
      into favorite: inout Favorite, station: (Untrusted) throws(Failure) -> Favorite.Station
    ) throws(Mistake) {
      for field in FavoriteField.editable {
        let texts = (values[field.word] ?? []).map(\.text).filter { !$0.isEmpty }
        guard !texts.isEmpty || field.removal.isRefused else {
          field.remove(from: &favorite)
          continue
        }
        guard let first = values[field.word]?.first else {
          throw Mistake(line: nil, reason: Failure.emptyName.message)
        }
        do {
          let old = field.value(in: favorite)
          field.set(
            field.isList
              ? .texts(texts.withoutRepeats) : try field.value(edited: first.text, before: old, station: station),
            in: &favorite)
        } catch {
          throw Mistake(line: first.line, reason: Failure(wrapping: error).message)
        }
      }
    }
  }
}

extension FavoriteField.Removal {
  fileprivate var isRefused: Bool { if case .isRefused = self { true } else { false } }
}

extension FavoriteField {
  /// The value for a text from the editor.
  fileprivate func value(
    edited text: Untrusted, before old: FieldValue?, station: (Untrusted) throws(Failure) -> Favorite.Station
  ) throws -> FieldValue {
    switch kind {
    case .name:
      _ = try FavoriteName(word: text)
      return .text(text)
    case .position:
      guard let point = try Coordinate(word: text.text) else {
        throw UsageError.malformed(text, parameter: word, expected: "LAT,LON in degrees")
      }
      return .position(point)
    case .stars: return .stars(try OwnRating.read(text, for: word).stars)
    case .day: return .day(try CalendarDay.read(text, for: word))
    case .station:
      // An unchanged station is kept even if its dataset is not open.
      if let old, case .station(let kept) = old, kept.id.word == text { return old }
      return .station(try station(text))
    default: return .text(text)
    }
  }
}
