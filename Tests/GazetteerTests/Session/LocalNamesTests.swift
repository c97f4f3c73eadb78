import Foundation
import GazetteerIndex
import Testing

@testable import GazetteerSession

struct LocalNamesTests {
  private static func place(_ name: String, _ country: String, _ others: [String], id: Int64 = 1) -> Place {
    Place(
      id: PlaceID(dataset: "world", id: .number(id)), name: Untrusted(name), alternates: others.map { Untrusted($0) },
      region: Region(country: Untrusted(country)))
  }

  private static let moscow = place(
    "Moscow", "RU", ["Moskau", "Məskəү", "Мæскуы", "Маскава", "Масква", "Москва", "モスクワ", "莫斯科"])

  @Test func namesInTheScriptOfThePlaceComeFirstThoseThatAreMostLikeTheOthers() {
    let names = LocalNames(of: Self.moscow, language: "en")
    #expect(names.there.map(\.text) == ["Масква", "Маскава", "Москва"])
    #expect(names.here.isEmpty)
  }

  @Test func namesInTheScriptOfTheUserFollow() {
    #expect(LocalNames(of: Self.moscow, language: "ja").here.map(\.text) == ["モスクワ", "莫斯科"])
    #expect(LocalNames(of: Self.moscow, language: "uk").here.isEmpty, "they are those of the place")
    #expect(LocalNames(of: Self.moscow, language: "").here.isEmpty)
  }

  @Test func aNameInTheScriptIsNotRepeatedAndLatinHasNone() {
    #expect(LocalNames(of: Self.place("Москва", "RU", ["Масква"]), language: "").there.isEmpty)
    #expect(LocalNames(of: Self.place("Munich", "DE", ["München", "Мюнхен"]), language: "de").there.isEmpty)
  }

  /// The table says of which language a name is. Its numbers are those of GeoNames.
  @Test(arguments: [
    ("de", [String](), "München", "the name there is that of the user too"),
    ("it", ["Monaco di Baviera"], "München", ""),
    ("ja", ["ミュンヘン"], "München", ""), ("en", [], "München", "it is called so anyway"), ("", [], "München", ""),
    ("xx", [], "München", ""), ("d", [], "München", ""),
  ])
  func citiesHaveNamesInLanguages(language: String, here: [String], there: String, why: Comment) {
    let munich = Self.place("Munich", "DE", ["Monaco di Baviera", "München", "ミュンヘン", "뮌헨"], id: 2_867_714)
    let names = LocalNames(of: munich, language: language)
    #expect(names.here.map(\.text) == here, why)
    #expect(names.isInLanguage == !here.isEmpty && names.there.map(\.text) == [there])
  }

  /// Traditional Chinese has names of its own; the others are those of Chinese.
  @Test func traditionalChineseIsALanguage() {
    let cairo = Self.place("Cairo", "EG", ["开罗", "開羅"], id: 360_630)
    #expect(LocalNames(of: cairo, language: "zh-hant").here.map(\.text) == ["開羅"])
    #expect(LocalNames(of: cairo, language: "zh").here.map(\.text) == ["开罗"])
    let paris = Self.place("Paris", "FR", ["巴黎"], id: 2_988_507)
    #expect(LocalNames(of: paris, language: "zh-hant").here.map(\.text) == ["巴黎"])
    var own = Self.place("Cafe", "", ["咖啡馆"])
    own.attributes = [Place.Attribute(key: Untrusted("name:zh-Hant"), value: Untrusted("咖啡館"))]
    #expect(LocalNames(of: own, language: "zh-hant").here.map(\.text) == ["咖啡館"])
  }

  /// Columns of names say the languages of the other names, and are not repeated.
  @Test func otherNamesHaveTheirLanguages() {
    let names = [("name:de", "Köln"), ("name:en", "Cologne"), ("name:fr", "Cologne"), ("name:xx", "Kolonia")]
    var conversation = Conversation(
      Example.dataset(
        "d",
        [
          Example(
            id: .number(1), name: "Köln", alternates: ["Cologne", "Agrippina"], position: (50.9, 6.95),
            attributes: names)
        ]))
    let said = conversation.say("show köln")
    #expect(said.contains("also called  Cologne (en, fr), Agrippina\n"), "\(said)")
    #expect(!said.contains("name:de") && !said.contains("name:en") && said.contains("name:xx      Kolonia"), "\(said)")
  }

  @Test func theNameInTheLanguageOfTheCountryIsTheFirst() {
    let others = Self.moscow.alternates.map(\.text)
    let names = LocalNames(of: Self.place("Moscow", "RU", others, id: 524_901), language: "uk")
    #expect(names.there.map(\.text) == ["Москва", "Масква", "Маскава"])
    #expect(names.here.isEmpty, "it has the same name there")
  }

  @Test(arguments: [("de", ["Prag"]), ("fr", ["Prague"]), ("cs", []), ("it", []), ("", [])])
  func columnsSayTheLanguage(language: String, here: [String]) {
    var prague = Self.place("Praha", "", [])
    prague.attributes = [("name:de", "Prag"), ("NAME_FR", "Prague"), ("name:cs", "Praha"), ("name_", "x")].map {
      Place.Attribute(key: Untrusted($0.0), value: Untrusted($0.1))
    }
    let names = LocalNames(of: prague, language: language)
    #expect(names.here.map(\.text) == here && names.isInLanguage == !here.isEmpty)
  }

  /// The control: another dataset may use the same number for another place.
  @Test func aPlaceWithoutTheNameOfTheTableIsAnother() {
    let names = LocalNames(of: Self.place("Bar", "DE", ["Bar zum Löwen"], id: 2_867_714), language: "it")
    #expect(names.there.isEmpty && names.here.isEmpty && !names.isInLanguage)
  }

  @Test func everyRowOfTheTableIsFound() throws {
    let file = PackageFolder.root.appending(path: "Sources/CCityNames/data/city-names.tsv")
    let rows = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }
    var ids: Set<Int64> = []
    for row in rows {
      let fields = row.split(separator: "\t")
      let id = try #require(Int64(fields[0]))
      ids.insert(id)
      for language in fields[1].split(separator: ",") {
        #expect(CityNameTable.name(of: id, in: String(language))?.text == String(fields[2]))
      }
    }
    #expect(rows.count > 10_000)
    for id in [0, -1, .min, .max] + ids.map({ $0 + 1 }) where !ids.contains(id) {
      #expect(CityNameTable.name(of: id, in: "ru") == nil)
    }
  }
}
