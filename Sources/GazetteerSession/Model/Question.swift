import GazetteerIndex

/// What the user is asked before something is done that cannot be meant by accident.
///
///     .asked(question) ─► Mode.answering ─► effect .ask ─► .answered(yes) ─► the question's events
package struct Question: Equatable, Sendable {
  /// Without its mark: `remove Paris from the favorites`.
  package let text: Message
  /// What to know before answering, a row each, shown above.
  package var details: [Message] = []
  /// What `--allow` gives the consent for, where nobody can be asked. nil: only who types at the prompt is asked; for
  /// others it is yes.
  package let power: Power?
  /// The option of the command that is the consent where nobody can be asked; then no power is.
  package var option: String?
  package let words: Words
  /// What a yes changes.
  package let events: [Event]
  /// What a yes asks for, after the events.
  package let effects: [Effect]
  /// What is said at no.
  package let refusal: Message

  package init(
    _ text: Message, power: Power?, words: Words = .yesOrNo, yes events: [Event] = [], effects: [Effect] = [],
    no refusal: Message
  ) {
    self.text = text
    self.power = power
    self.words = words
    self.events = events
    self.effects = effects
    self.refusal = refusal
  }

  /// What a question is answered with.
  package struct Words: Equatable, Sendable {
    let yes: [String]
    let no: [String]
    /// What an empty line means.
    let isEmptyYes: Bool
    /// What follows the question.
    let mark: String

    /// Characters of the longest word.
    package var longest: Int { (yes + no).map(\.utf8.count).max() ?? 0 }

    package static let yesOrNo = Words(yes: ["y", "yes"], no: ["n", "no"], isEmptyYes: false, mark: "? [y/N]")
    /// Yes is what is likely wanted, and does no harm.
    package static let yesUnlessNo = Words(yes: ["y", "yes"], no: ["n", "no"], isEmptyYes: true, mark: "? [Y/n]")
    /// Leaving a draft with changes.
    package static let disregardOrStay = Words(
      yes: ["disregard", "d"], no: ["stay", "s"], isEmptyYes: false, mark: ": stay or disregard?")
  }
}

/// What became of a question.
package enum Answer: Equatable, Sendable {
  case yes, no
  /// There is nobody to ask, and no consent.
  case nobody
}

extension Question {
  /// What stands before the answer, without the blank between.
  package var prompt: Message { "\(text)\(own: words.mark)" }

  /// What to type, for somebody who typed something else.
  package var advice: Message {
    "answer \(own: (words.yes.prefix(1) + words.no.prefix(1)).joined(separator: " or "))"
  }

  /// What a line says to it; nil where it says something else.
  package func answer(_ line: String) -> Answer? {
    let word = String(line.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed()).lowercased()
    if word.isEmpty { return words.isEmptyYes ? .yes : .no }
    if words.yes.contains(word) { return .yes }
    return words.no.contains(word) ? .no : nil
  }

  /// Why nothing is done where nobody can be asked.
  var unanswered: Failure {
    let remedy = option ?? power.map { "gaz --allow=\($0.rawValue)" } ?? "at the prompt"
    return Failure("nobody can be asked whether to \(text)", try: "\(own: remedy)")
  }
}
