import GazetteerIndex

extension SourceID {
  /// The id that a text stands for: a number if it is written like one, else the text, such as `007`.
  init(written text: TextPiece) {
    self = SourceID.number(in: text).map { .number($0) } ?? .text(String(decoding: text, as: UTF8.self))
  }

  /// The whole number, if the text is its usual form.
  static func number(in text: TextPiece) -> Int64? {
    guard text.count <= 20 else { return nil }
    let text = String(decoding: text, as: UTF8.self)
    // The columns use the least number for "a text".
    return Int64(text).flatMap { $0 != .min && String($0) == text ? $0 : nil }
  }
}
