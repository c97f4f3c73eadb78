import GazetteerIndex

extension Session {
  /// Asks a question. The lines that follow are answers until one is accepted.
  mutating func ask(_ question: Question) -> [Effect] {
    mode = .answering(question, in: mode)
    return [.ask(question)]
  }

  /// After a yes, does what the question is about. Otherwise says that it was not done.
  mutating func accept(_ answer: Answer) -> [Effect] {
    guard case .answering(let question, let before) = mode else { return [] }
    mode = before
    switch answer {
    case .yes: return question.events.flatMap { receive($0) } + question.effects
    case .no, .number: return [.notice(question.refusal)]
    case .without(let numbers): return question.draft.map { ask($0, without: numbers) } ?? []
    case .nobody: return [.report(question.unanswered)]
    }
  }

  /// Asks whether to save a text from an editor. If it has a mistake, asks whether to edit it again, so that nothing is
  /// lost.
  mutating func accept(_ text: EditedFavorite) -> [Effect] {
    do throws(EditedFavorite.Mistake) {
      let draft = try text.draft { word throws(Failure) in try station(written: word) }
      guard draft.hasChanges else { return [.notice("nothing changed")] }
      return ask(draft.rebased(on: favorites[draft.before.id]).saving(at: text.time))
    } catch {
      return ask(text.editAgain(after: error))
    }
  }

  /// After the editor has failed, offers to edit the text again if the user had changed it.
  mutating func reject(_ text: EditedFavorite, _ failure: Failure) -> [Effect] {
    [.report(failure)] + (text.isEdited ? ask(text.editAgain()) : [])
  }

  /// Leaves the nested prompt without its changes.
  mutating func abandonDraft() -> [Effect] {
    defer { mode = .commands }
    return mode.farewell.map { [.notice($0)] } ?? []
  }
}
