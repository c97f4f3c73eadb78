import GazetteerIndex

extension SourceID {
  /// The id that a text means: a number if it is written in the usual form of a number; otherwise the text, such as
  /// `007`.
  init(written text: TextPiece) {
    self = SourceID.number(in: text).map { .number($0) } ?? .text(String(decoding: text, as: UTF8.self))
  }

  /// The whole number, if the text is the usual form of one.
  static func number(in text: TextPiece) -> Int64? {
    guard text.count <= 20 else { return nil }
    let text = String(decoding: text, as: UTF8.self)
    // Columns use `Int64.min` to mean "a text".
    return Int64(text).flatMap { $0 != .min && String($0) == text ? $0 : nil }
  }
}
