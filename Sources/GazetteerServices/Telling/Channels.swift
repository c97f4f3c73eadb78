import GazetteerIndex

/// Hands copies over as the configuration says.
package struct Channels: Carrier {
  private let configuration: ChannelConfiguration
  private let surroundings: ChannelSurroundings

  package init(_ configuration: ChannelConfiguration, in surroundings: ChannelSurroundings) {
    self.configuration = configuration
    self.surroundings = surroundings
  }

  package func carry(
    _ delivery: Delivery, mayHandOver: @escaping () -> Bool, cancellation: Cancellation
  ) -> DeliveryOutcome {
    guard let carrier = carrier(for: delivery.address) else { return .failed("channels.toml does not say how") }
    return carrier.carry(delivery, mayHandOver: mayHandOver, cancellation: cancellation)
  }

  private func carrier(for address: DeliveryAddress) -> (any Carrier)? {
    func requests(_ server: ChannelConfiguration.Server?) -> RequestSender? {
      server.map { RequestSender(server: $0, surroundings: surroundings) }
    }
    switch address {
    case .mail:
      switch configuration.mail?.route {
      case .server(let server)?: return MailServerCarrier(server: server, surroundings: surroundings)
      case .program(let words)?: return MailProgramCarrier(words: words, surroundings: surroundings)
      case nil: return nil
      }
    case .message(let target):
      switch target.way {
      case .matrix: return requests(configuration.matrix).map { MatrixCarrier(room: target.address, sender: $0) }
      case .ntfy: return requests(configuration.ntfy).map { NtfyCarrier(topic: target.address, sender: $0) }
      case .webhook: return requests(configuration.webhooks[target.address]).map { WebhookCarrier(sender: $0) }
      case .apprise:
        return configuration.apprises[target.address].map { AppriseCarrier(channel: $0, surroundings: surroundings) }
      }
    }
  }
}
