import GazetteerIndex

/// Why a provider gave no places.
package enum ProviderError: Error, Equatable, Sendable {
  case web(WebError)
  /// The answer is no JSON.
  case malformed(host: Untrusted)
  /// The answer is JSON, but not what this provider answers.
  case unexpected(host: Untrusted)
  /// The answer has more values than are read.
  case tooMuch(host: Untrusted)
  /// Its texts are shown and kept, so an answer with the key in it is not used.
  case repeatsKey(host: Untrusted)
  /// The provider says itself what went wrong.
  case said(Untrusted, host: Untrusted)
  /// The variable that must have a key is not set.
  case noKey(variable: String)
  /// The provider does not accept the key.
  case badKey(variable: String, host: Untrusted, Untrusted?)
  /// The variable with the address of a server has something else.
  case badAddress(variable: String, WebError)
  case cancelled

  package var reason: Message {
    switch self {
    case .web(let error): error.reason
    case .malformed(let host): "the answer of \(host) is cut off or no JSON"
    case .unexpected(let host): "the answer of \(host) has another form than expected"
    case .tooMuch(let host): "the answer of \(host) is much longer than expected"
    case .repeatsKey(let host): "the answer of \(host) has your key in it"
    case .said(let text, let host): "\(host) says: \(text.beginning)"
    case .noKey: "it needs a key of your own"
    case .badKey(_, let host, let text):
      text.map { "\(host) does not accept the key and says: \($0.beginning)" } ?? "\(host) does not accept the key"
    case .badAddress(_, let error): error.reason
    case .cancelled: "it was cancelled"
    }
  }

  /// Whether the provider could not be reached.
  package var isOfNetwork: Bool {
    if case .web(let error) = self { error != .offline && error != .noLibrary } else { false }
  }

  package var remedy: Message? {
    switch self {
    case .web(let error): error.remedy
    case .malformed, .unexpected, .tooMuch, .repeatsKey, .said:
      "again later, or another provider: --from overpass, nominatim or yelp"
    case .noKey(let variable): "set the variable \(own: variable) before you start gaz"
    case .badKey(let variable, _, _): "check the variable \(own: variable), then start gaz again"
    case .badAddress(let variable, _): "check the variable \(own: variable), or start gaz without it"
    case .cancelled: nil
    }
  }
}
