import GazetteerIndex

extension FieldValue {
  /// The value in one text, unneutralised.
  var plainText: Untrusted {
    switch self {
    case .text(let text): text
    case .texts(let texts): Untrusted(bytes: texts.map(\.bytes).joined(separator: ", ".utf8))
    case .count(let count): Untrusted(String(count))
    case .stars(let stars): Untrusted(String(stars))
    case .day(let day): Untrusted(day.text)
    case .station(let station): station.name
    case .position(let position): Untrusted(position.word)
    case .identity(let id): id.word
    case .attributes(let attributes):
      FieldValue.texts(attributes.map { Untrusted(bytes: $0.key.bytes + [UInt8(ascii: "=")] + $0.value.bytes) })
        .plainText
    case .moment(let seconds): Untrusted(UTC.text(seconds))
    }
  }

  /// The value as pages show it: neutralised, a rating as `4 of 5`.
  var shown: String {
    switch self {
    case .stars(let stars): "\(stars) of 5"
    case .texts(let texts): texts.map(\.neutralised).joined(separator: ", ")
    default: plainText.neutralised
    }
  }
}
