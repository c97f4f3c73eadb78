import GazetteerIndex
import Testing

@testable import GazetteerSession

/// `open` with what the user says about the file.
@Suite struct OpenReadingTests {
  private func request(_ line: String) throws -> OpenRequest? {
    var conversation = Conversation(nil)
    conversation.say(line)
    guard case .open(let request)? = conversation.effects.first else { return nil }
    return request
  }

  @Test func whatTheUserSaysIsInTheRequest() throws {
    let line =
      #"open a.csv --name "Site Name" --lat Y --lon=X --category T --id N --encoding CP1252 --delimiter ";" --crs utm:32n"#
    let request = try #require(try request(line))
    #expect(
      request.reading.given.map { "\($0.aspect.rawValue)=\($0.value.text)" } == [
        "name=Site Name", "lat=Y", "lon=X", "category=T", "id=N", "encoding=windows-1252", "delimiter=semicolon",
        "crs=EPSG:32632",
      ])
    #expect(try self.request("open a.csv --header 'name, lat'")?.reading[.header] == Untrusted("name,lat"))
    #expect(try self.request("open a.csv")?.reading.isEmpty == true)
  }

  @Test(arguments: [
    ("open a.csv --lat Y", "a position has two columns; try: also --lon COL"),
    ("open a.csv --lon X", "a position has two columns; try: also --lat COL"),
    (
      "open a.csv --geometry G --lat Y --lon X",
      "a position is either in one column or in two; try: --geometry COL, or --lat COL --lon COL"
    ),
    ("open a.csv --header ,", "expected names of columns with commas between them, such as name,lat,lon"),
    ("open a.csv --crs mars", "expected EPSG:3857, another code of EPSG or ESRI, or a zone such as utm:32N"),
    ("open a.csv --name A --id A", "one column cannot be both --name and --id; try: leave out one of them"),
  ]) func contradictionsAreRefused(line: String, message: String) {
    var conversation = Conversation(nil)
    let answer = conversation.say(line)
    #expect(answer.contains(message), "\(answer)")
    #expect(conversation.effects.isEmpty)
  }

  @Test(arguments: ["klingon", "utf-7", ""]) func onlyKnownEncodingsAreTaken(word: String) {
    #expect(SourceReading.Encoding(Untrusted(word)) == nil)
  }

  @Test(arguments: ["", "ab", "a", "1", "\"", ".", "-", "  ", "\u{2}", "é", "#"]) func onlySignsAreDelimiters(
    word: String
  ) {
    #expect(SourceReading.Delimiter(Untrusted(word)) == nil)
    #expect(SourceReading.Delimiter(Untrusted("^"))?.byte == 0x5E)
  }

  @Test(arguments: [
    (" ", "blank", 0x20), ("\u{1}", "^A", 0x01), ("^a", "^A", 0x01), ("\t", "tab", 0x09), ("~", "~", 0x7E),
  ])
  func delimitersHaveWords(said: String, word: String, byte: UInt8) throws {
    let delimiter = try #require(SourceReading.Delimiter(Untrusted(said)))
    #expect(delimiter.byte == byte && delimiter.word == word)
    #expect(SourceReading.Delimiter(Untrusted(word)) == delimiter)
  }

  @Test func aBlankIsADelimiter() {
    var conversation = Conversation(nil)
    conversation.say("open a.txt --delimiter \" \"")
    #expect(conversation.effects.count == 1)
  }

  /// A dataset that is open already is used only if it was read as the user says now.
  @Test(arguments: [
    ("", true), (" --name Site", true), (" --name Other", false), (" --name Site --id N", false),
  ]) func anotherReadingIsAnotherDataset(options: String, isReused: Bool) throws {
    var conversation = Conversation(nil)
    conversation.say("open a.csv --name Site")
    _ = conversation.session.receive(.opened(Dataset(name: "a", about: DatasetAbout(format: "csv"), places: [])))
    let words = "open a.csv\(options)".split(separator: " ").map { Word(Untrusted($0)) }
    let reply = try? conversation.session.answer(Statement(words: words), in: Context())
    #expect(
      reply?.notices.map(\.neutralised)
        == (isReused ? ["a.csv is already open as a --name Site, so that is used"] : nil))
    let answer = conversation.say("open a.csv\(options)")
    if !isReused { #expect(answer.contains("open a.csv\(options) --as NAME"), "\(answer)") }
    // Under another name, it is opened in the other way.
    if !isReused {
      conversation.say("open a.csv\(options) --as other")
      #expect(conversation.session.openings == ["other"])
    }
  }

  private static func opened(_ name: String) -> Event {
    .opened(Dataset(name: name, about: DatasetAbout(format: "csv"), places: []))
  }

  /// Files of other folders often have the same name.
  @Test func aTakenNameGetsANumber() throws {
    var conversation = Conversation()
    for (source, name) in [("a/b.csv", nil), ("c/b.csv", "b-2"), ("b.csv", "b-3"), ("world.tsv", "world-2")] {
      let open = Statement(words: ["open", source].map { Word(Untrusted($0)) })
      let reply = try conversation.session.answer(open, in: Context())
      let usual = source.contains("world") ? "world" : "b"
      #expect(
        reply.notices.map(\.neutralised)
          == (name.map { ["the name \(usual) is taken, so \(source) is called \($0)"] } ?? []))
      conversation.say("open \(source)")
      #expect(conversation.session.openings.last == name ?? usual)
    }
    // The same source, read otherwise, is refused: it is open already.
    _ = conversation.session.receive(Self.opened("b-2"))
    #expect(conversation.say("open c/b.csv --name N").contains("\"b-2\" is already open; try: close b-2"))
    #expect(
      conversation.say("open a/b.csv") == "! \"b\" is still being opened; try: wait, then run the command again\n")
  }

  /// The files that are named at the start of the program are often those that the saved session has, too. Some of them
  /// may be open again when they are named, and others not.
  @Test(arguments: [["b"], ["a"], ["b", "a"], ["d"]], ["", "a", "ab", "abd"])
  func filesThatAreBeingRestoredAreUsed(inUse: [String], early: String) throws {
    var state = SessionState()
    state.open = ["a", "b", "d"].map { SessionState.Source(name: $0, source: Untrusted("\($0).csv")) }
    state.inUse = inUse
    var session = Session(world: nil, preferences: Preferences())
    _ = session.receive(.restored(SessionRecord(state)))
    for name in early { _ = session.receive(Self.opened(String(name))) }
    for name in ["a", "b", "c"] {
      let reply = try session.answer(
        Statement(words: ["open", "\(name).csv"].map { Word(Untrusted($0)) }), in: Context())
      let how = early.contains(name) ? "open" : "being opened"
      #expect(
        reply.notices.map(\.neutralised)
          == (name == "c" ? [] : ["\(name).csv is already \(how) as \(name), so that is used"]))
      let effects = reply.events.flatMap { session.receive($0) }
      let isOpened = effects.contains { if case .open = $0 { true } else { false } }
      #expect(isOpened == (name == "c"), "nothing is opened a second time")
      if name == "c" { _ = session.receive(Self.opened("c")) }
    }
    for name in "abd" where !early.contains(name) { _ = session.receive(Self.opened(String(name))) }
    #expect(Set(session.inUse) == Set(inUse + ["a", "b", "c"]))
  }

  /// What the user chooses while a session is restored wins, but a file that is named is used in any case.
  @Test func aNamedFileIsUsedBesidesTheChosenOnes() throws {
    var state = SessionState()
    state.open = ["a", "b", "d"].map { SessionState.Source(name: $0, source: Untrusted("\($0).csv")) }
    state.inUse = ["d"]
    var session = Session(world: nil, preferences: Preferences())
    _ = session.receive(.restored(SessionRecord(state)))
    _ = session.receive(Self.opened("a"))
    _ = session.receive(.used(["a"]))
    let open = Statement(words: ["open", "b.csv"].map { Word(Untrusted($0)) })
    for event in try session.answer(open, in: Context()).events { _ = session.receive(event) }
    #expect(session.state.inUse == ["a", "b"], "also in the saved session")
    var chosen = session
    _ = chosen.receive(.used(["a"]))
    for name in ["b", "d"] {
      _ = session.receive(Self.opened(name))
      _ = chosen.receive(Self.opened(name))
    }
    #expect(session.inUse == ["a", "b"])
    #expect(chosen.inUse == ["a"])
  }

  /// Check marks and the last list come back when everything is open. The control is a session that is restored.
  @Test func whatIsNotRestoredYetIsTold() throws {
    var state = SessionState()
    state.open = [SessionState.Source(name: "a", source: Untrusted("a.csv"))]
    var session = Session(world: nil, preferences: Preferences())
    _ = session.receive(.restored(SessionRecord(state)))
    for isOpened in [false, true] {
      if isOpened { _ = session.receive(Self.opened("a")) }
      let replies = try ["checked", "list"].map {
        try session.answer(Statement(words: [Word(Untrusted($0))]), in: Context()).notices.map(\.neutralised)
      }
      let failures = [ExportedSet.checked, .filtered].map { set in
        #expect(throws: Failure.self) { try session.export(set, Context()) }?.message.neutralised ?? ""
      }
      for answer in replies.map({ $0.joined() }) + failures {
        #expect(answer.contains("a is still being opened") != isOpened, "\(answer)")
      }
    }
  }

  /// A file that the user closes while it is restored comes back with `undo`.
  @Test(arguments: [["a", "b"], ["b", "a"]]) func aClosedFileIsAStep(order: [String]) throws {
    var state = SessionState()
    state.open = ["a", "b"].map { SessionState.Source(name: $0, source: Untrusted("\($0).csv")) }
    var session = Session(world: nil, preferences: Preferences())
    _ = session.receive(.restored(SessionRecord(state)))
    if order[0] == "a" { _ = session.receive(Self.opened("a")) }
    _ = session.receive(.commandEnded(Untrusted("first")))
    _ = session.receive(.closed("b"))
    _ = session.receive(.commandEnded(Untrusted("close b")))
    #expect(session.steps.done.map(\.title) == [Untrusted("close b")])
  }

  @Test(arguments: ["ab", "ba"], [true, false]) func whatIsRestoredIsNoStep(order: String, isFound: Bool) {
    var state = SessionState()
    state.open = ["a", "b"].map { SessionState.Source(name: $0, source: Untrusted("\($0).csv")) }
    state.inUse = ["a", "b"]
    var session = Session(world: nil, preferences: Preferences())
    _ = session.receive(.restored(SessionRecord(state)))
    _ = session.receive(.commandEnded(Untrusted("first")))
    for name in order.map(String.init) {
      let request = SessionState.Source(name: name, source: Untrusted("\(name).csv")).request()
      _ = session.receive(isFound || name == "b" ? Self.opened(name) : .openFailed(request, Failure("gone")))
      _ = session.receive(.commandEnded(Untrusted("open \(name)")))
    }
    let missing = isFound ? [] : [Untrusted("start without a")]
    #expect(session.steps.done.map(\.title) == missing)
    // The control: a change is a step.
    _ = session.receive(.used(["b"]))
    _ = session.receive(.commandEnded(Untrusted("use b")))
    #expect(session.steps.done.map(\.title) == missing + (isFound ? [Untrusted("use b")] : []))
  }

  /// A file that is missing at a start takes nothing away for good. Other files may be opened before or after it, and
  /// the user may do something meanwhile.
  @Test(arguments: ["ab", "ba"], [true, false]) func undoBringsBackWhatWasMissing(order: String, isBusy: Bool) throws {
    func event(_ name: String) -> Event {
      let id = PlaceID(dataset: name, id: .number(1))
      return .opened(
        Dataset(
          name: name, about: DatasetAbout(format: "csv"), places: [(.number(1), Place(id: id, name: Untrusted(name)))]))
    }
    var state = SessionState()
    state.open = ["a", "b"].map { SessionState.Source(name: $0, source: Untrusted("\($0).csv")) }
    state.inUse = ["a", "b"]
    let places = ["a", "b"].map { PlaceID(dataset: $0, id: .number(1)) }
    (state.checked, state.current) = (places, places[0])
    var session = Session(world: nil, preferences: Preferences())
    _ = session.receive(.restored(SessionRecord(state)))
    for name in order.map(String.init) {
      let failed = Event.openFailed(state.open[0].request(), Failure("gone"))
      let effects = session.receive(name == "a" ? failed : event(name))
      let isLast = name == order.suffix(1)
      let notices = effects.compactMap { if case .notice(let message) = $0 { message.neutralised } else { nil } }
      #expect(notices.contains("when a can be opened again: undo") == isLast)
    }
    #expect(session.checked.places == [places[1]] && session.current == nil && session.inUse == ["b"])
    if isBusy {
      _ = session.receive(.unchecked([places[1]]))
      _ = session.receive(.commandEnded(Untrusted("uncheck 1")))
    }
    for _ in 0..<(isBusy ? 2 : 1) {
      let step = try #require(session.steps.done.last)
      _ = session.receive(.stepTaken(.back, step))
      _ = session.receive(.commandEnded(Untrusted("undo")))
    }
    _ = session.receive(event("a"))
    #expect(session.state == state)
    #expect(session.steps.done.isEmpty)
  }

  /// While a file is read again, it is the open one.
  @Test func aFileThatIsReadAgainIsUsed() throws {
    var conversation = Conversation(nil)
    conversation.say("open a.csv")
    _ = conversation.session.receive(.opened(Dataset(name: "a", about: DatasetAbout(format: "csv"), places: [])))
    let open = Statement(words: ["open", "a.csv"].map { Word(Untrusted($0)) })
    for asksAgain in [true, false] {
      let reply = try conversation.session.answer(open, in: Context())
      #expect(reply.notices.map(\.neutralised) == ["a.csv is already open as a, so that is used"])
      let effects = reply.events.flatMap { conversation.session.receive($0) }
      #expect(effects.isEmpty != asksAgain)
    }
  }

  @Test func aRestoredSessionReadsTheFileInTheSameWay() throws {
    var conversation = Conversation(nil)
    conversation.say(#"open a.csv --name "Site Name" --encoding latin-1"#)
    _ = conversation.session.receive(.opened(Dataset(name: "a", about: DatasetAbout(format: "csv"), places: [])))
    let text = SessionText.text(of: SessionRecord(conversation.session.state))
    let record = try #require(SessionText.record(in: text).record)
    var session = Session(world: nil, preferences: Preferences())
    let opened = session.receive(.restored(record)).compactMap { effect in
      if case .open(let request) = effect { request } else { nil }
    }
    #expect(opened.map(\.reading[.name]) == [Untrusted("Site Name")])
    #expect(opened.map(\.reading.encoding) == [.latin1])
    // It is read again in the same way, too.
    _ = session.receive(.opened(Dataset(name: "a", about: DatasetAbout(format: "csv"), places: [])))
    let statement = Statement(words: ["refresh", "a"].map { Word(Untrusted($0)) })
    var context = Context()
    context.waiting = WaitingChanges()
    let reply = try session.answer(statement, in: context)
    let effects = reply.events.flatMap { session.receive($0) } + reply.effects
    let again = effects.compactMap { effect in
      switch effect {
      case .refresh(let request), .send(.refreshAsked(let request)): request.source.reading
      default: nil as SourceReading?
      }
    }
    #expect(again == opened.map(\.reading))
  }

  @Test(arguments: [("open a.csv -v", true), ("open a.csv", false)])
  func whatTheColumnsWereTakenForIsTold(line: String, isTold: Bool) {
    var conversation = Conversation(nil)
    conversation.say(line)
    var about = DatasetAbout(format: "csv")
    about.columns = "name: Site"
    about.problems = ["line 2: no name"]
    let notices = conversation.session.receive(.opened(Dataset(name: "a", about: about, places: []))).compactMap {
      effect in
      if case .notice(let message) = effect { message.neutralised } else { nil }
    }
    #expect(notices.dropFirst() == (isTold ? ["columns: name: Site", "line 2: no name"] : []))
    // The next one is told as it is asked for.
    #expect(conversation.session.verboseOpenings.isEmpty)
  }

  @Test func theCommandToTryIsQuotedAsItIsTyped() {
    #expect(
      OpenRequest(source: Untrusted("a b.csv"), name: "a").command(for: Untrusted("a b.csv")).neutralised
        == #"open "a b.csv""#)
    var build = OpenRequest(source: Untrusted("a.csv"), name: "a")
    build.target = Untrusted("a;.gaz")
    #expect(build.command(for: build.source).neutralised == #"build a.csv "a;.gaz""#)
  }
}
