import GazetteerIndex

extension Command {
  static let sleep = Command(
    "sleep", "Wait a while, such as between the steps of a demonstration; Ctrl-C ends it.",
    takes: Parameter<Pause>("SECONDS", "How long: 2, 0.5s, 1m; at most an hour.", completes: .nothing),
    family: .shell, synonyms: ["pause", "delay"], examples: ["sleep 2", "sleep 0.5"]
  ) { _, _, pause in
    Reply(events: [.pauseAsked(pause)])
  }
}

/// A while that somebody waits, up to an hour.
package struct Pause: Readable, Equatable {
  package let seconds: Double

  package static var expected: Message { "seconds, such as 2, 0.5s or 1m, at most an hour" }

  package init(word: Untrusted) throws(Malformed) {
    let text = word.text
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard let number = Double(digits) else { throw Malformed() }
    switch text[digits.endIndex...] {
    case "", "s": seconds = number
    case "m": seconds = number * 60
    case "h": seconds = number * 3600
    default: throw Malformed()
    }
    guard seconds <= 3600 else { throw Malformed() }
  }
}
