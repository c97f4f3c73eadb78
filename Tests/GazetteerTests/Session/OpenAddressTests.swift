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
}
