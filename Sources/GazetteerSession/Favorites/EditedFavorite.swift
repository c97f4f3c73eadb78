import GazetteerIndex

/// A favorite as a text that the user edits: one field per line, and after `note:` the note to the end.
///
///     name: Paris
///     position: 48.85341,2.3488
///     list: summer
///     rating: 5
///     note:
///     Mind the gap.
///
/// Bytes that an editor could not show or would change are escaped: `\x1B` for a byte, `\\` for a backslash.
package struct EditedFavorite: Equatable, Sendable {
  /// The draft that the text was written from.
  package let draft: FavoriteDraft
  /// The text as the editor left it.
  package var bytes: [UInt8]
  /// When the user asked for the edit, in seconds since 1970-01-01 00:00 UTC.
  let time: Int64

  package init(_ draft: FavoriteDraft, at time: Int64) {
    self.draft = draft
    self.time = time
    bytes = EditedFavorite.text(of: draft.after)
  }

  /// Whether the user has changed the text.
  package var isEdited: Bool { bytes != EditedFavorite.text(of: draft.after) }

  /// Why the text cannot be read.
  package struct Mistake: Error, Equatable {
    /// Counted from 1; nil for the whole text.
    let line: Int?
    let reason: Message

    package var message: Message { line.map { "line \($0): \(reason)" } ?? reason }
  }
}

extension EditedFavorite {
  private static func text(of favorite: Favorite) -> [UInt8] {
    let lists = FavoriteField.editable.filter(\.isList).map(\.word)
    var text = "# \(lists.listed("and")) may have several lines; an empty value is removed.\n"
    for field in FavoriteField.editable where !field.hasLines {
      for value in field.value(in: favorite)?.editedTexts ?? [Untrusted("")] {
        text += value.isEmpty ? "\(field.word):\n" : "\(field.word): \(EditableText.escaped(value, isLine: true))\n"
      }
    }
    for field in FavoriteField.editable where field.hasLines {
      text += "# Everything after the next line is the \(field.word).\n\(field.word):\n"
      if let value = field.value(in: favorite)?.text { text += EditableText.escaped(value, isLine: false) + "\n" }
    }
    return Array(text.utf8)
  }
}

extension FieldValue {
  /// The value as the user writes it, each text on a line of its own.
  fileprivate var editedTexts: [Untrusted] {
    switch self {
    case .text(let text): [text]
    case .texts(let texts): texts
    case .count(let count): [Untrusted(String(count))]
    case .stars(let stars): [Untrusted(String(stars))]
    case .day(let day): [Untrusted(day.text)]
    case .position(let position): [Untrusted(position.word)]
    case .station(let station): [station.id.word]
    case .identity(let id): [id.word]
    case .moment, .attributes: []
    }
  }
}
