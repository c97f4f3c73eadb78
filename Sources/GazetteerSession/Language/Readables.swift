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

  package init(word: Untrusted) throws(Malformed) {
    let text = word.text
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard let value = Double(digits) else { throw Malformed() }
    switch text[digits.endIndex...].lowercased() {
    case "m": self = .metres(value)
    case "km": self = .kilometres(value)
    case "mi": self = .miles(value)
    default: throw Malformed()
    }
    guard metres.isFinite else { throw Malformed() }
  }
}

extension Query.Order: Readable {
  package static var expected: Message { "\(own: allCases.map(\.rawValue).joined(separator: ", "))" }

  package init(word: Untrusted) throws(Malformed) {
    guard let order = Query.Order(rawValue: word.text) else { throw Malformed() }
    self = order
  }
}
