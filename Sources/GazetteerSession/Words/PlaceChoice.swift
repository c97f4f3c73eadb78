import GazetteerIndex

/// A name in a command that may mean several places, the most important first.
package struct PlaceChoice: Equatable, Sendable {
  /// As typed.
  package let name: Untrusted
  package let places: [Option]
  /// How many places match as these do; there may be more than can be offered.
  package let total: Int

  init(name: Untrusted, places: [Option], total: Int? = nil) {
    self.name = name
    self.places = places
    self.total = max(places.count, total ?? 0)
  }

  package struct Option: Equatable, Sendable {
    package let title: Untrusted
    /// The title, and what tells the place from others of the same title.
    package let label: Untrusted
    /// The same, with the word.
    let entry: Untrusted
    /// What the command takes instead of the name.
    package let word: Untrusted
  }
}

extension PlaceChoice {
  /// The most places that the error names.
  private static let mostNamed = 6

  /// How many of the places are offered, and how to see the others: `20 of 37; the others: search springfield`; nil if
  /// all are.
  package var rest: Message? {
    guard total > places.count else { return nil }
    return "\(own: Numeral.grouped(places.count)) of \(own: Numeral.grouped(total)); the others: search \(cut: name)"
  }

  /// The error if nobody is asked.
  func failure(of command: String) -> Failure {
    let listed = places.prefix(Self.mostNamed).map(\.entry.neutralised)
    let all: Message = total > listed.count ? ", or search \(cut: name) for all \(own: Numeral.grouped(total))" : ""
    var failure = Failure(
      "\(quoted: name) may be several places", why: "\(own: listed.joined(separator: ", "))",
      try: places.first.map { "\(own: command) \($0.word)\(all)" }, code: .usage)
    failure.choice = self
    return failure
  }
}
