/// A value that the data formats can write.
package indirect enum Datum: Equatable, Sendable {
  case text(Untrusted)
  case integer(Int64)
  case decimal(Double)
  case flag(Bool)
  case list([Datum])
  /// Texts in one: for people with commas, for programs with semicolons, as they are read again.
  case joined([Untrusted])
  case object([Member])

  package struct Member: Equatable, Sendable {
    package let key: Untrusted
    package let value: Datum

    package init(key: Untrusted, value: Datum) {
      self.key = key
      self.value = value
    }
  }

  /// Texts in one; nil for none.
  package static func one(_ texts: [Untrusted]) -> Datum? {
    texts.count > 1 ? .some(.joined(texts)) : texts.first.map { .text($0) }
  }

  /// The program's own text.
  package static func own(_ words: String) -> Datum { .text(Untrusted(words)) }
  package static func integer(_ value: some BinaryInteger) -> Datum { .integer(Int64(clamping: value)) }
}
