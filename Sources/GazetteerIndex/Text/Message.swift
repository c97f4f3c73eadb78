/// A sentence for the user: own words, and untrusted parts that stay `Untrusted` until they are shown.
///
///     let message: Message = "no file \(Untrusted(path)); try: …"
public struct Message: Hashable, Sendable, ExpressibleByStringInterpolation {
  package enum Part: Hashable, Sendable {
    case own(String)
    case foreign(Untrusted)
  }
  package let parts: [Part]

  public init(stringLiteral value: StaticString) { parts = [.own(value.description)] }
  public init(stringInterpolation: Interpolation) { parts = stringInterpolation.parts }
  package init(own text: String) { parts = [.own(text)] }

  /// The sentence as it may be shown anywhere. Foreign parts side by side are neutralised as one text, lest marks that
  /// are few in each pile up on one base.
  package var neutralised: String {
    var text = ""
    var foreign: [UInt8] = []
    for part in parts {
      switch part {
      case .own(let words):
        if words.isEmpty { continue }
        text += Untrusted(bytes: foreign).neutralised + words
        foreign = []
      case .foreign(let words): foreign += words.bytes
      }
    }
    return text + Untrusted(bytes: foreign).neutralised
  }

  public struct Interpolation: StringInterpolationProtocol {
    var parts: [Part] = []

    public init(literalCapacity: Int, interpolationCount: Int) {}
    public mutating func appendLiteral(_ literal: StaticString) { parts.append(.own(literal.description)) }
    public mutating func appendInterpolation(_ value: Untrusted) { parts.append(.foreign(value)) }
    public mutating func appendInterpolation(_ message: Message) { parts += message.parts }
    public mutating func appendInterpolation(_ value: some BinaryInteger) { parts.append(.own(String(value))) }
    /// Words of the program itself that are not literal at this place.
    public mutating func appendInterpolation(own words: String) { parts.append(.own(words)) }
  }
}
