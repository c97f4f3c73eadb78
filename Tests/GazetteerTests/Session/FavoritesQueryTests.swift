import GazetteerIndex
import Testing

@testable import GazetteerSession

struct FavoritesQueryTests {
  /// Four favorites, added in this order; London was changed last.
  private static func kept() -> Conversation {
    var conversation = Conversation.keeping()
    conversation.keep("favorite world:2643743 --rating 3 --list trips --visited 2025-06-01 --tag Museum")
    conversation.keep("favorite world:2867714 --rating 5 --list trips --list Fairs --visited 2025-10-01")
    conversation.keep("favorite world:2198148 --tag beach")
    conversation.keep("favorite world:4035413 --rating 5 --tag beach --tag museum")
    conversation.keep("note world:2643743 x")
    return conversation
  }

  @Test(arguments: [
    ("favorites", ["Apia", "Suva", "Munich", "London"]),
    ("favorites --sort relevance", ["London", "Munich", "Suva", "Apia"]),
    ("favorites --sort added", ["Apia", "Suva", "Munich", "London"]),
    ("favorites --sort changed", ["London", "Apia", "Suva", "Munich"]),
    ("favorites --sort rating", ["Apia", "Munich", "London", "Suva"]),
    ("favorites --sort visited", ["Munich", "London", "Apia", "Suva"]),
    ("favorites --sort name", ["Apia", "London", "Munich", "Suva"]),
    ("favorites --sort distance --near 48,11", ["Munich", "London", "Apia", "Suva"]),
    ("favorites --near 48,11", ["Apia", "Suva", "Munich", "London"]),
    ("favorites --list trips", ["Munich", "London"]), ("favorites --list TRIPS --list fairs", ["Munich", "London"]),
    ("favorites --list fairs", ["Munich"]), ("favorites --tag museum", ["Apia", "London"]),
    ("favorites --tag museum --list trips", ["London"]), ("favorites --min-rating 4", ["Apia", "Munich"]),
    ("favorites mun", ["Munich"]), ("favorites münchen", ["Munich"]), ("favorites ws", ["Apia"]),
    ("favorites londn", ["London"]), ("favorites londn --tag beach", []),
    ("favorites mun --list trips --sort added", ["Munich"]),
    ("favorites --limit 2", ["Apia", "Suva"]), ("favorites --limit 2; more --limit 1", ["Munich"]),
    ("favorites --limit 2; list", ["Apia", "Suva"]), ("search --from favorites", ["London", "Munich", "Suva", "Apia"]),
    ("use favorites; search mun", ["Munich"]), ("use favorites; near 48,11 --limit 1", ["Munich"]),
    ("use favorites; select-category city", ["London", "Munich", "Suva", "Apia"]),
  ])
  func favoritesAreListedInOrder(line: String, names: [String]) {
    var conversation = Self.kept()
    conversation.format = .csv
    let before = line.split(separator: ";").dropLast()
    for line in before { conversation.keep(String(line)) }
    let last = line.split(separator: ";").last.map(String.init) ?? ""
    let rows = conversation.keep(last).split(separator: "\n").dropFirst()
    #expect(rows.map { String($0.split(separator: ",", omittingEmptySubsequences: false)[3]) } == names)
  }

  @Test func aFavoriteOutsideTheFilterIsNeverShown() {
    var conversation = Self.kept()
    #expect(conversation.keep("favorites londn").hasPrefix("nothing matches exactly; within one typo:\n"))
    #expect(conversation.keep("why 1").contains("within 1 typo") || conversation.keep("why 1").contains("tier 7"))
    #expect(conversation.keep("favorites --sort rating; why 1").contains("sorted by  rating\n"))
  }

  @Test func aListOfFavoritesFollowsTheirChanges() {
    var conversation = Self.kept()
    conversation.keep("favorites --list fairs")
    conversation.keep("favorite world:2198148 --list fairs")
    #expect(conversation.keep("list --limit 9 --json=name").contains(#"[{"name":"Suva"},{"name":"Munich"}]"#))
    #expect(
      conversation.session.favorites.all.first { $0.place.name == Untrusted("Suva") }?.lists == [Untrusted("Fairs")])
  }

  @Test func favoritesHaveTheirOwnColumns() {
    var conversation = Self.kept()
    conversation.style.width = 80
    #expect(
      conversation.keep("favorites") == """
        #     name    region       lists         tags           yours  visited     note
        1  ♥  Apia    WS                         beach, Museum      5
        2  ♥  Suva    FJ                         beach
        3  ♥  Munich  Bavaria, DE  trips, Fairs                     5  2025-10-01
        4  ♥  London  England, GB  trips         Museum             3  2025-06-01  x
        4 places

        """)
  }

  @Test func hostileTextStaysText() {
    let evil = "\u{1B}]0;x\u{7}\u{202E}=1+1\"<b>"
    var conversation = Conversation.keeping(Example.dataset("d", [Example(id: .text(evil), name: evil, country: evil)]))
    conversation.keep("search --limit all")
    conversation.keep(
      "favorite 1 --list \"\(evil.replacing("\"", with: "\\\""))\" --tag \"\u{9B}31m\" --note \"a\u{1B}[2J\nb\u{7}\"")
    for format in Format.named.map(\.format) {
      conversation.format = format
      for line in [
        "favorites", "favorites --lists", "show 1", "note 1", "select 1", "rate 1", "favorite 1", "datasets",
      ] {
        let said = conversation.keep(line)
        #expect(hostileCodePoints(in: Array(said.replacing("\t", with: "").utf8)) == [], "\(line) as \(format)")
        #expect(!said.hasPrefix("!"))
      }
    }
  }

  @Test(arguments: [
    ("favorites --list |", ["Fairs", "trips"]), ("favorites --list tr|", ["trips"]),
    ("favorite 1 --tag mu|", ["Museum"]), ("favorites --tag BE|", ["beach"]),
    ("favorites mun|", ["Munich"]), ("favorites lon|", ["London"]), ("search --from fav|", ["favorites"]),
    ("use fav|", ["favorites"]), ("close fav|", []), ("show fav|", ["favorites:"]),
    ("rate 1 |", ["1", "2", "3", "4", "5", "none"]),
    ("favorite 1 --rating |", ["1", "2", "3", "4", "5"]), ("favorites --sort v|", ["visited"]),
    ("favorites spring|", []), ("favorites --sort ch|", ["changed"]), ("favorites --sort longi|", ["longitude"]),
  ])
  func namesOfFavoritesAreCompleted(marked: String, replacements: [String]) {
    let conversation = Self.kept()
    let line = marked.replacing("|", with: "")
    let completion = conversation.session.completion(of: line, cursor: line.utf8.count, in: CompletionContext())
    #expect((completion?.candidates.map(\.replacement) ?? []) == replacements)
  }

  @Test func aNameIsCompletedToAFavoriteRatherThanToAnyPlace() {
    let session = Self.kept().session
    let names = ["unfavorite lon", "note lon", "rate lon"].map {
      session.completion(of: $0, cursor: $0.utf8.count, in: CompletionContext())?.candidates.first?.replacement ?? ""
    }
    #expect(names.allSatisfy { $0.hasPrefix("favorites:") })
    let any = session.completion(of: "favorite lon", cursor: 12, in: CompletionContext())
    #expect(any?.candidates.first?.replacement == "world:2643743")
  }

  @Test func theTypedLineIsPreviewed() throws {
    let conversation = Self.kept()
    let preview = try #require(PreviewedCommand("favorites lo"))
    let shown = preview.preview(
      in: conversation.session, rows: 5, style: Style(width: 80), context: conversation.context)
    #expect(shown?.rows.first?.text.hasPrefix(" 1  ♥  London") == true && shown?.summary == "1 place")
  }
}
