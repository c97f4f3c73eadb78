import GazetteerIndex
import GazetteerSession
import Testing

@Suite struct OpenAddressTests {
  private func reply(_ line: String, allowed: Set<Power>, isDryRun: Bool = false) throws(Failure) -> Reply {
    var context = Context()
    context.allowed = allowed
    context.isDryRun = isDryRun
    let words = line.split(separator: " ").map { Word(Untrusted($0)) }
    return try Session(world: nil, preferences: Preferences()).answer(Statement(words: words), in: context)
  }

  @Test func anAddressNeedsTheNetwork() throws {
    #expect(throws: Failure.self) { try reply("open https://example.org/a.csv", allowed: [.favorites]) }
    #expect(try reply("open https://example.org/a.csv", allowed: [.network]).events.count == 1)
    #expect(try reply("open a.csv", allowed: []).events.count == 1)
    #expect(try reply("open https://example.org/a.csv", allowed: [], isDryRun: true).missingPowers == [.network])
  }

  @Test(arguments: [
    ("https://example.org/data/NJ_Transit.csv?version=2#top", "nj-transit"), ("https://example.org", "example"),
    ("https://example.org/", "example"), ("https://example.org/?q=a/b.json", "example"),
  ])
  func anAddressHasAName(address: String, name: String) {
    #expect(DatasetName(ofAddress: Untrusted(address)).text == name)
  }

  /// The places of a restored session may be old too. The control: a new version says nothing.
  @Test(arguments: [true, false]) func theAgeOfARestoredCopyIsTold(isCopy: Bool) {
    var session = Session(world: nil, preferences: Preferences())
    var state = SessionState()
    state.open = [SessionState.Source(name: "campus", source: Untrusted("https://example.org/campus.json"))]
    _ = session.receive(.restored(SessionRecord(state)))
    var about = DatasetAbout(format: "json")
    if isCopy { about.localCopy = LocalCopy(age: 27 * 60, reason: "gaz is offline") }
    let notices = session.receive(.opened(Dataset(name: "campus", about: about, places: []))).compactMap { effect in
      if case .notice(let message) = effect { message.neutralised } else { nil }
    }
    #expect(notices == (isCopy ? ["campus: gaz is offline, so this is a copy of 27 minutes ago"] : []))
  }
}
