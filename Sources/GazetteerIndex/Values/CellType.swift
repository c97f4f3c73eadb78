/// What the values of a column are. All values of a column have the same type.
package enum CellType: String, Sendable {
  case number, date, text

  private static let marksOfMissing = Set(
    [
      "-", "--", "–", "—", "?", "\\n", "n/a", "#n/a", "n.a.", "k.a.", "k. a.", "na", "nan", "nil", "none", "null",
      "unknown",
    ]
    .map { Array($0.utf8) })

  /// Whether a text says that there is no value, as spreadsheets and databases write it among numbers or dates.
  package static func isMissing(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    // Most texts are numbers, which are known by their last digit.
    guard text.count <= 7, let last = text.last, !(0x30...0x39 ~= last) else { return false }
    return marksOfMissing.contains(text.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 })
  }

  /// The same for a name. There are places that are called Nan and None.
  package static func isMissing(name: Untrusted) -> Bool {
    name.bytes.withUnsafeBufferPointer(isMissing)
      && (name.text.lowercased() == "null" || name.bytes.contains { $0 != 0x20 && !(0x41...0x5A ~= $0 & 0xDF) })
  }
}
