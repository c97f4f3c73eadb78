import GazetteerIndex
import Testing

@testable import GazetteerServices

/// Records in JSON that are inside objects and lists, as services answer them.
@Suite struct NestedRecordsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func dataset(_ text: String, as format: ImportFormat) throws -> Dataset {
    try openDataset(at: try folder.file("records", text), named: "x", as: format)
  }

  /// Members of objects inside the records are columns if the records have no name, or no position, without them.
  @Test(
    arguments: [
      (
        #"[{"id":1,"site":{"name":"Mill","lat":1.5,"lon":2.5},"n":{"of":{"beds":3}}}]"#, "Mill", 1.5,
        ["n.of.beds=3"]
      ),
      (
        #"{"features":[{"attributes":{"NAME":"Mill","BEDS":3},"geometry":{"x":2.5,"y":1.5}}]}"#, "Mill", 1.5,
        ["attributes.BEDS=3"]
      ),
      (
        #"[{"ID":1,"AddressInfo":{"Title":"Mill","Latitude":1.5,"Longitude":2.5},"Connections":[{"a":1}],"e":{}}]"#,
        "Mill", 1.5, ["Connections=[{\"a\":1}]", "e={}"]
      ),
      (
        #"{"results":[{"name":"Mill","geometry":{"location":{"lat":1.5,"lng":2.5},"viewport":{"north":{"lat":3,"lng":4}}}}]}"#,
        "Mill", 1.5, ["geometry.viewport.north.lat=3", "geometry.viewport.north.lng=4"]
      ),
      (
        #"{"elements":[{"type":"node","id":1,"lat":1.5,"lon":2.5,"tags":{"name":"Mill","beds":"3"}}]}"#, "Mill", 1.5,
        ["tags.beds=3"]
      ),
      (
        #"[{"place":{"name":"Mill"},"geometry":{"type":"Point","coordinates":[2.5,1.5]}}]"#, "Mill", 1.5, []
      ),
      // These have a name and a position without them.
      (
        #"[{"name":"Mill","lat":1.5,"lon":2.5,"site":{"name":"B","lat":9}}]"#, "Mill", 1.5,
        [#"site={"name":"B","lat":9}"#]
      ),
    ] as [(String, String, Double, [String])])
  func objectsInsideRecordsHaveColumns(json: String, name: String, latitude: Double, attributes: [String]) throws {
    for text in [json] + (json.hasPrefix("[") ? [String(json.dropFirst().dropLast()) + "\n"] : []) {
      let place = try dataset(text, as: text == json ? .json : .jsonl).place(0)
      #expect(place.name == Untrusted(name))
      #expect(place.coordinate == Coordinate(latitude: latitude, longitude: 2.5))
      #expect(place.attributes.map { "\($0.key.text)=\($0.value.text)" } == attributes)
    }
  }

  /// The members of an object are records if most have a name or a position. Their keys are ids, or names.
  @Test(
    arguments: [
      (
        #"{"LHR":{"name":"Heathrow","lat":1,"lon":2},"JFK":{"name":"Kennedy","lat":3,"lon":4}}"#,
        ["LHR Heathrow 1.0", "JFK Kennedy 3.0"]
      ),
      (#"{"ok":true,"airports":{"7":{"icao":"EGLL","name":"Heathrow","lat":1,"lon":2}}}"#, ["7 Heathrow 1.0"]),
      (#"{"Paris":{"lat":1,"lon":2},"Rome":{"lat":3,"lon":4,"note":"x"}}"#, ["Paris Paris 1.0", "Rome Rome 3.0"]),
      (#"{"a":{"id":5,"at":{"name":"A","lat":1,"lng":2}},"b":{"id":6,"at":{"name":"B"}}}"#, ["5 A 1.0", "6 B -"]),
      // One array of records further inside.
      (#"{"meta":{"name":"all"},"rows":{"x":[{"name":"A","id":1}]}}"#, ["1 A -"]),
    ] as [(String, [String])])
  func membersOfAnObjectAreRecords(json: String, places: [String]) throws {
    let dataset = try dataset(json, as: .json)
    let found = (0..<dataset.count).map { row in
      let place = dataset.place(row)
      return "\(place.id.id.written.text) \(place.name.text) \(place.coordinate.map { "\($0.latitude)" } ?? "-")"
    }
    #expect(found == places)
  }

  /// Of several arrays of objects, the one with the places is read, also if it is inside an object with a name.
  @Test(
    arguments: [
      (
        #"{"displayFieldName":"NAME","fields":[{"name":"ID","alias":"Id"}],"features":[{"attributes":{"NAME":"A"},"geometry":{"x":2,"y":1}}]}"#,
        "A 1.0"
      ),
      (
        #"{"ok":true,"result":{"fields":[{"id":"x"}],"records":[{"Library":"A","Latitude":"1","Longitude":"2"}]}}"#,
        "A 1.0"
      ),
      (
        #"{"network":{"name":"N","location":{"latitude":8,"longitude":9},"stations":[{"name":"A","latitude":1,"longitude":2}]}}"#,
        "A 1.0"
      ),
      (
        #"{"meta":{"name":"m"},"result":{"name":"r","stops":[{"name":"A","lat":1,"lon":2},{"name":"B","lat":1,"lon":2}]}}"#,
        "A 1.0"
      ),
      (
        #"{"A":{"name":"A","lat":1,"lon":2,"gates":[{"name":"g","lat":8,"lon":9}]},"B":{"name":"B","lat":1,"lon":2}}"#,
        "A 1.0"
      ),
      (#"{"data":{"city":{"name":"N"},"stops":[{"name":"A","lat":1,"lon":2}]}}"#, "A 1.0"),
      (
        #"{"spatialReference":{"wkid":102100},"features":[{"attributes":{"NAME":"A"},"geometry":{"x":-13169433.2,"y":4046537.5}}]}"#,
        "A 34.1"
      ),
      (#"[{"name":"A","geocodes":{"main":{"latitude":1,"longitude":2}},"location":{"address":"x"}}]"#, "A 1.0"),
      (
        #"{"fields":[{"name":"N"}],"features":[{"attributes":{"NAME":"A"},"geometry":{"rings":[[[0,0],[4,0],[4,2],[0,0]]]}}]}"#,
        "A 1.0"
      ),
      (#"[{"displayName":{"text":"A","languageCode":"en"},"location":{"latitude":1,"longitude":2}}]"#, "A 1.0"),
      // Not every `x` and not every name inside is one of the place.
      (#"[{"name":"A","icon":{"x":1,"y":2}}]"#, "A -"),
      (#"[{"name":"A"},{"name":"B","photo":{"latitude":1,"longitude":2}},{"name":"C"}]"#, "A -"),
      (#"[{"s":{"name":"B100","lat":1,"lon":2}},{"s":{"name":"B101","lat":1,"lon":2}}]"#, "B100 1.0"),
    ] as [(String, String)])
  func thePlacesOfAFileAreFound(json: String, first: String) throws {
    let place = try dataset(json, as: .json).place(0)
    let latitude = place.coordinate.map { "\(($0.latitude * 10).rounded() / 10)" } ?? "-"
    #expect("\(place.name.text) \(latitude)" == first)
  }

  @Test func placesAreNotCalledAfterTheirOwners() throws {
    let records = (0..<10).map { "{\"ref\":\"B\($0)\",\"lat\":1,\"lon\":2,\"owner\":{\"name\":\"City\"}}" }
    let place = try dataset("[\(records.joined(separator: ","))]", as: .json).place(0)
    #expect(place.name == Untrusted("B0") && place.attributes.map(\.key.text) == ["owner"])
  }

  /// Plain keys with points may mean the same as members of objects, which are no columns then.
  @Test func keysWithPointsKeepTheirValues() throws {
    let place = try dataset(#"[{"site.name":"A","lat":1,"lon":2,"site":{"name":"B"}}]"#, as: .json).place(0)
    #expect(place.name == Untrusted("A") && place.attributes.map(\.value.text) == [#"{"name":"B"}"#])
  }

  /// Objects and lists of objects stand for their names, and countries for their codes. They are kept as they are, too.
  @Test(arguments: [
    (#""name":"A","categories":[{"id":1,"name":"Bar"},{"id":2,"name":"Pub"}]"#, "A", "Bar/Pub", ""),
    (#""name":"A","category":{"id":1,"title":"Bar"}"#, "A", "Bar", ""),
    (#""name":"A","country":{"id":9,"name":"India","code":"IN"}"#, "A", "Default", "IN"),
    (#""name":[{"text":"A","language":"is"},{"text":"B"}]"#, "A", "Default", ""),
  ])
  func objectsStandForTexts(members: String, name: String, categories: String, country: String) throws {
    let place = try dataset("[{\"lat\":1,\"lon\":2,\(members)}]", as: .json).place(0)
    #expect(place.name == Untrusted(name) && place.region.country == Untrusted(country))
    #expect(place.categories.map(\.text).joined(separator: "/") == categories)
    #expect(place.attributes.count == 1)
  }

  /// A column that repeats is no id, so the keys are.
  @Test func keysAreIDsIfTheColumnIsNone() throws {
    let members = (0..<20).map { "\"K\($0)\":{\"id\":\"same\",\"name\":\"A\",\"lat\":1,\"lon\":2}" }
    let dataset = try dataset("{\(members.joined(separator: ","))}", as: .json)
    #expect((0..<20).map { dataset.place($0).id.id } == (0..<20).map { .text("K\($0)") })
    #expect(dataset.about.warnings == 1)
  }

  @Test func aColumnInsideAnObjectIsChosen() throws {
    let json = #"[{"name":"A","lat":1,"lon":2,"owner":{"label":"B"}}]"#
    var reading = SourceReading()
    reading[.name] = Untrusted("owner.label")
    let dataset = try openDataset(at: try folder.file("records", json), named: "x", as: .json, reading: reading)
    #expect(dataset.place(0).name == Untrusted("B"))
  }
}
