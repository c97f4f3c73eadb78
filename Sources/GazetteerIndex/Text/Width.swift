/// The number of terminal cells that a text needs. Texts must be neutralised already: they have no control characters.
///
/// A grapheme cluster is drawn as one unit. An emoji sequence takes two cells, whatever the number of its parts. Marks
/// add nothing to their base. A cluster of several letters (a Thai vowel, an Indic conjunct) takes at most two cells.
/// Characters with ambiguous width take one.
package enum Width {
  package enum Alignment: Sendable { case left, right }

  /// The cells of `text`. O(length).
  package static func of(_ text: String) -> Int {
    cellsOfLatin(text) ?? text.reduce(0) { $0 + of($1) }
  }

  /// `text` if it fits into `cells`; otherwise as many whole clusters as fit, and an ellipsis. The result may be one
  /// cell shorter than `cells`, because wide clusters are not cut. Reads O(cells) clusters, even of a long text.
  package static func fit(_ text: String, cells: Int, ascii: Bool = false) -> String {
    guard cells > 0 else { return "" }
    if text.utf8.count <= 2 * cells, let all = cellsOfLatin(text), all <= cells { return text }
    var used = 0
    var cut = text.startIndex
    for index in text.indices {
      used += of(text[index])
      if used > cells { return text[..<cut] + (ascii ? "~" : "…") }
      if used < cells { cut = text.index(after: index) }
    }
    return text
  }

  /// `text` padded with spaces to `cells`. A longer text is returned unchanged.
  package static func pad(_ text: String, cells: Int, align: Alignment = .left) -> String {
    let spaces = String(repeating: " ", count: max(0, cells - of(text)))
    return align == .left ? text + spaces : spaces + text
  }

  /// The cells of one grapheme cluster: 0, 1 or 2.
  package static func of(_ character: Character) -> Int {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    var cells = 0
    var isJoined = false
    var isKeycap = false
    for scalar in scalars {
      cells += of(scalar)
      isJoined = isJoined || scalar.value == 0xFE0F || scalar.value == 0x200D
      isKeycap = isKeycap || scalar.value == 0x20E3
    }
    // A character that is text by default becomes a picture with U+FE0F or in a sequence. A digit becomes one only as a
    // keycap.
    let isPicture = isJoined && first.properties.isEmoji && (first.value > 0x7F || isKeycap)
    return isPicture ? 2 : min(cells, 2)
  }

  private static func of(_ scalar: Unicode.Scalar) -> Int {
    if 0x20..<0x7F ~= scalar.value || 0xAE..<0x300 ~= scalar.value { return 1 }
    if contains(scalar.value, in: WidthTables.zero) { return 0 }
    return contains(scalar.value, in: WidthTables.wide) ? 2 : 1
  }

  /// Whether `value` is in one of `runs` (first, last, first, last … ascending). O(log runs).
  private static func contains(_ value: UInt32, in runs: [UInt32]) -> Bool {
    var low = 0
    var high = runs.count / 2
    while low < high {
      let middle = (low + high) / 2
      if runs[2 * middle + 1] < value { low = middle + 1 } else { high = middle }
    }
    return low < runs.count / 2 && runs[2 * low] <= value
  }

  /// The cells of a text of Latin letters and other characters below U+0300, none of which joins another or is wide;
  /// nil if there are others. O(length).
  private static func cellsOfLatin(_ text: String) -> Int? {
    var cells = 0
    var isAfterC2 = false
    for byte in text.utf8 {
      switch byte {
      case 0x20..<0x7F, 0xC2..<0xCC: cells += 1
      // U+0080 to U+009F are controls, and U+00AD is a hyphen that is not shown.
      case 0x80..<0xC0: if isAfterC2, byte < 0xA0 || byte == 0xAD { return nil }
      default: return nil
      }
      isAfterC2 = byte == 0xC2
    }
    return cells
  }
}
