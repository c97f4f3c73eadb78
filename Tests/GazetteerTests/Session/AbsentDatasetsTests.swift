import GazetteerIndex
import Testing

@testable import GazetteerSession

/// A file that is missing at one start is in the session again at the next one.
struct AbsentDatasetsTests {
  private static func source(_ name: String) -> SessionState.Source {
    SessionState.Source(name: name, source: Untrusted("\(name).csv"))
  }

  private static func opened(_ name: String) -> Event {
    let id = SourceID.number(1)
    let place = Place(id: PlaceID(dataset: name, id: id), name: Untrusted("One of \(name)"))
    return .opened(Dataset(name: name, about: DatasetAbout(format: "csv"), places: [(id, place)]))
  }

  private static func notices(_ effects: [Effect]) -> [String] {
    effects.compactMap { if case .notice(let message) = $0 { message.neutralised } else { nil } }
  }

  private let marks = ["a", "b"].map { PlaceID(dataset: $0, id: .number(1)) }

  /// A session in which `a` is absent and `b` is open.
  private func start(_ order: [String] = ["a", "b"]) -> (session: Session, notices: [String]) {
    var state = SessionState()
    state.open = ["a", "b"].map(Self.source)
    state.inUse = ["a", "b"]
    state.checked = marks
    var session = Session(world: nil, preferences: Preferences())
    var effects = session.receive(.restored(SessionRecord(state)))
    for name in order {
      effects += session.receive(
        name == "a" ? .openFailed(Self.source(name).request(), Failure("gone")) : Self.opened(name))
    }
    return (session, Self.notices(effects))
  }

  @Test(arguments: [["a", "b"], ["b", "a"], ["a"]]) func isSavedForTheNextStart(order: [String]) {
    let (session, notices) = start(order)
    #expect(notices == ["a stays in the session until it can be opened; to drop it: close a"])
    #expect(Set(session.saved.names) == ["a", "b"] && Set(session.saved.inUse) == ["a", "b"])
    #expect(Set(session.saved.checked) == Set(marks) && session.saved.checked.count == 2)
    #expect(!session.open.contains { $0.name == "a" })
  }

  @Test func hasItsMarksAgainWhenItIsOpened() throws {
    var (session, _) = start()
    #expect(session.checked.places == [marks[1]])
    let open = Statement(words: ["open", "a.csv"].map { Word(Untrusted($0)) })
    for event in try session.answer(open, in: Context()).events { _ = session.receive(event) }
    #expect(session.openings == ["a"])
    _ = session.receive(Self.opened("a"))
    #expect(Set(session.checked.places) == Set(marks))
    #expect(session.absent == AbsentDatasets())
  }

  @Test func isClosedByItsName() throws {
    var (session, _) = start()
    let close = Statement(words: ["close", "a"].map { Word(Untrusted($0)) })
    for event in try session.answer(close, in: Context()).events { _ = session.receive(event) }
    #expect(session.saved.names == ["b"] && session.saved.checked == [marks[1]])
    #expect(throws: Failure.self) { try session.answer(close, in: Context()) }
  }

  /// Another file does not take its name, and with it its marks.
  @Test func anotherFileGetsANumber() throws {
    let (session, _) = start()
    let open = Statement(words: ["open", "other/a.csv"].map { Word(Untrusted($0)) })
    let events = try session.answer(open, in: Context()).events
    #expect(events.map { if case .openAsked(let request) = $0 { request.name } else { "" } } == ["a-2"])
  }

  /// The control: what another command cannot open is not kept.
  @Test func isOnlyWhatASavedSessionHad() {
    var session = Session(world: nil, preferences: Preferences())
    _ = session.receive(.openAsked(Self.source("a").request()))
    _ = session.receive(.openFailed(Self.source("a").request(), Failure("gone")))
    #expect(session.saved.names.isEmpty)
  }
}
