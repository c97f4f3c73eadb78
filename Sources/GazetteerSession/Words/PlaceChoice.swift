import GazetteerIndex

/// A name in a command that may mean several places, the most important first; or that of no place, and some that are
/// called almost so.
package struct PlaceChoice: Equatable, Sendable {
  /// As typed.
  package let name: Untrusted
  /// The option that takes it; nil for a parameter.
  let option: String?
  /// Whether no place has the name.
  let isMisspelt: Bool
  package let places: [Option]
  /// How many places match as these do; there may be more than can be offered.
  package let total: Int

  init(name: Untrusted, option: String? = nil, isMisspelt: Bool = false, places: [Option], total: Int? = nil) {
    self.name = name
    self.option = option
    self.isMisspelt = isMisspelt
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
  /// The longest command that the error repeats, in bytes.
  private static let longestLine = 200

  /// How many of the places are offered, and how to see the others: `20 of 37; the others: search springfield`; nil if
  /// all are.
  package var rest: Message? {
    guard total > places.count else { return nil }
    return "\(own: Numeral.grouped(places.count)) of \(own: Numeral.grouped(total)); the others: search \(cut: name)"
  }

  /// Why there is something to choose.
  package var doubt: Message {
    isMisspelt ? "nothing is called \(quoted: name)" : "\(quoted: name) may be several places"
  }

  /// What there is to choose.
  package var title: Message { isMisspelt ? doubt : "\(name)" }

  /// The error if nobody is asked.
  ///
  /// - Parameter line: the whole command with the first place instead of the name; nil if it has no other words.
  func failure(of command: String, trying line: Message? = nil) -> Failure {
    let listed = places.prefix(Self.mostNamed).map(\.entry.neutralised)
    let all: Message = total > listed.count ? ", or search \(cut: name) for all \(own: Numeral.grouped(total))" : ""
    let remedy = places.first.map { place in
      let line = line ?? "\(own: command) \(own: option.map { "--\($0) " } ?? "")\(place.word)"
      return "\(line)\(all)" as Message
    }
    var failure: Failure
    if isMisspelt {
      let meant: Message = places.count == 1 ? "\(cut: places[0].title)" : "\(own: listed.joined(separator: ", "))"
      failure = Failure(doubt, why: "did you mean \(meant)?", try: remedy)
    } else {
      failure = Failure(doubt, why: "\(own: listed.joined(separator: ", "))", try: remedy, code: .usage)
    }
    failure.choice = self
    return failure
  }

  /// A command with the first place instead of the name; nil if the name is not in it, or if it is too long to repeat.
  func line(in statement: Statement) -> Message? {
    guard statement.title.bytes.count <= Self.longestLine, let place = places.first,
      let name = words(in: statement)
    else { return nil }
    let typed = statement.words.map { $0.isQuoted ? $0.text.asTyped : "\($0.text)" as Message }
    let words = typed[..<name.lowerBound] + ["\(place.word)"] + typed[name.upperBound...]
    return words.dropFirst().reduce(words[0]) { "\($0) \($1)" }
  }

  /// Which words are the name: those after its option, or else rather words that come after no option.
  private func words(in statement: Statement) -> Range<Int>? {
    let words = statement.words
    let named = words.indices.dropFirst().lazy.compactMap { words.range(of: name, from: $0) }
    if let option {
      return named.first { words[$0.lowerBound - 1] == Word(Untrusted("--" + option)) }
    }
    return named.first { OptionWord(words[$0.lowerBound - 1]) == nil } ?? named.first { _ in true }
  }
}

extension [Word] {
  /// The words from `start` on that are a text with blanks between them; nil if the text is another one.
  fileprivate func range(of text: Untrusted, from start: Int) -> Range<Int>? {
    var end = start
    var length = -1
    while end < count, length < text.bytes.count {
      length += 1 + self[end].text.bytes.count
      end += 1
    }
    return length == text.bytes.count && Array(self[start..<end]).text == text ? start..<end : nil
  }
}
