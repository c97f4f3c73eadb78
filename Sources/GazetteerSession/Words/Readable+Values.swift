import GazetteerIndex

extension Untrusted: Readable {
  package static var expected: Message { "a word" }
  package init(word: Untrusted) throws(Malformed) {
    guard !word.isEmpty else { throw Malformed() }
    self = word
  }
}

extension Limit: Readable {
  package static var expected: Message { "a number of rows, 0 for the total only, or all" }
  package static var completes: Completes? {
    .choices(["10", "20", "50", "100", Completes.Choice("all", "every row"), Completes.Choice("0", "the total only")])
  }

  package init(word: Untrusted) throws(Malformed) {
    if word.text == "all" {
      self = .all
    } else if let count = Int(word.text), count >= 0 {
      self = .rows(count)
    } else {
      throw Malformed()
    }
  }
}

extension Distance: Readable {
  package static var expected: Message { "a distance such as 800m, 5km or 2mi" }
  package static var completes: Completes? { .distance }

  /// - Throws: `Malformed`, or a `Failure` if only the unit is missing.
  package init(word: Untrusted) throws {
    let text = word.text
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard let value = Double(digits) else { throw Malformed() }
    switch text[digits.endIndex...].drop(while: { $0 == " " }).lowercased() {
    case "m", "metre", "metres", "meter", "meters": self = .metres(value)
    case "km", "kilometre", "kilometres", "kilometer", "kilometers": self = .kilometres(value)
    case "mi", "mile", "miles": self = .miles(value)
    case "ft", "foot", "feet": self = .feet(value)
    case "":
      throw Failure(
        "\(quoted: word) is a distance without a unit", why: "did you mean \(own: String(digits))km?", code: .usage)
    default: throw Malformed()
    }
    guard metres.isFinite else { throw Malformed() }
  }
}

extension Condition: Readable {
  package static var expected: Message { "a condition such as rating>=4, City=Newark, City~new or 'rating is null'" }

  package init(word: Untrusted) throws(Malformed) {
    guard let condition = Condition(word) else { throw Malformed() }
    self = condition
  }
}

extension Query.Order {
  static var choices: [Completes.Choice] { allCases.map { Completes.Choice($0.rawValue) } }
}

extension Pause: Readable {
  package static var expected: Message { "seconds, such as 2, 0.5s or 1m, at most an hour" }

  package init(word: Untrusted) throws(Malformed) {
    let text = word.text
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard let number = Double(digits) else { throw Malformed() }
    switch text[digits.endIndex...] {
    case "", "s": self.init(seconds: number)
    case "m": self.init(seconds: number * 60)
    case "h": self.init(seconds: number * 3600)
    default: throw Malformed()
    }
    guard seconds <= 3600 else { throw Malformed() }
  }
}
