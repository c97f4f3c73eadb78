import GazetteerIndex

/// A favorite as a text that is edited: a field a line, and below `note:` the note to the end.
///
///     name: Paris
///     position: 48.85341,2.3488
///     list: summer
///     rating: 5
///     note:
///     Mind the gap.
///
/// What an editor could not show or would change stands as an escape: `\x1B` for a byte, `\\` for a backslash.
package struct EditedFavorite: Equatable, Sendable {
  /// What it was written of.
  package let draft: FavoriteDraft
  /// As it was left last.
  package var bytes: [UInt8]
  /// When it was asked for, in seconds since 1970-01-01 00:00 UTC.
  let time: Int64

  package init(_ draft: FavoriteDraft, at time: Int64) {
    self.draft = draft
    self.time = time
    bytes = EditedFavorite.written(draft.after)
  }

  /// Whether the user has made it another.
  package var isEdited: Bool { bytes != EditedFavorite.written(draft.after) }

  /// What cannot be read in it.
  package struct Mistake: Error, Equatable {
    /// Counted from 1; nil for the whole.
    let line: Int?
    let reason: Message

    package var message: Message { line.map { "line \($0): \(reason)" } ?? reason }
  }

  /// What the user is asked after a mistake, or after a failure that was told.
  func editAgain(after mistake: Mistake? = nil) -> Question {
    var question = Question(
      "edit again", power: nil, words: .yesUnlessNo, effects: [.editText(self)], no: "nothing is changed")
    question.details = mistake.map { [$0.message] } ?? []
    return question
  }

  private static func written(_ favorite: Favorite) -> [UInt8] {
    let place = favorite.place
    var lines: [(String, [Untrusted])] = [("name", [place.name])]
    lines.append(("position", place.coordinate.map { [Untrusted($0.word)] } ?? []))
    lines += [("category", place.categories), ("list", favorite.lists), ("tag", favorite.tags)]
    lines.append(("rating", favorite.rating.map { [Untrusted(String($0))] } ?? []))
    lines.append(("visited", favorite.visited.map { [Untrusted($0.text)] } ?? []))
    lines.append(("station", favorite.station.map { [$0.id.word] } ?? []))
    var text = "# category, list and tag may stand several times; what is left empty is taken away.\n"
    for (key, values) in lines {
      for value in values.isEmpty ? [Untrusted("")] : values {
        text += value.isEmpty ? "\(key):\n" : "\(key): \(EditableText.escaped(value, isLine: true))\n"
      }
    }
    text += "# What stands below the next line is the note, to the end.\nnote:\n"
    if let note = favorite.note { text += EditableText.escaped(note, isLine: false) + "\n" }
    return Array(text.utf8)
  }
}

/// Text that any editor leaves as it is: what is no plain character stands as an escape.
enum EditableText {
  /// - Parameter isLine: whether it is one line, blanks at whose ends would be lost; else newlines stand as they are.
  static func escaped(_ text: Untrusted, isLine: Bool) -> String {
    var escaped = ""
    var rest = text.bytes[...]
    while let first = rest.first {
      let isEnd = isLine && first == 0x20 && (rest.count == 1 || rest.count == text.bytes.count)
      if first == 0x0A, !isLine {
        escaped += "\n"
        rest = rest.dropFirst()
      } else if first == UInt8(ascii: "\\") {
        escaped += "\\\\"
        rest = rest.dropFirst()
      } else if !isEnd, let character = plainCharacter(in: rest) {
        escaped.unicodeScalars.append(character)
        rest = rest.dropFirst(UTF8.width(character))
      } else {
        let digits = String(first, radix: 16, uppercase: true)
        escaped += "\\x" + (digits.utf8.count == 1 ? "0" : "") + digits
        rest = rest.dropFirst()
      }
    }
    return escaped
  }

  /// The character that the bytes begin with, if it is one that can be seen.
  private static func plainCharacter(in bytes: ArraySlice<UInt8>) -> Unicode.Scalar? {
    var decoder = UTF8()
    var iterator = bytes.prefix(4).makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&iterator), !Neutraliser.isHostile(scalar) else { return nil }
    return scalar
  }

  /// What an escaped text means; nil where an escape is none.
  static func meant(by text: some Sequence<UInt8>) -> Untrusted? {
    var bytes: [UInt8] = []
    var iterator = text.makeIterator()
    while let byte = iterator.next() {
      guard byte == UInt8(ascii: "\\") else {
        bytes.append(byte)
        continue
      }
      switch iterator.next() {
      case UInt8(ascii: "\\"): bytes.append(byte)
      case UInt8(ascii: "x"):
        guard let high = digit(iterator.next()), let low = digit(iterator.next()) else { return nil }
        bytes.append(high << 4 | low)
      default: return nil
      }
    }
    return Untrusted(bytes: bytes)
  }

  private static func digit(_ byte: UInt8?) -> UInt8? {
    byte.flatMap { Character(Unicode.Scalar($0)).hexDigitValue }.map { UInt8($0) }
  }
}
