import GazetteerIndex
import Testing

@Suite struct CountryTests {
  @Test(arguments: [
    ("US", "USA", "United States", "United States of America;America"), ("ZW", "ZWE", "Zimbabwe", ""),
    ("AD", "AND", "Andorra", ""), ("TR", "TUR", "Turkey", "Türkiye"),
  ])
  func aCodeHasItsFacts(code: String, alpha3: String, name: String, aliases: String) throws {
    let facts = try #require(CountryTable.facts(of: code))
    #expect(facts.code.description == code)
    #expect(facts.alpha3.description == alpha3)
    #expect(facts.name.description == name)
    #expect(facts.aliases.description == aliases)
  }

  @Test(arguments: ["", "U", "us", "USA", "XX", "  ", "é"])
  func anUnknownCodeHasNoCountry(code: String) {
    #expect(CountryTable.facts(of: code) == nil)
  }

  @Test func everyRowIsFoundByItsCode() {
    for facts in CountryTable.all {
      #expect(CountryTable.facts(of: facts.code.description)?.name.description == facts.name.description)
    }
  }
}
