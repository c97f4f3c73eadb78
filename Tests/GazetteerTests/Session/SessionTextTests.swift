import GazetteerIndex
import Testing

@testable import GazetteerSession

/// A saved session as text.
struct SessionTextTests {
  private static let hostile: [[UInt8]] = [
    [], Array("Penn Station".utf8), Array("\"".utf8), Array("\\".utf8), Array("\\n".utf8), Array("a\nb\r\nc\td".utf8),
    Array("--prefix".utf8), Array("# none".utf8), Array("a; quit".utf8), Array("'".utf8), Array("end".utf8),
    [0], [0xFF, 0xFE, 0x22], [0xC3], Array("\u{1b}]52;c;x\u{7}".utf8), Array("日本 é e\u{301} \u{202E}".utf8),
    [0x20, 0x20],
  ]

  private func point(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
    try #require(Coordinate(latitude: latitude, longitude: longitude))
  }

  private func record(of text: [UInt8]) throws -> SessionRecord {
    let text = Untrusted(bytes: text)
    let id = PlaceID(dataset: "stops", id: .text(text.text))
    var query = Query(text)
    query.country = text
    query.categories = [text]
    query.origin = Coordinate(latitude: -0.1, longitude: 1e-7)
    query.radius = .miles(0.3)
    query.dataset = "stops"
    query.order = .distance
    query.prefixOnly = true
    var columns = Query(Untrusted(""))
    columns.wordsInColumns = text
    columns.columnOrder = ColumnOrder(text, isDescending: true)
    var favorites = FavoritesQuery(query)
    favorites.lists = [text]
    favorites.tags = [text, text]
    favorites.leastRating = 3
    favorites.order = .visited
    let station = { (id: PlaceID, point: Coordinate) in Favorite.Station(id: id, name: text, coordinate: point) }
    var around = AroundSource(
      origin: try point(-1, 2), radius: .miles(2), title: text, station: station(id, try point(-1, 2)), kind: .food)
    (around.term, around.order) = (text, .rating)
    let number = PlaceID(dataset: "world", id: .number(7))
    let provided = ProvidedSource(
      provider: .yelp, origin: try point(1, 2), places: [id, number, PlaceID(dataset: "yelp", id: .text("7"))],
      time: -5, isFood: false, title: text,
      station: station(PlaceID(dataset: "stops", id: .text("7")), try point(1, 2)), order: .name)
    var shown = ListSource.search(columns)
    shown.columns = [text, text]
    favorites.isReversed = true
    var reversed = StationsSource(text: text, conditions: [try #require(Condition(Untrusted("a>1")))])
    reversed.columnOrder = ColumnOrder(text)
    let sources: [ListSource] = [
      shown, .stations(reversed),
      .around(around),
      .around(
        AroundSource(
          origin: try point(0, 0), radius: .metres(1), station: station(number, try point(0, 0)))),
      .provided(provided), .provided(ProvidedSource(provider: .overpass, origin: try point(1, 2), places: [], time: 0)),
      .search(query), .search(Query(text)), .search(columns), .favorites(favorites), .place(id), .checked([id, id]),
      try .near(point(1, 2), within: .metres(0.1), categories: [text]),
      try .box(southWest: point(0, 0), northEast: point(12.345678901, -180)),
      .categories([text]),
      .stations(StationsSource(text: text)),
      .stations(StationsSource(text: text, origin: try point(1, 2), title: text, radius: .metres(0.1))),
      .stations(StationsSource(text: text, origin: try point(1, 2), isOnlyNamed: true)),
    ]
    var states = [SessionState()]
    var reading = SourceReading()
    for aspect in SourceReading.Aspect.allCases { reading[aspect] = text }
    for source in sources {
      var state = SessionState()
      state.open = [
        .init(name: "world", source: Untrusted("world")),
        .init(name: "stops", source: text, format: text, reading: reading),
        .init(poolOf: .yelp),
      ]
      state.inUse = ["stops", "world"]
      state.selectedCategories = [text]
      state.listing = Listing(source, datasets: ["stops"], shown: 20)
      state.picked = id
      state.current = PlaceID(dataset: "world", id: .number(-7))
      state.checked = [PlaceID(dataset: "world", id: .text("7")), PlaceID(dataset: "world", id: .number(7)), id]
      states += [state, SessionState()]
    }
    let settings = SettingChanges(before: [.init("limit", to: nil)], after: [.init("limit", to: "5")])
    let steps = zip(states, states.dropFirst()).map {
      Steps.Step(text, change: SessionChange(from: $0, to: $1, settings))
    }
    let record = SessionRecord(
      states[states.count - 2], steps: Steps(done: steps, undone: [Steps.Step(text, edit: 12)], lastEdit: 13),
      author: text.text, isKeeping: true)
    return record
  }

  @Test(arguments: hostile) func anyTextComesBackAsItWas(text: [UInt8]) throws {
    let record = try record(of: text)
    let written = SessionText.text(of: record)
    #expect(SessionText.isWhole(written))
    let (read, unknown) = SessionText.record(in: written)
    let isSame = read == record
    #expect(isSame)
    #expect(SessionText.text(of: try #require(read)) == written)
    #expect(unknown == 0)
    // Each line is one fact, whatever the texts contain.
    #expect(
      written.split(separator: 0x0A).count == SessionText.text(of: try self.record(of: [])).split(separator: 0x0A).count
    )
  }

  @Test func readsAsCommands() {
    var state = SessionState()
    state.open = [.init(name: "cities", source: Untrusted("/my data/a.json"), format: Untrusted("json"))]
    state.inUse = ["cities"]
    state.selectedCategories = [Untrusted("Dorm"), Untrusted("Food and drink")]
    var query = Query(Untrusted("springfield il"))
    query.order = .name
    state.listing = Listing(.search(query), datasets: ["cities"], shown: 3, limit: .rows(20))
    state.checked = [PlaceID(dataset: "cities", id: .number(5))]
    let steps = Steps(done: [Steps.Step(Untrusted("check 1"), change: SessionChange(from: SessionState(), to: state))])
    let text = String(decoding: SessionText.text(of: SessionRecord(state, steps: steps, author: "me")), as: UTF8.self)
    #expect(
      text == """
        gaz-session 1
        author me
        edits 0
        open "/my data/a.json" --as cities --format json
        use cities
        select-category Dorm "Food and drink"
        search "springfield il" --sort name
        shown 3 cities
        asked 20
        picked
        current
        check cities:5
        undo "check 1"
        - open
        - use
        - cancel
        + open "/my data/a.json" --as cities --format json
        + use cities
        + search "springfield il" --sort name
        + shown 3 cities
        + asked 20
        - checked-at 0
        + checked-at 0 cities:5
        - categories-at 0
        + categories-at 0 Dorm "Food and drink"
        end

        """)
  }

  /// A step of an older version that changed only what was shown is left out, and a setting that does not exist too. The
  /// control: a step that sets one.
  @Test func onlyStepsThatChangeDataAreRead() {
    let text = """
      gaz-session 1
      open
      undo "search munich"
      - cancel
      + search munich
      + shown 1 world
      undo "set colour red"
      - set colour
      + set colour red
      undo "set limit 5"
      - set limit
      + set limit 5
      end

      """
    let (record, unknown) = SessionText.record(in: Array(text.utf8))
    #expect(unknown == 2)
    #expect(record?.steps[.back].map(\.title.text) == ["set limit 5"])
    #expect(record?.steps[.back].first?.change?.after.settings == [.init("limit", to: "5")])
  }

  /// A session with many checked places and selected categories, which were edited some times.
  private func large(places count: Int, categories: Int, edits: Int) -> SessionRecord {
    var states = [SessionState()]
    func add(_ change: (inout SessionState) -> Void) {
      var state = states[states.count - 1]
      change(&state)
      states.append(state)
    }
    add { $0.open = [.init(name: "places", source: Untrusted("/data/places.json"))] }
    add { $0.checked = (0..<count).map { PlaceID(dataset: "places", id: .number(Int64($0 * 7 % count))) } }
    add { $0.selectedCategories = (0..<categories).map { Untrusted("category \($0)") }.inOrder }
    add { $0.listing = Listing(.checked($0.checked), datasets: ["places"], shown: 20) }
    for edit in 0..<edits {
      add { $0.checked.remove(at: edit * 31 % $0.checked.count) }
      add { $0.selectedCategories.remove(at: edit * 17 % $0.selectedCategories.count) }
      add { $0.listing = Listing(.categories($0.selectedCategories), datasets: ["places"], shown: 20) }
    }
    add { $0.checked = [] }
    add { $0.checked = states[states.count - 2].checked }
    let steps = zip(states, states.dropFirst()).compactMap { before, after in
      SessionChange(from: before, to: after).map { Steps.Step(Untrusted("edit"), change: $0) }
    }
    return SessionRecord(states[states.count - 1], steps: Steps(done: steps))
  }

  @Test func longListsAreWrittenOnceHoweverManyStepsHaveThem() throws {
    let record = large(places: 8_000, categories: 1_000, edits: 10)
    let text = SessionText.text(of: record)
    let plain = record.state.checked.reduce(0) { $0 + $1.word.bytes.count + 1 }
    #expect(text.count < 3 * plain, "\(text.count) bytes for lists of \(plain)")
    let (read, unknown) = SessionText.record(in: text)
    #expect(unknown == 0)
    let isSame = read == record
    #expect(isSame)
  }

  @Test func theOldestStepsOfATooLargeSessionAreDropped() throws {
    let record = large(places: 800, categories: 100, edits: 20)
    let whole = SessionText.text(of: record).count
    for limit in [whole, whole - 1, whole * 3 / 4, whole / 2] {
      let (bytes, dropped) = try #require(SessionText.text(of: record, atMost: limit))
      #expect(bytes.count <= limit)
      #expect((dropped == 0) == (limit == whole))
      let read = try #require(SessionText.record(in: bytes).record)
      let isSame = read.state == record.state && read.steps[.back] == Array(record.steps[.back].dropFirst(dropped))
      #expect(isSame)
    }
    let isNone = SessionText.text(of: record, atMost: 1000) == nil
    #expect(isNone)
  }

  @Test func aTextWithoutPartsIsReadAsBefore() throws {
    let places = (0..<200).map { "world:\($0)" }
    let text = """
      gaz-session 1
      open "world" --as world
      use world
      \(places.map { "check \($0)" }.joined(separator: "\n"))
      undo "check 1-200"
      - checked-at 0
      + checked-at 0 \(places.joined(separator: " "))
      undo "select-category town"
      - select-category city
      + select-category city town
      end

      """
    let (record, unknown) = SessionText.record(in: Array(text.utf8))
    #expect(unknown == 0)
    #expect(record?.state.checked.count == 200)
    #expect(record?.steps[.back].first?.change?.checked?.after == record?.state.checked)
    let towns = [Untrusted("town")]
    #expect(record?.steps[.back].last?.change?.categories == ListChange(at: 1, from: [], to: towns))
  }

  @Test(arguments: [
    "of-parts 0", "of-parts -1", "of-parts x", "part check a:1\nof-parts 0 1", "part of-parts 0\nof-parts 0",
    "part\nof-parts 0", "of-parts",
  ])
  func aLineOfPartsThatAreNotThereIsUnknown(lines: String) {
    let (record, unknown) = SessionText.record(in: Array("gaz-session 1\nopen\n\(lines)\nend\n".utf8))
    #expect(record?.state == SessionState())
    #expect(unknown == 1)
  }

  @Test func aFewBytesCannotStandForAnyNumberOfWords() {
    let part = "part check" + String(repeating: " a:1", count: 10_000)
    let line = "of-parts" + String(repeating: " 0", count: 10_000)
    let (record, unknown) = SessionText.record(in: Array("gaz-session 1\nopen\n\(part)\n\(line)\nend\n".utf8))
    #expect(record?.state == SessionState())
    #expect(unknown == 1)
  }

  @Test func aTextThatWasCutAnywhereIsNoticedAndReadAsFarAsItGoes() throws {
    let whole = SessionText.text(of: try record(of: Self.hostile[1]))
    for count in stride(from: 0, to: whole.count, by: 7) {
      let cut = Array(whole[..<count])
      #expect(!SessionText.isWhole(cut))
      _ = SessionText.record(in: cut)
    }
    let lines = whole.split(separator: 0x0A, omittingEmptySubsequences: false).prefix(20)
    #expect(
      SessionText.record(in: Array(lines.joined(separator: [0x0A]))).record?.state
        == (try record(of: Self.hostile[1]).state))
  }

  @Test func damageNeverCrashesAndTheRestIsRead() throws {
    var random = SplitMix(state: 1)
    let whole = SessionText.text(of: try record(of: Self.hostile[1]))
    var understood = 0
    for _ in 0..<400 {
      let (read, unknown) = SessionText.record(in: Mutation.of(whole, using: &random))
      guard let record = read else { continue }
      if unknown == 0 || !record.state.open.isEmpty { understood += 1 }
      // What was read can be written and read again.
      let isSame = SessionText.record(in: SessionText.text(of: record)).record == record
      #expect(isSame)
    }
    #expect(understood > 200)
  }

  @Test(arguments: ["undo a -9223372036854775808", "redo a 0", "search a\nshown 9223372036854775807 world"])
  func numbersWithoutAMeaningAreNotRead(line: String) {
    let (record, unknown) = SessionText.record(in: Array("gaz-session 1\nopen\n\(line)\nend\n".utf8))
    #expect(unknown == 1 && record == SessionRecord())
  }

  @Test(arguments: [
    "", "\u{FFFD}\0\n", "gaz-session 1\nuse world\n", "search rome\nshown 2 world\ncheck world:1\nend\n",
  ])
  func aTextWithoutOpenDatasetsIsNoSession(text: String) {
    let isNone = SessionText.record(in: Array(text.utf8)).record == nil
    #expect(isNone)
  }

  @Test func foreignFactsAreCountedAndLeftOut() {
    let text = "gaz-session 1\nhorizon 12\nuse world\nopen\nsearch\nshown 2 world\ncheck nothing\n\"\nend\n"
    let (record, unknown) = SessionText.record(in: Array(text.utf8))
    #expect(record?.state.inUse == ["world"])
    #expect(record?.state.listing == nil)
    #expect(unknown == 5)
  }
}
