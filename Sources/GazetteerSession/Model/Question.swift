import GazetteerIndex

/// A question to the user before an action that must not happen by accident.
///
///     .asked(question) ─► Mode.answering ─► effect .ask ─► .answered(yes) ─► the question's events and effects
package struct Question: Equatable, Sendable {
  /// Without its mark: `remove Paris from the favorites`.
  package let text: Message
  /// Rows that are shown above the question.
  package var details: [Message] = []
  /// The power that answers yes if nobody can be asked: `--allow` gives it. nil: only a user at the prompt is asked;
  /// otherwise the answer is yes.
  package let power: Power?
  /// What to type to answer yes if nobody can be asked, such as an option of the command. If it is set, the power does
  /// not answer.
  package var option: String?
  package let words: Words
  /// The message that the question is about, if the answer may also leave out some of its entries.
  package var draft: TellingDraft?
  /// The events after a yes.
  package let events: [Event]
  /// The effects after a yes, after the events.
  package let effects: [Effect]
  /// The notice after a no.
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

  /// The words that answer a question.
  package struct Words: Equatable, Sendable {
    let yes: [String]
    let no: [String]
    /// What an empty line means.
    let isEmptyYes: Bool
    /// What is printed after the question.
    let mark: String

    /// Whether other answers are possible, which may be longer.
    var isLong = false
    /// The greatest number that is an answer; nil: numbers are none.
    var most: Int?

    /// Characters of the longest answer.
    package var longest: Int { (yes + no).map(\.utf8.count).max().map { isLong ? $0 + 6 : $0 } ?? 0 }

    package static let yesOrNo = Words(yes: ["y", "yes"], no: ["n", "no"], isEmptyYes: false, mark: "? [y/N]")
    /// For a list of which some entries may be left out.
    package static let yesOrNoOrNumbers = Words(
      yes: ["y", "yes"], no: ["n", "no"], isEmptyYes: false, mark: "? [y/N, or numbers to leave out]", isLong: true)
    /// For questions where yes is likely and nothing can be lost.
    package static let yesUnlessNo = Words(yes: ["y", "yes"], no: ["n", "no"], isEmptyYes: true, mark: "? [Y/n]")
    /// For a choice among numbered rows.
    static func number(upTo count: Int) -> Words {
      let numbers = count == 1 ? "1" : "1-\(count)"
      return Words(yes: [], no: ["n", "no"], isEmptyYes: false, mark: "? [\(numbers), or Enter for none]", most: count)
    }
    /// For leaving a draft that has changes.
    package static let disregardOrStay = Words(
      yes: ["disregard", "d"], no: ["stay", "s"], isEmptyYes: false, mark: ": stay or disregard?")
  }
}

/// The answer to a question.
package enum Answer: Equatable, Sendable {
  case yes, no
  /// The row with this number.
  case number(Int)
  /// Not the entries with these numbers.
  case without(Set<Int>)
  /// Nobody can be asked, and neither a power nor an option says yes.
  case nobody
}

extension Question {
  /// The text before the answer, without the space between.
  package var prompt: Message { "\(text)\(own: words.mark)" }

  /// What to type, shown after a line that is not an answer.
  package var advice: Message {
    if words.most == 1 { return "answer 1, or nothing" }
    if let most = words.most { return "answer a number from 1 to \(own: String(most)), or nothing" }
    if let count = draft?.telling.places.count, count > 1 {
      return """
        answer y to send it, n for nothing, or numbers from 1 to \(own: String(count)), such as 2 or 1,2, to leave those \
        places out and be asked again
        """
    }
    return "answer \(own: (words.yes.prefix(1) + words.no.prefix(1)).joined(separator: " or "))"
  }

  /// The answer in a line; nil if the line is not an answer.
  package func answer(_ line: String) -> Answer? {
    let word = String(line.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed()).lowercased()
    if word.isEmpty { return words.isEmptyYes ? .yes : .no }
    if words.yes.contains(word) { return .yes }
    if words.no.contains(word) { return .no }
    if let most = words.most { return Int(word).flatMap { (1...most).contains($0) ? .number($0) : nil } }
    let list = NumberList.joined(word.split(separator: " ").map { Untrusted(String($0)) })
    guard let count = draft?.telling.places.count, let entries = try? EntryNumbers(word: list) else { return nil }
    return entries.numbers.allSatisfy { $0 <= count } ? .without(entries.numbers) : nil
  }

  /// The error if nobody can be asked.
  var unanswered: Failure {
    let what: Message = "nobody can be asked whether to \(text)"
    guard option == nil, let power else { return Failure(what, try: "\(own: option ?? "run it at the prompt")") }
    return Failure(what).remediable(by: power)
  }
}
