import GazetteerIndex
import GazetteerSession

/// Asking the user.
extension Interpreter {
  /// The place that the user chooses for a name that may mean several; nil if they cannot be asked.
  func word(for choice: PlaceChoice, asking cause: Cause) throws(Failure) -> Untrusted? {
    guard let asker = desk.asker, cause.origin == .typed, !flags.takesNoInput, !cause.asksJSON else { return nil }
    let question = choice.question
    if let pick = desk.pick {
      let picked = whileAsking(question) { pick(Picker(choice), { nil }) }
      guard let place = picked?.place(of: choice) else { throw Failure(question.refusal) }
      return place.word
    }
    let (answer, wasInterrupted) = whileAsking(question) { asker.answer(to: question) }
    if wasInterrupted { throw .interrupted }
    switch answer {
    case .number(let number): return choice.places[number - 1].word
    case .nobody: return nil
    case .yes, .no, .without: throw Failure(question.refusal)
    }
  }

  /// Asks the user, or uses the consent given on the command line. The rest of the line runs after the answer.
  func ask(_ question: Question, for cause: Cause) -> Outcome {
    let (answer, wasInterrupted) = answer(to: question, from: cause.origin)
    var outcome = receive([.answered(answer)], for: cause)
    if wasInterrupted { outcome.add(Outcome(code: .interrupted)) }
    return outcome
  }

  private func answer(to question: Question, from origin: Origin) -> (answer: Answer, wasInterrupted: Bool) {
    let asker = desk.asker
    guard let power = question.power else {
      guard let asker, origin == .typed else { return (.yes, false) }
      return asker.answer(to: question)
    }
    if let asker, !flags.takesNoInput {
      let answer = asker.answer(to: question)
      if answer.answer != .nobody { return answer }
    }
    let isAllowed = question.option == nil && origin.consents(allowed: flags.allowed).contains(power)
    return (isAllowed ? .yes : .nobody, false)
  }
}
