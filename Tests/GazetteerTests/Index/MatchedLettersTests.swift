import Testing

@testable import GazetteerIndex

struct MatchedLettersTests {
  /// A query, how it matched, the text, and the text with the matched letters in brackets.
  @Test(
    arguments: [
      ("munich", .name, "Munich", "[Munich]"),
      ("mun", .prefix, "Munich", "[Mun]ich"),
      ("zur", .prefix, "Zürich", "[Zür]ich"),
      ("strasse", .prefix, "Straße 5", "[Straße] 5"),
      ("new yo", .prefix, "New York", "[New Yo]rk"),
      ("new yo", .prefix, "New -- York", "[New -- Yo]rk"),
      ("n y", .words, "New York", "[N]ew [Y]ork"),
      ("york", .words, "New York", "New [York]"),
      ("st louis", .prefix, "Saint Louis Park", "[Saint Louis] Park"),
      ("paris fr", .region, "Paris", "[Paris]"),
      ("il springfield", .region, "Springfield", "[Springfield]"),
      ("bavaria", .region, "Munich", "Munich"),
      ("bur", .inside, "Hamburg", "Ham[bur]g"),
      ("sprngfield", .typo, "Springfield", "[Spr]i[ngfield]"),
      ("sprngfield il", .typo, "Springfield", "[Spr]i[ngfield]"),
      ("springfeild us", .typo, "Springfield", "[Springf]ie[ld]"),
      ("new yrok", .typo, "New York City", "[New Y]or[k] City"),
      ("new yrok", .typo, "Broken Hill", "B[rok]en Hill"),
      ("il sprngfield", .typo, "Springfield", "[Spr]i[ngfield]"),
      ("munchen", .typo, "Munich", "Munich"),
      ("ünich", .typo, "Zünich", "Z[ünich]"),
      ("signapoer", .typo, "Singapore", "[Si]ng[apo]re"),
      ("bracelnoa", .typo, "Barcelona", "[B]ar[cel]on[a]"),
      ("phliadelphai", .typo, "Philadelphia", "[Ph]il[adelph]ia"),
      ("ashingotn", .typo, "Washington", "W[ashing]to[n]"),
      ("xjohannesbrug", .typo, "Johannesburg", "[Johannesb]ur[g]"),
      ("conpenhagne", .typo, "Copenhagen", "[Copenhag]en"),
      ("an farncisco", .typo, "San Francisco", "S[an F]ra[ncisco]"),
      ("ebleskvier", .typo, "Æbleskiver", "[Æblesk]iv[er]"),
      ("qqqq", .typo, "Munich", "Munich"),
      ("qqqq", .prefix, "Munich", "Munich"),
      ("東", .prefix, "東京", "[東]京"),
      ("e\u{301}co", .prefix, "École", "[Éco]le"),
    ] as [(String, Tier, String, String)])
  func exactlyTheseLettersAreFound(query: String, tier: Tier, text: String, expected: String) throws {
    let letters = try #require(MatchedLetters(Untrusted(query)))
    var bytes = Array(text.utf8)
    for run in letters.runs(in: text, tier: tier).reversed() {
      bytes.insert(UInt8(ascii: "]"), at: run.upperBound)
      bytes.insert(UInt8(ascii: "["), at: run.lowerBound)
    }
    #expect(String(decoding: bytes, as: UTF8.self) == expected)
  }

  @Test func aQueryThatFoldsToNothingHasNone() { #expect(MatchedLetters(Untrusted("--")) == nil) }
}
