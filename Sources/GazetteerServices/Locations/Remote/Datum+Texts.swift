import GazetteerIndex

extension Datum {
  /// The same with each text replaced.
  func withTexts(_ replaced: (Untrusted) -> Untrusted) -> Datum {
    switch self {
    case .text(let text): .text(replaced(text))
    case .list(let values): .list(values.map { $0.withTexts(replaced) })
    case .object(let members):
      .object(members.map { Member(key: $0.key, value: $0.value.withTexts(replaced)) })
    case .integer, .decimal, .flag: self
    }
  }
}
