import GazetteerIndex
import Testing

@testable import GazetteerSession

/// What the user has added to favorites is searched, filtered and sorted like their names and columns.
struct FavoriteColumnsTests {
  /// London, Munich, Suva and Apia, added in this order.
  private static func kept() -> Conversation {
    var conversation = Conversation.keeping()
    conversation.keep("favorite world:2643743 --rating 3 --list trips --visited 2025-06-01 --note \"The best Café\"")
    conversation.keep("favorite world:2867714 --rating 5 --list trips --tag beer --visited 2025-10-01")
    conversation.keep("favorite world:2198148 --tag best --tag Londn")
    conversation.keep("favorite world:4035413 --rating 5 --tag Best --note \"see\nMunich\"")
    conversation.context.allowed.insert(.writeFile)
    return conversation
  }

  @Test(arguments: [
    // By a note, a list or a tag; a beginning of a label is not its name.
    ("favorites CAFE", ["London"]), ("favorites best", ["Apia", "Suva", "London"]),
    ("favorites Trips", ["Munich", "London"]),
    ("favorites tri", []), ("favorites bes", ["London"]), ("favorites see munich", ["Apia"]), ("favorites **", []),
    // Names come first; a label keeps names with typing errors away.
    ("favorites munich", ["Munich", "Apia"]), ("favorites londn", ["Suva"]), ("favorites mnuich", ["Munich"]),
    // The other options count as well.
    ("favorites best --sort name", ["Apia", "London", "Suva"]),
    ("favorites best --sort rating", ["Apia", "London", "Suva"]),
    ("favorites best --sort visited", ["London", "Apia", "Suva"]), ("favorites best --tag best", ["Apia", "Suva"]),
    ("favorites munich --sort distance --near -13.8,-171.8", ["Apia", "Munich"]),
    ("favorites best --min-rating 4", ["Apia"]), ("favorites best --where own_rating=3", ["London"]),
    ("favorites munich --limit 1; more", ["Apia"]),
    // Columns.
    ("favorites --where note~CAFÉ", ["London"]), ("favorites --where tags~best", ["Apia", "Suva"]),
    ("favorites --where rating>=4", ["Apia", "Munich"]), ("favorites --where 'note is null'", ["Suva", "Munich"]),
    ("favorites --where visited>2025-07", ["Munich"]), ("favorites --where lists=trips", ["Munich", "London"]),
    ("favorites --sort own_rating", ["Munich", "Apia", "London", "Suva"]),
    ("favorites --sort note", ["Apia", "London", "Munich", "Suva"]),
    ("search best --from favorites --in-columns", ["London", "Suva", "Apia"]),
    ("search --from favorites --where own_rating=5 --sort name", ["Apia", "Munich"]),
  ])
  func favoritesAreFound(line: String, names: [String]) {
    var conversation = Self.kept()
    conversation.format = .csv
    let lines = line.split(separator: ";").map(String.init)
    for line in lines.dropLast() { conversation.keep(line) }
    let rows = conversation.keep(lines.last ?? "").split(separator: "\n").dropFirst()
    let found = rows.filter { $0.contains(",favorites,") }
    #expect(found.map { String($0.split(separator: ",", omittingEmptySubsequences: false)[3]) } == names)
  }

  @Test func onlyTheFavoritesThatMeetAConditionAreExported() {
    var conversation = Self.kept()
    let text = conversation.keep("export - --of favorites --where rating>=4 --format markdown")
    #expect(text.contains("Munich") && text.contains("Apia") && !text.contains("London") && !text.contains("Suva"))
  }

  @Test func aFavoriteThatIsFoundByItsNoteSaysSo() {
    var conversation = Self.kept()
    conversation.keep("favorites best")
    #expect(
      conversation.keep("why 3").contains("\"London\" is listed for its note, a list or a tag; try: show favorites:"))
    conversation.keep("favorites london")
    #expect(conversation.keep("why 1").contains("tier"))
  }

  @Test func theColumnsAreShownAlsoBesideOtherData() {
    var conversation = Self.kept()
    let row = conversation.keep("use world favorites; search munich --columns name,Note,own_rating,tags --json")
    #expect(row.contains(#"{"name":"Munich","own_rating":5,"tags":["beer"]}"#), "\(row)")
    #expect(conversation.keep("favorites --columns name,note --json --limit 1").contains(#""note":"see\nMunich""#))
    #expect(conversation.keep("count --by own_rating --from favorites").contains("5       2"))
  }

  /// A source may have ratings, too.
  @Test func ratingIsThatOfTheSourceIfItHasOne() {
    let rated = Example.dataset(
      "d", [Example(id: .number(1), name: "Cafe", attributes: [("rating", "2"), ("note", "of the source")])])
    var conversation = Conversation.keeping(rated)
    conversation.keep("favorite d:1 --rating 5 --note mine")
    #expect(conversation.keep("favorites --where rating>=4").hasPrefix("no favorite matches these options"))
    #expect(conversation.keep("favorites --where own_rating>=4 --columns note").contains("mine"))
    #expect(conversation.keep("favorites --where note=mine --limit 0").hasPrefix("1 place"))
  }
}
