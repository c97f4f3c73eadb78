import GazetteerIndex

/// What to write into `channels.toml` so that something can be sent to an address.
package struct ChannelExample: Equatable, Sendable {
  /// The name of the section: `mail`, `webhook.team`.
  package let section: String
  package let lines: [Message]

  package init(for address: DeliveryAddress) {
    let entries: [Message]
    switch address {
    case .mail:
      section = "mail"
      entries = [
        "server = \"smtp://mail.example.org:587\"", "user = \"max\"", "from = \"Max Muster <max@example.org>\"",
        "password-command = \"pass show mail\"",
      ]
    case .message(let target):
      switch target.way {
      case .matrix:
        section = "matrix"
        entries = ["server = \"https://matrix.example.org\"", "token-command = \"pass show matrix\""]
      case .ntfy:
        section = "ntfy"
        entries = ["server = \"https://ntfy.sh\""]
      case .webhook, .apprise:
        section = "\(target.way.rawValue).\(target.address)"
        entries = ["url-command = \"pass show \(own: target.address)\""]
      }
    }
    lines = ["[\(own: section)]"] + entries
  }
}
