import GazetteerIndex
import Synchronization

@testable import GazetteerServices

/// Channels that lead to servers of a test.
enum ChannelFixture {
  static func channels(
    _ text: String, variables: [String: String] = [:], isOffline: Bool = false, certificates: String? = nil,
    patience: WebPatience = WebPatience()
  ) -> Channels {
    var surroundings = ChannelSurroundings(variable: { variables[$0] }, web: web(certificates))
    surroundings.isOffline = isOffline
    surroundings.certificates = certificates
    surroundings.patience = patience
    return Channels(configuration(text), in: surroundings)
  }

  static func configuration(_ text: String) -> ChannelConfiguration { ChannelConfiguration(Untrusted(text)) }

  /// A client that does not wait between two attempts.
  static func web(_ certificates: String? = nil) -> WebClient {
    var surroundings = WebClient.Surroundings(agent: "test", clock: { 0 }, pause: { _, _ in }, random: { 0 })
    surroundings.certificates = certificates
    return WebClient(surroundings)
  }

  static func mailConfiguration(port: Int, _ more: String = "") -> String {
    "[mail]\nserver = \"smtp://127.0.0.1:\(port)\"\nfrom = \"Max <max@example.org>\"\n\(more)\n"
  }

  static func delivery(_ address: String, _ content: [UInt8], key: String = "key-1") -> Delivery? {
    DeliveryAddress(address).map {
      Delivery(
        id: 1, recipient: Untrusted("Anna"), address: $0, sender: MailAddress(Untrusted("max@example.org")), key: key,
        content: content, changed: 0)
    }
  }

  /// What happens to a copy, and how often it was handed over.
  static func carry(
    _ address: String, _ content: [UInt8], by channels: Channels, mayHandOver: Bool = true,
    cancellation: Cancellation = Cancellation()
  ) -> (outcome: DeliveryOutcome, handedOver: Int) {
    let count = Mutex(0)
    guard let delivery = delivery(address, content) else { return (.failed("no such address"), -1) }
    let outcome = channels.carry(
      delivery,
      mayHandOver: {
        count.withLock { $0 += 1 }
        return mayHandOver
      }, cancellation: cancellation)
    return (outcome, count.withLock { $0 })
  }
}

extension DeliveryOutcome {
  var reason: String {
    switch self {
    case .sent: ""
    case .failed(let reason), .unknown(let reason): reason.neutralised
    }
  }

  var word: String {
    switch self {
    case .sent: "sent"
    case .failed: "failed"
    case .unknown: "unknown"
    }
  }
}

extension WebPatience {
  /// So long that only a cancellation ends a wait.
  static var days: WebPatience {
    var patience = WebPatience()
    (patience.connecting, patience.idle, patience.total) = (1_000_000, 1_000_000, 1_000_000)
    return patience
  }
}
