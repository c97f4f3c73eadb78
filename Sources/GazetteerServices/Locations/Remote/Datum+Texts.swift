import GazetteerIndex

extension Datum {
  /// The same without the words that repeat a secret.
  func hiding(_ secrets: [[UInt8]]) -> Datum {
    switch self {
    case .text(let text): .text(text.hiding(secrets))
    case .list(let values): .list(values.map { $0.hiding(secrets) })
    case .object(let members):
      .object(members.map { Member(key: $0.key, value: $0.value.hiding(secrets)) })
    case .integer, .decimal, .flag: self
    }
  }
}

extension WebRequest.Header {
  /// The password of a login by HTTP Basic; none in other headers.
  var passwords: [[UInt8]] {
    guard case .secret(let secret) = value, secret.bytes.starts(with: "Basic ".utf8) else { return [] }
    guard let login = [UInt8](base64: secret.bytes.dropFirst(6)) else { return [] }
    return [Array(login.drop { $0 != UInt8(ascii: ":") }.dropFirst())]
  }
}
