import GazetteerIndex

/// A server may repeat in its error what it was sent. Errors are shown, and may be recorded, so they have no secrets.
extension Untrusted {
  private static let hidden = "the reason is not shown, because it repeats a secret"
  /// Shorter secrets are parts of too many words.
  private static let shortestSecret = 4

  /// The same unless it repeats a secret.
  func hiding(_ secrets: [[UInt8]]) -> Untrusted {
    let repeats = secrets.contains { $0.count >= Self.shortestSecret && bytes.firstRange(of: $0) != nil }
    return repeats ? Untrusted(Self.hidden) : self
  }
}

extension WebRequest.Header {
  /// What an error must not repeat: of `Bearer TOKEN`, only the token.
  var secrets: [[UInt8]] {
    guard case .secret(let secret) = value else { return [] }
    return [secret.bytes.split(separator: UInt8(ascii: " "), maxSplits: 1).last.map { Array($0) } ?? []]
  }
}
