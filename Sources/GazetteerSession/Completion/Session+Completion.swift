import GazetteerIndex

extension Session {
  /// What can replace the word at byte `cursor` of a line; nil if there is nothing to suggest.
  ///
  /// If the cursor is inside a word, the whole word is completed. If nothing starts with the whole word, only its part
  /// before the cursor is completed. Takes milliseconds for any number of places, because it reads only a limited part
  /// of the datasets.
  package func completion(of line: String, cursor: Int, in context: CompletionContext) -> Completion? {
    guard !isAsking, let line = PartialLine(line, cursor: cursor) else { return nil }
    if line.whole != line.typed, let whole = completion(at: line.atEndOfWord, in: context, onlyBeginning: true) {
      return whole
    }
    return completion(at: line, in: context)
  }

  private func completion(
    at line: PartialLine, in context: CompletionContext, onlyBeginning: Bool = false
  ) -> Completion? {
    let slot = Slot(line, in: commandTable)
    var search = SuggestionSearch(session: self, context: context, line: line, slot: slot)
    let suggestions = search.suggestions()
    if onlyBeginning && !suggestions.isBeginning { return nil }
    return Completion(suggestions, range: search.range, line: line, writing: search.writing)
  }
}

extension PartialLine {
  /// The same line with the cursor at the end of its word.
  fileprivate var atEndOfWord: PartialLine { PartialLine(text, cursor: whole?.range.upperBound ?? cursor) ?? self }
}

extension Completion {
  /// Replaces `range` by one of the suggestions; nil if none of them can be typed.
  fileprivate init?(_ suggestions: Suggestions, range: Range<Int>, line: PartialLine, writing: WordWriting) {
    let candidates = suggestions.listed.compactMap { suggestion in
      writing.written(suggestion.text, isWhole: suggestion.endsWord).map {
        Candidate(
          $0, label: suggestion.label.neutralised, detail: suggestion.detail.neutralised,
          endsWord: suggestion.endsWord)
      }
    }
    guard !candidates.isEmpty else { return nil }
    let typed = line.text(in: range)
    let common = suggestions.common.flatMap { writing.written($0, isWhole: false) } ?? typed
    self.init(
      range: range, candidates: candidates, common: common.utf8.count < typed.utf8.count ? typed : common,
      total: suggestions.total - suggestions.listed.count + candidates.count)
    hasMore = suggestions.hasMore
  }
}
