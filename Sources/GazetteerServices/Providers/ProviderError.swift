import GazetteerIndex

/// Why a provider gave no places.
package enum ProviderError: Error, Equatable, Sendable {
  case web(WebError)
  /// The answer is no JSON.
  case malformed(host: Untrusted)
  /// The answer is JSON, but not what this provider answers.
  case unexpected(host: Untrusted)
  /// The provider says itself what went wrong.
  case said(Untrusted, host: Untrusted)
  /// The variable that must have a key is not set.
  case noKey(variable: String)
  case cancelled

  package var reason: Message {
    switch self {
    case .web(let error): error.reason
    case .malformed(let host): "the answer of \(host) is cut off or no JSON"
    case .unexpected(let host): "the answer of \(host) has another form than expected"
    case .said(let text, let host): "\(host) says: \(text.beginning)"
    case .noKey: "it needs a key of your own"
    case .cancelled: "it was cancelled"
    }
  }

  package var remedy: Message? {
    switch self {
    case .web(let error): error.remedy
    case .malformed, .unexpected, .said: "again later, or another provider: --from overpass, nominatim or yelp"
    case .noKey(let variable): "set the variable \(own: variable) before you start gaz"
    case .cancelled: nil
    }
  }
}
