import GazetteerIndex

extension WebRequest {
  /// What errors and answers must not repeat.
  var secretForms: SecretForms {
    let logins = headers.compactMap(\.login)
    return SecretForms(
      headers.compactMap(\.secret) + logins.map(\.password) + otherSecrets, user: logins.first?.user ?? user)
  }
}

extension WebRequest.Header {
  /// Of `Bearer TOKEN`, only the token.
  fileprivate var secret: Secret? {
    guard case .secret(let secret) = value else { return nil }
    return Secret(secret.bytes.split(separator: UInt8(ascii: " "), maxSplits: 1).last ?? [])
  }

  /// The user and the password of a login by HTTP Basic; nil for other headers.
  fileprivate var login: (user: Untrusted, password: Secret)? {
    guard case .secret(let secret) = value, secret.bytes.starts(with: "Basic ".utf8),
      let login = [UInt8](base64: secret.bytes.dropFirst(6))
    else { return nil }
    let user = login.prefix { $0 != UInt8(ascii: ":") }
    return (Untrusted(bytes: user), Secret(login.dropFirst(user.count + 1)))
  }
}
