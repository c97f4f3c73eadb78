import CWorld
import GazetteerIndex
import GazetteerServices
import Testing

@Suite(.enabled(if: gaz_world_size() > 0, "built without the world; try: Scripts/setup"))
struct WorldTests {
  let world: Dataset

  init() throws {
    let bytes = UnsafeRawBufferPointer(start: gaz_world_bytes(), count: gaz_world_size())
    world = try Snapshot.dataset(at: bytes, named: "world")
  }

  @Test func theWorldIsWhole() throws {
    #expect(world.count == 34_006)
    #expect(world.about.attribution == Untrusted("GeoNames, CC BY 4.0 (geonames.org)"))
    let munich = world.place(try #require(world.row(of: .number(2_867_714))))
    #expect(munich.name == Untrusted("Munich"))
    #expect(munich.alternates.contains(Untrusted("München")))
    #expect(munich.region.countryName == Untrusted("Germany"))
    #expect(munich.region.admin1Name == Untrusted("Bavaria"))
    #expect(munich.population == 1_505_005)
    #expect(munich.categories == [Untrusted("city")])
  }

  @Test func everyPlaceHasAPositionACountryAndAClock() {
    let zones = TimeZones()
    var known: [Untrusted: Bool] = [:]
    for row in 0..<world.count {
      let place = world.place(row)
      #expect(place.coordinate != nil)
      #expect(CountryTable.facts(of: place.region.country.text) != nil)
      let zone = place.timeZone ?? Untrusted("")
      if known[zone] == nil { known[zone] = zones.localTime(zone.text, at: 1_700_000_000) != nil }
      #expect(known[zone] == true)
    }
    #expect(known.count > 300)
  }

  @Test func almostEveryDivisionHasAName() {
    let regions = Set((0..<world.count).map { world.place($0).region })
    let coded = regions.filter { !$0.admin1.isEmpty && $0.admin1 != Untrusted("00") }
    #expect(coded.count { $0.admin1Name.isEmpty } * 1000 < coded.count)
  }
}
