/// A sentence for the user. It has the program's own words, and foreign parts that stay `Untrusted` until they are
/// shown.
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

  /// The sentence in a form that is safe to show anywhere. Adjacent foreign parts are neutralised as one text, so that
  /// their marks are counted together.
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

  /// The sentence as a part of a longer one: without the full stop at its end that texts of servers may have.
  package var clause: Message {
    guard case .foreign(let words)? = parts.last(where: { $0 != .own("") }), words.endsWithFullStop else { return self }
    var interpolation = Interpolation(literalCapacity: 0, interpolationCount: 0)
    interpolation.parts =
      parts.filter { $0 != .own("") }.dropLast() + [.foreign(Untrusted(bytes: words.bytes.dropLast()))]
    return Message(stringInterpolation: interpolation)
  }

  public struct Interpolation: StringInterpolationProtocol {
    var parts: [Part] = []

    public init(literalCapacity: Int, interpolationCount: Int) {}
    public mutating func appendLiteral(_ literal: StaticString) { parts.append(.own(literal.description)) }
    public mutating func appendInterpolation(_ value: Untrusted) { parts.append(.foreign(value)) }
    public mutating func appendInterpolation(_ message: Message) { parts += message.parts }
    public mutating func appendInterpolation(_ value: some BinaryInteger) { parts.append(.own(String(value))) }
    /// The program's own text that is not a literal here.
    public mutating func appendInterpolation(own words: String) { parts.append(.own(words)) }
  }
}

extension Untrusted {
  /// Whether it ends with one full stop. Several mean that something follows.
  fileprivate var endsWithFullStop: Bool {
    let dot = UInt8(ascii: ".")
    return bytes.last == dot && !bytes.dropLast().isEmpty && bytes.dropLast().last != dot
  }
}
