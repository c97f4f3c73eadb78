import GazetteerIndex

/// A saved session as text: one fact per line, as a command if there is one.
///
///     gaz-session 1                 the version of the format
///     author ID                     the author of this prompt's edits of the favorites
///     edits N                       the number of the newest edit among the steps
///     keeping                       another edit was about to be saved
///     open PATH --as NAME …         the command, in order; also use and select-category
///     pool PROVIDER                 the same for the answers of a provider
///     search TEXT …                 the source of the last list; also near, within, list, checked and favorites
///     shown N DATASET…              how many of its rows were shown, and of which datasets
///     asked N                       how many were asked for, or all
///     picked PLACE, current PLACE
///     map WHAT                      what the map shows, if that is not what is shown: a set, or places
///     viewport LAT,LON ZOOM         its camera, if it was moved; resting-viewport: the one before the search
///     check PLACE                   in order
///     undo TITLE [EDIT]             a step, oldest first; then the facts before (-) and after (+) it, also set
///     redo TITLE [EDIT]             the same for a step that was undone
///     end
///
/// Long lines are stored in parts, see `SessionParts`. Unknown lines are ignored, so they are lost when the text is
/// written again.
package enum SessionText {
  /// The most words that all lines of a text may have together, each line counted in full, so that a prompt starts
  /// quickly.
  static let mostWords = 8_000_000

  /// The text of a record, if it has at most `limit` bytes. If it would be longer, the oldest steps are left out. nil
  /// if it is too long even without steps.
  package static func text(
    of record: SessionRecord, atMost limit: Int, path: @escaping (Untrusted) -> Untrusted = { $0 }
  ) -> (bytes: [UInt8], droppedSteps: Int)? {
    func text(without count: Int) -> [UInt8]? {
      var writer = Writer(path: path)
      writer.record(record, withoutOldest: count)
      return writer.bytes.count <= limit && writer.words <= mostWords ? writer.bytes : nil
    }
    if let bytes = text(without: 0) { return (bytes, 0) }
    var (tooFew, enough) = (0, record.steps[.back].count { $0.instead == nil } + record.steps[.forth].count)
    guard var shortest = text(without: enough) else { return nil }
    while tooFew + 1 < enough {
      let middle = (tooFew + enough) / 2
      if let bytes = text(without: middle) { (enough, shortest) = (middle, bytes) } else { tooFew = middle }
    }
    return (shortest, enough)
  }

  /// - Parameter path: makes the path of a dataset's source independent of the current folder.
  package static func text(of record: SessionRecord, path: @escaping (Untrusted) -> Untrusted = { $0 }) -> [UInt8] {
    var writer = Writer(path: path)
    writer.record(record)
    return writer.bytes
  }

  /// Reads a text. The record is nil if the text does not say what was open; `unknown` counts ignored lines. O(length).
  package static func record(in text: [UInt8]) -> (record: SessionRecord?, unknown: Int) {
    var reader = Reader()
    for line in text.split(separator: UInt8(ascii: "\n")) { reader.read(line) }
    return (reader.record, reader.unknown)
  }

  /// Whether a text is complete.
  package static func isWhole(_ text: [UInt8]) -> Bool {
    text.suffix(5).elementsEqual("\nend\n".utf8) && !text.contains(0)
  }
}

extension Word {
  fileprivate init(_ number: some BinaryInteger) { self.init(Untrusted(String(number))) }
}

private struct Writer {
  let path: (Untrusted) -> Untrusted
  private(set) var bytes: [UInt8] = []
  private var parts = SessionParts.Writer()

  init(path: @escaping (Untrusted) -> Untrusted) { self.path = path }

  /// The number of words of all lines, each line counted in full.
  var words: Int { parts.words }

  mutating func line(_ words: [Word], mark: Unicode.Scalar? = nil) {
    parts.write((mark.map { [Word(Untrusted(String($0)))] } ?? []) + words, to: &bytes)
  }

  /// - Parameter dropped: the number of steps to leave out: first those that can be undone, the oldest first.
  mutating func record(_ record: SessionRecord, withoutOldest dropped: Int = 0) {
    line(["gaz-session", "1"])
    line(["author", Word.text(Untrusted(record.author))])
    line(["edits", Word(record.steps.lastEdit)])
    if record.isKeeping { line(["keeping"]) }
    facts(SessionFacts(of: record.state))
    for words in record.state.map.lines { line(words) }
    let checked = record.state.checked.map { Word($0) }
    if checked.count < SessionParts.fewestWords {
      for place in checked { line(["check", place]) }
    } else {
      line(["check"] + checked)
    }
    let done = record.steps[.back].filter { $0.instead == nil }
    for step in done.dropFirst(dropped) { self.step("undo", step) }
    for step in record.steps[.forth].dropFirst(max(0, dropped - done.count)) { self.step("redo", step) }
    line(["end"])
  }

  /// Lines of facts. A removed fact is a line without a value.
  mutating func facts(_ facts: SessionFacts, mark: Unicode.Scalar? = nil) {
    for dataset in facts.open ?? [] {
      guard !dataset.isPool else {
        line(["pool", Word(Untrusted(dataset.name))], mark: mark)
        continue
      }
      line(
        ["open", .text(path(dataset.source))] + .option("as", dataset.name) + .option("format", dataset.format)
          + dataset.reading.given.flatMap { [Word].option($0.aspect.rawValue, $0.value) },
        mark: mark)
    }
    if facts.open?.isEmpty == true { line(["open"], mark: mark) }
    if let names = facts.inUse { line(["use"] + names.map { Word(Untrusted($0)) }, mark: mark) }
    if let categories = facts.selectedCategories {
      line(["select-category"] + categories.map { .text($0) }, mark: mark)
    }
    for change in facts.settings {
      line(["set", Word(Untrusted(change.name))] + (change.value.map { [.text(Untrusted($0))] } ?? []), mark: mark)
    }
    if let listing = facts.listing { self.listing(listing.value, mark: mark) }
    if let place = facts.picked { line(["picked"] + words(of: place.value), mark: mark) }
    if let place = facts.current { line(["current"] + words(of: place.value), mark: mark) }
  }

  private mutating func listing(_ listing: Listing?, mark: Unicode.Scalar?) {
    guard let listing else { return line(["cancel"], mark: mark) }
    line(listing.source.line, mark: mark)
    line(["shown", Word(listing.shown)] + listing.datasets.map { Word(Untrusted($0)) }, mark: mark)
    if let limit = listing.limit { line(["asked", Word(Untrusted(limit.word))], mark: mark) }
  }

  private func words(of place: PlaceID?) -> [Word] { place.map { [Word($0)] } ?? [] }

  mutating func step(_ kind: Word, _ step: Steps.Step) {
    line([kind, .text(step.title)] + (step.edit.map { [Word($0)] } ?? []))
    guard let change = step.change else { return }
    facts(change.before, mark: "-")
    facts(change.after, mark: "+")
    if let checked = change.checked { list("checked-at", checked) { Word($0) } }
    if let categories = change.categories { list("categories-at", categories) { .text($0) } }
  }

  private mutating func list<Element>(_ keyword: Word, _ change: ListChange<Element>, word: (Element) -> Word) {
    line([keyword, Word(change.index)] + change.before.map(word), mark: "-")
    line([keyword, Word(change.index)] + change.after.map(word), mark: "+")
  }
}

private struct Reader {
  private var author = ""
  private var lastEdit: Int64 = 0
  private var isKeeping = false
  private var state = FactReader()
  private var map = MapState()
  private var checked: [PlaceID] = []
  private var done: [StepReader] = []
  private var undone: [StepReader] = []
  private var isUndone = false
  private var parts = SessionParts.Reader()
  private(set) var unknown = 0

  var record: SessionRecord? {
    guard state.facts.open != nil else { return nil }
    var result = SessionState()
    state.facts.apply(to: &result)
    result.map = map
    var known: Set<PlaceID> = []
    result.checked = checked.filter { known.insert($0).inserted }
    let steps = Steps(
      done: done.compactMap(\.step).suffix(Steps.most), undone: undone.compactMap(\.step), lastEdit: lastEdit)
    return SessionRecord(result, steps: steps, author: author, isKeeping: isKeeping)
  }

  mutating func read(_ line: ArraySlice<UInt8>) {
    guard let words = FactLine.words(line), let keyword = words.first?.text.text, read(keyword, words) else {
      unknown += 1
      return
    }
  }

  private mutating func read(_ keyword: String, _ words: [Word]) -> Bool {
    let rest = words.dropFirst()
    switch keyword {
    case "gaz-session": return words.last == "1"
    case "part": parts.define(rest)
    case "of-parts":
      guard let line = parts.line(rest), let keyword = line.first?.text.text, keyword != "of-parts" else {
        return false
      }
      return read(keyword, line)
    case "end": return true
    case "author": author = rest.first?.text.text ?? ""
    case "edits": lastEdit = rest.first.flatMap { Int64($0.text.text) } ?? 0
    case "keeping": isKeeping = true
    case "map", "viewport", "resting-viewport": return map.read(keyword, Array(rest))
    case "check":
      let places = rest.compactMap { PlaceID($0) }
      checked += places
      return places.count == rest.count
    case "undo", "redo":
      guard let title = rest.first?.text else { return false }
      let edit = rest.dropFirst().first.flatMap { Int64($0.text.text) }
      guard edit.map({ $0 > 0 }) ?? true else { return false }
      isUndone = keyword == "redo"
      if isUndone { undone.append(StepReader(title, edit)) } else { done.append(StepReader(title, edit)) }
    case "-", "+":
      guard !(isUndone ? undone : done).isEmpty else { return false }
      return isUndone
        ? undone[undone.count - 1].read(keyword, Array(rest)) : done[done.count - 1].read(keyword, Array(rest))
    default: return state.read(words)
    }
    return true
  }
}

/// Collects the lines of a step.
private struct StepReader {
  private let title: Untrusted
  private let edit: Int64?
  private var before = FactReader()
  private var after = FactReader()
  private var checked = ListReader<PlaceID>()
  private var categories = ListReader<Untrusted>()

  init(_ title: Untrusted, _ edit: Int64?) {
    self.title = title
    self.edit = edit
  }

  /// nil if it changed only what is shown: older versions saved such steps.
  var step: Steps.Step? {
    var (old, new) = (before.facts, after.facts)
    var categories = categories.change
    if let before = old.selectedCategories, let after = new.selectedCategories {
      // A step of an older version has both lists.
      categories = ListChange(from: before, to: after)
    }
    (old.selectedCategories, new.selectedCategories) = (nil, nil)
    let change = SessionChange(from: old, to: new, checked: checked.change, categories: categories)
    guard edit != nil || change.changesData else { return nil }
    let isEmpty = change == SessionChange(from: SessionFacts(), to: SessionFacts())
    return Steps.Step(title, edit: edit, change: isEmpty ? nil : change)
  }

  mutating func read(_ mark: String, _ words: [Word]) -> Bool {
    switch words.first {
    case "checked-at": checked.read(mark, words) { PlaceID($0) }
    case "categories-at": categories.read(mark, words) { $0.text }
    default: mark == "-" ? before.read(words) : after.read(words)
    }
  }
}

/// Joins the two lines of the change of a list.
private struct ListReader<Element: Hashable & Sendable> {
  private var index: Int?
  private var before: [Element] = []
  private var after: [Element] = []

  var change: ListChange<Element>? { index.map { ListChange(at: $0, from: before, to: after) } }

  mutating func read(_ mark: String, _ words: [Word], element: (Word) -> Element?) -> Bool {
    guard words.count > 1, let index = Int(words[1].text.text), index >= 0 else { return false }
    self.index = index
    let elements = words.dropFirst(2).compactMap(element)
    if mark == "-" { before = elements } else { after = elements }
    return elements.count == words.count - 2
  }
}

/// Collects facts, line by line.
private struct FactReader {
  private(set) var facts = SessionFacts()
  /// The source of the list that the next line completes.
  private var source: ListSource?
  /// No list has more rows.
  private let mostShown = Int(UInt32.max)

  mutating func read(_ words: [Word]) -> Bool {
    guard let keyword = words.first?.text.text else { return false }
    let rest = words.dropFirst()
    let place: PlaceID? = rest.first.flatMap { PlaceID($0) }
    switch keyword {
    case "open": return readOpen(rest)
    case "pool": return readPool(rest)
    case "use":
      facts.inUse = rest.map(\.text.text).filter(DatasetName.isWellFormed)
      return facts.inUse?.count == rest.count
    case "select-category": facts.selectedCategories = rest.map(\.text).inOrder
    case "set":
      guard let name = rest.first?.text.text, Setting.all.contains(where: { $0.name == name }) else { return false }
      facts.settings.append(Setting.Change(name, to: rest.dropFirst().first?.text.text))
    case "cancel": facts.listing = .removed
    case "shown":
      guard let source, let shown = rest.first.flatMap({ Int($0.text.text) }), (0...mostShown).contains(shown)
      else { return false }
      let names = rest.dropFirst().map(\.text.text)
      facts.listing = .set(Listing(source, datasets: names, shown: shown))
    case "asked":
      guard case .set(var listing)? = facts.listing, let limit = rest.first.flatMap({ try? Limit(word: $0.text) })
      else {
        return false
      }
      listing.limit = limit
      facts.listing = .set(listing)
    case "picked": facts.picked = Fact(place)
    case "current": facts.current = Fact(place)
    default:
      source = try? ListSource(words)
      return source != nil
    }
    return true
  }

  private mutating func readOpen(_ words: ArraySlice<Word>) -> Bool {
    facts.open = facts.open ?? []
    guard !words.isEmpty else { return true }
    guard let options = FactOptions(words), let source = options.parameters.first?.text, let name = options["as"]?.text,
      DatasetName.isWellFormed(name), facts.open?.contains(where: { $0.name == name }) == false
    else { return false }
    var reading = SourceReading()
    for aspect in SourceReading.Aspect.allCases { reading[aspect] = options[aspect.rawValue] }
    facts.open?.append(
      SessionState.Source(name: name, source: source, format: options["format"], reading: reading))
    return true
  }

  private mutating func readPool(_ words: ArraySlice<Word>) -> Bool {
    guard words.count == 1, let provider = words.first.flatMap({ PlacesRequest.Provider(rawValue: $0.text.text) }),
      facts.open?.contains(where: { $0.name == provider.rawValue }) != true
    else { return false }
    facts.open = (facts.open ?? []) + [SessionState.Source(poolOf: provider)]
    return true
  }
}
