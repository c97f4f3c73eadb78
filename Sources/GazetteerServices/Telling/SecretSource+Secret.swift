import GazetteerIndex

/// What channels take from outside.
package struct ChannelSurroundings: Sendable {
  /// The value of an environment variable.
  package var variable: @Sendable (_ name: String) -> String?
  package var web: WebClient
  package var isOffline = false
  /// How long to wait for a mail server.
  package var patience = WebPatience()
  /// A file of certificates to trust besides those of the system.
  package var certificates: String?

  package init(variable: @escaping @Sendable (_ name: String) -> String?, web: WebClient) {
    self.variable = variable
    self.web = web
  }
}

/// Why something was not sent.
struct ChannelFault: Error {
  let reason: Message
  init(_ reason: Message) { self.reason = reason }
}

extension ChannelConfiguration.SecretSource {
  /// The secret; nil if nothing says what it is.
  func secret(
    _ surroundings: ChannelSurroundings, cancellation: Cancellation
  ) throws(ChannelFault) -> Secret? {
    if let value = surroundings.variable(variable), !value.isEmpty { return try checked(Secret(value.utf8)) }
    let keyring = attributes.isEmpty ? nil : Keyring(variable: surroundings.variable, mayAsk: false)
    if let found = keyring?.secret(["application", "gaz"] + attributes, cancellation) { return try checked(found) }
    guard let command else { return nil }
    let end = HelperProgram(["/bin/sh", "-c", command]).run(cancellation: cancellation)
    let line: [UInt8]
    do throws(HelperProgram.End.Fault) {
      line = try end.firstLine()
    } catch {
      throw ChannelFault("the command for the secret failed: \(error.reason)")
    }
    return try checked(Secret(line))
  }

  private func checked(_ secret: Secret) throws(ChannelFault) -> Secret {
    guard !secret.hasControlCharacters else {
      throw ChannelFault("the secret has control characters")
    }
    return secret
  }
}
