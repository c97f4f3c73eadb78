import Foundation
import GazetteerIndex
import Testing

@testable import GazetteerServices

/// The tags of OpenStreetMap in GeoJSON, as overpass-turbo and others export it.
@Suite struct OSMTagsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let point = #""geometry":{"type":"Point","coordinates":[11.5,48.1]}"#

  private func dataset(_ properties: [String], reading: SourceReading = SourceReading()) throws -> Dataset {
    let features = properties.map { #"{"type":"Feature",\#(Self.point),"properties":{\#($0)}}"# }
    let text = #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ",\n"))]}"#
    return try open(text, reading)
  }

  private func open(_ text: String, _ reading: SourceReading) throws -> Dataset {
    try openDataset(at: try folder.file("places.geojson", text), named: "places", reading: reading)
  }

  private static let places = [
    #""@id":"node/1","name":"Glück","amenity":"cafe;bar","name:en":"Luck","shop":"no","type":"x""#,
    #""@id":"way/2","name":"Park","leisure":"park","building":"yes","type":"multipolygon""#,
    #""@id":"way/3","name":"Street","highway":"primary""#,
    #""@id":"node/4","name":"Office","amenity":"embassy","country":"FR","state":"proposed""#,
  ]

  private func lines(_ dataset: Dataset) -> [String] {
    (0..<dataset.count).map { row in
      let place = dataset.place(row)
      return
        "\(place.name.text)|\(place.alternates.map(\.text).joined())|\(place.categories.map(\.text).sorted().joined(separator: "+"))"
    }
  }

  @Test func tagsAreReadAsInItsOwnFormats() throws {
    let dataset = try dataset(Self.places)
    #expect(lines(dataset) == ["Glück|Luck|bar+cafe", "Park||park", "Street||Default", "Office||embassy"])
    #expect(dataset.about.columns?.neutralised == "name: name")
    for column in ["amenity", "type", "name:en", "@id", "country_2"] {
      #expect(dataset.columnName(for: Untrusted(column)) == Untrusted(column))
    }
    #expect(dataset.place(3).region.country.isEmpty && dataset.place(3).region.admin1.isEmpty)
  }

  @Test func featuresMayFollowEachOther() throws {
    let text = Self.places.map { #"{"type":"Feature",\#(Self.point),"properties":{\#($0)}}"# }.joined(separator: "\n")
    #expect(lines(try open(text, SourceReading()))[..<2] == ["Glück|Luck|bar+cafe", "Park||park"])
  }

  /// How programs write the ids, and files that are no tags.
  @Test(arguments: [
    (#""@id":"node/1""#, true), (#""id":"relation/1""#, true), (#""@type":"way","@id":7"#, true),
    (#""@id":"https://example.org/node/1""#, false), (#""@type":"Place""#, false), (#""id":1"#, false),
    (#""id":"node/1","category":"z""#, false), (#""id":"node/x""#, false),
  ])
  func idsTellThatTheyAreTags(id: String, areTags: Bool) throws {
    let properties = #"\#(id),"name":"A","shop":"books","historic":"yes""#
    let categories = try dataset([properties]).place(0).categories.map(\.text).sorted()
    #expect((categories == ["books", "historic"]) == areTags)
  }

  @Test func whatTheUserSaysComesFirst() throws {
    var reading = SourceReading()
    (reading[.category], reading[.name]) = (Untrusted("type"), Untrusted("name:en"))
    #expect(lines(try dataset([Self.places[0]], reading: reading)) == ["Luck|Luck|x"])
  }

  /// The country of an address, in all formats.
  @Test(arguments: [
    ("DE", "DE"), ("at", "AT"), (" FR ", "FR"), ("Germany", ""), ("DEU", ""), ("ZZ", ""), ("D", ""), ("", ""),
    ("DE;AT", ""),
  ])
  func theCountryIsThatOfTheAddress(written: String, country: String) throws {
    let texts = [
      "x.osm":
        "<osm><node id='1' lat='1' lon='2'><tag k='name' v='A'/><tag k='shop' v='x'/><tag k='addr:country' v='\(written)'/></node></osm>",
      "x.json":
        #"{"elements":[{"type":"node","id":1,"lat":1,"lon":2,"tags":{"name":"A","shop":"x","addr:country":"\#(written)"}}]}"#,
      "x.geojson":
        #"{"type":"Feature",\#(Self.point),"properties":{"@id":"node/1","name":"A","shop":"x","country":"US","addr:country":"\#(written)"}}"#,
    ]
    for (name, text) in texts {
      let place = try openDataset(at: try folder.file(name, text), named: "x").place(0)
      #expect(place.region.country.text == country, "\(name)")
      let kept = place.attributes.first { $0.key == Untrusted("addr:country") }
      #expect(
        kept?.value.text.trimmingCharacters(in: .whitespaces) ?? "" == written.trimmingCharacters(in: .whitespaces))
    }
  }
}
