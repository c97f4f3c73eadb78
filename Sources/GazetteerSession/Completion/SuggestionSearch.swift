import GazetteerIndex

/// Finds the values that can complete the typed text, and where and how to write them.
struct SuggestionSearch {
  let session: Session
  let context: CompletionContext
  let line: PartialLine
  let slot: Slot
  /// The bytes of the line to replace.
  private(set) var range: Range<Int>
  private(set) var writing: WordWriting
  /// The typed part of the value.
  private(set) var typed: String

  init(session: Session, context: CompletionContext, line: PartialLine, slot: Slot) {
    self.session = session
    self.context = context
    self.line = line
    self.slot = slot
    range = line.typed?.range ?? line.cursor..<line.cursor
    writing = WordWriting(
      form: .word, isQuoted: line.typed?.word.isQuoted ?? false, leavesQuoteOpen: line.isInsideQuotes)
    typed = line.typed?.word.text.text ?? ""
  }

  mutating func suggestions() -> Suggestions {
    switch slot.expected {
    case .command(let orPlace): return orPlace ? commandsAndPlaces() : commands(among: session.commandTable)
    case .optionName: return options()
    case .value(let input, let attached):
      if !attached.isEmpty {
        typed = String(decoding: typed.utf8.dropFirst(attached.utf8.count), as: UTF8.self)
        writing = WordWriting(form: .attached(attached), isQuoted: false, leavesQuoteOpen: false)
      }
      return values(of: input)
    case .parameter(let input) where input.isText:
      let found = text(of: input)
      return found.isEmpty && line.typed == nil && slot.takesOptions ? options() : found
    case .parameter(let input):
      let found = values(of: input)
      return found.isEmpty && line.typed == nil && slot.takesOptions ? options() : found
    case .nothing: return Suggestions()
    }
  }

  /// What can begin a line: the commands first, then the names of places to search for.
  private mutating func commandsAndPlaces() -> Suggestions {
    let table = session.commandTable
    let commands = commands(among: table)
    var places = names(of: typed)
    // Such a name would be taken for a command.
    places.removeAll { name in
      let first = name.split(separator: " ").first.map(String.init) ?? ""
      return table.command(called: first) != nil
    }
    let isAnyCommand = commands.isBeginning && !commands.isEmpty || !table.synonymous(typed).isEmpty
    guard places.isBeginning, !places.isEmpty else { return commands.isEmpty ? places : commands }
    writing = WordWriting(form: .text, isQuoted: writing.isQuoted, leavesQuoteOpen: writing.leavesQuoteOpen)
    guard isAnyCommand, !writing.isQuoted else { return places }
    return Suggestions(commands, then: places, typed: typed, limit: context.limit)
  }

  private mutating func options() -> Suggestions {
    writing = WordWriting(form: .option, isQuoted: false, leavesQuoteOpen: false)
    return optionNames()
  }

  private func values(of input: InputDescription) -> Suggestions {
    switch input.completes {
    case .choices(let choices): matching(choices)
    case .choicesAfter(let choices): matching(choices[slot.parameters.last?.word.text.text ?? ""] ?? [])
    case .fields: fields()
    case .distance: distances()
    case .category(let state): categories(state, given: input.kind == .rest ? slot.parameters.map(\.word.text) : [])
    case .country: countries()
    case .column: columns()
    case .sorting(let orders): columns(besides: orders)
    case .columns: listOfColumns()
    case .condition: conditions()
    case .dataset(let opening, let besides):
      datasets(opening: opening, besides: besides, given: input.kind == .rest ? slot.parameters.map(\.word.text) : [])
    case .file(let besides): files(besides: besides)
    case .fileFormat: matching(context.fileFormats.map { Completes.Choice($0) })
    case .place(_, _, let words) where words.contains { $0.word.hasPrefix(typed) }: matching(words)
    case .place(let isPoint, let amongFavorites, _): places(isPoint: isPoint, amongFavorites: amongFavorites)
    case .placeName: names(of: typed)
    case .label(let kind): labels(kind)
    case .command(let besides): commands(among: session.commandTable, besides: besides)
    case .service: matching(context.services.map { Completes.Choice($0.name, $0.dialect) })
    case .nothing, nil: Suggestions()
    }
  }

  /// The names that can complete all words typed so far. They replace the words since the last option.
  private mutating func text(of input: InputDescription) -> Suggestions {
    guard case .placeName = input.completes else { return Suggestions() }
    let run = Array(zip(line.before.reversed(), slot.parameters.reversed()).prefix { $0 == $1 }.map(\.0).reversed())
    let words = run.map(\.word.text.text) + [typed]
    let head = slot.parameters.dropLast(run.count).map { $0.word.text.text + " " }.joined()
    range = (run.first?.range ?? range).lowerBound..<range.upperBound
    writing = WordWriting(
      form: .text, isQuoted: writing.isQuoted, leavesQuoteOpen: writing.leavesQuoteOpen)
    return names(of: words.joined(separator: " "), after: head)
  }

  /// The choices that match the typed text.
  func matching(_ choices: [Completes.Choice]) -> Suggestions {
    matching(choices.map { Suggestion($0.word, detail: Untrusted($0.meaning)) })
  }

  func matching(_ suggestions: [Suggestion], _ comparison: Beginning.Comparison = .plain) -> Suggestions {
    Suggestions(Beginning(typed, comparison), among: suggestions, limit: context.limit)
  }
}
