import GazetteerIndex

extension TellingDraft {
  /// Asks whether to send it. The answer may also be numbers of entries to leave out; then the question is asked again.
  func question(for message: OutboxMessage) -> Question {
    let names = recipients.map(\.name).listedNames
    var question = Question(
      "send this \(own: kind.rawValue) to \(names)", power: .send, words: .yesOrNoOrNumbers,
      effects: [.tell(message)], no: "nothing was sent")
    question.draft = self
    if telling.places.count > 1 { question.details = [question.advice] }
    return question
  }
}

extension Session {
  /// Asks about the rest of a message again, after some entries were left out.
  mutating func ask(_ draft: TellingDraft, without numbers: Set<Int>) -> [Effect] {
    let rest = draft.without(numbers)
    guard !rest.telling.places.isEmpty else { return [.notice("no entry is left; nothing was sent")] }
    do throws(Failure) {
      var question = rest.question(for: try rest.message())
      question.details = rest.view.lines.map { Message(own: $0) } + question.details
      return ask(question)
    } catch {
      return [.report(error)]
    }
  }
}
