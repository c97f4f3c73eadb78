import GazetteerIndex
import Testing

@testable import GazetteerSession

struct LocalNamesTests {
  private static func place(_ name: String, _ country: String, _ others: [String]) -> Place {
    Place(
      id: PlaceID(dataset: "world", id: .number(1)), name: Untrusted(name), alternates: others.map { Untrusted($0) },
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
}
