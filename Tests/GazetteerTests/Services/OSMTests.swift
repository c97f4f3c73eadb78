import CZlib
import GazetteerIndex
import Testing

@testable import GazetteerServices

@Suite struct OSMTests {
  private static let xml = """
    <osm version="0.6">
      <node id="1" lat="48.1371" lon="11.5754"><tag k="name" v="Glück"/><tag k="amenity" v="cafe;bar"/>
        <tag k="name:en" v="Luck"/><tag k="name:etymology" v="x"/><tag k="alt_name" v="A;B"/></node>
      <node id="3" lat="48.15" lon="11.59"/><node id="4" lat="48.17" lon="11.6"/>
      <node id="5" lat="48" lon="11"><tag k="amenity" v="bench"/></node>
      <node id="6" lat="48" lon="11" visible="false"><tag k="name" v="Gone"/><tag k="shop" v="yes"/></node>
      <node id="7" lat="148" lon="211"><tag k="name" v="Off"/><tag k="shop" v="yes"/></node>
      <way id="10"><nd ref="3"/><nd ref="4"/><nd ref="3"/><tag k="name" v="Park"/><tag k="leisure" v="park"/>
        <tag k="building" v="yes"/></way>
      <way id="11"><nd ref="3"/><nd ref="4"/><tag k="name" v="Street"/><tag k="highway" v="primary"/></way>
      <way id="12"><nd ref="98"/><tag k="name" v="Hall"/><tag k="building" v="public"/></way>
      <way id="13"><center lat="1" lon="2"/><nd ref="98"/><tag k="name" v="C"/><tag k="shop" v="no"/><tag k="office" v="x"/></way>
      <relation id="20"><member type="way" ref="10" role="outer"/><tag k="name" v="Old"/><tag k="place" v="town"/></relation>
    </osm>
    """

  private func dataset(_ bytes: [UInt8], path: String = "x.osm") throws -> Dataset {
    let text = try SourceText(FileBytes(bytes), path: path, cancellation: Cancellation())
    return try GazetteerServices.dataset(
      of: text, named: "x", as: text.format(Cancellation()), source: path, cancellation: Cancellation())
  }

  private func lines(_ dataset: Dataset) -> [String] {
    (0..<dataset.count).map { row in
      let place = dataset.place(row)
      let position = place.coordinate.map { "\($0.latitude) \($0.longitude)" } ?? "-"
      let categories = place.categories.map(\.text).sorted().joined(separator: "+")
      return "\(place.name.text)|\(place.alternates.map(\.text).joined(separator: ","))|\(categories)|\(position)"
    }
  }

  private static let expected = [
    "Glück|Luck,A,B|bar+cafe|48.1371 11.5754", "Off||shop|-", "Park||park|48.16 11.595", "Hall||public|-",
    "C||x|1.0 2.0",
  ]

  @Test(arguments: [(xml, "x.osm"), (json, "x.json")])
  func namedNodesAndWaysAreRead(text: String, path: String) throws {
    let dataset = try dataset(Array(text.utf8), path: path)
    #expect(lines(dataset) == Self.expected)
    #expect(dataset.about.format == "osm")
    #expect(
      dataset.about.problems.map(\.neutralised) == [
        "node 7: kept without its position 148.0,211.0, which is not on the globe",
        "left out: 1 place without a name, 1 street or the like, 1 relation",
      ])
    #expect(dataset.place(0).id.id == .text("node/1"))
    let keys = dataset.place(0).attributes.map(\.key.text)
    #expect(keys.contains("name:etymology"))
    // The user's language is looked for among these.
    #expect(keys.contains("name:en"))
  }

  @Test(arguments: ["amenity", "name"])
  func filesWithoutPlacesSayWhatTheyHave(_ key: String) throws {
    let xml = "<osm><node id='1' lat='1' lon='2'><tag k='\(key)' v='x'/></node></osm>"
    let error = #expect(throws: ImportError.self) { try dataset(Array(xml.utf8)) }
    let others = key == "name" ? "1 street or the like" : "1 place without a name"
    #expect(
      error?.reason.neutralised
        == "no places in it: it is OpenStreetMap data with \(others), but no named places")
    let untagged = #expect(throws: ImportError.self) {
      try dataset(Array("<osm><node id='1' lat='1' lon='2'/></osm>".utf8))
    }
    #expect(untagged?.reason.neutralised.contains("with 1 element without tags") == true)
    #expect(throws: ImportError.noRecords(.osm)) { try dataset(Array("<osm></osm>".utf8)) }
  }

  /// Overpass writes ways before their nodes, or only positions, boxes and middles. Its members of relations have none.
  @Test func whatOverpassWritesIsRead() throws {
    let park = "<tag k='name' v='P'/><tag k='leisure' v='park'/>"
    let points = "<node id='1' lat='10' lon='20'/><node id='2' lat='12' lon='22'/>"
    for (xml, position) in [
      ("<way id='1'><nd ref='1'/><nd ref='2'/>\(park)</way>\(points)", "11.0 21.0"),
      ("<way id='1'><nd ref='1' lat='10' lon='20'/><nd ref='2' lat='11' lon='20'/>\(park)</way>", "10.5 20.0"),
      ("<way id='1'><bounds minlat='1' minlon='2' maxlat='3' maxlon='4'/><nd ref='1'/>\(park)</way>", "2.0 3.0"),
      (
        "<relation id='1'><center lat='5' lon='6'/><member type='way' ref='1' role='outer'><nd lat='1' lon='2'/></member>\(park)</relation>",
        "5.0 6.0"
      ),
    ] {
      #expect(lines(try dataset(Array("<osm>\(xml)</osm>".utf8))) == ["P||park|\(position)"])
    }
  }

  /// Whether the nodes of a way come before it or after it, it is at the middle of their box; and places stay in the
  /// order of the file.
  @Test(arguments: [[0, 1, 2], [1, 0, 2], [2, 1, 0], [1, 2, 0]])
  func nodesMayComeInAnyOrder(_ order: [Int]) throws {
    let parts = [
      "<node id='1' lat='10' lon='20'><tag k='name' v='N'/><tag k='shop' v='x'/></node><node id='2' lat='12' lon='22'/>",
      "<way id='1'><nd ref='1'/><nd ref='2'/><tag k='name' v='W'/><tag k='shop' v='x'/></way>",
      "<relation id='1'><center lat='5' lon='6'/><tag k='name' v='R'/><tag k='shop' v='x'/></relation>",
    ]
    let places = ["N||x|10.0 20.0", "W||x|11.0 21.0", "R||x|5.0 6.0"]
    let found = try dataset(Array("<osm>\(order.map { parts[$0] }.joined())</osm>".utf8))
    #expect(lines(found) == order.map { places[$0] })
  }

  @Test func remarksOfServersAreTold() throws {
    let node = "<node id='1' lat='1' lon='2'><tag k='name' v='N'/><tag k='shop' v='x'/></node>"
    let remark = "<remark> runtime error: Query timed out\n</remark>"
    #expect(
      try dataset(Array("<osm>\(node)\(remark)</osm>".utf8)).about.problems.map(\.neutralised)
        == ["places may be missing; the server says: runtime error: Query timed out"])
    let unplaced = (1...30).map {
      "<node id='\($0)' lat='95' lon='2'><tag k='name' v='N'/><tag k='shop' v='x'/></node>"
    }
    let problems = try dataset(Array("<osm>\(unplaced.joined())\(remark)</osm>".utf8)).about.problems
    #expect(problems.count == 20 && problems[0].neutralised.hasPrefix("places may be missing; "))
    for street in ["", "<way id='1'><tag k='name' v='S'/></way>"] {
      let error = #expect(throws: ImportError.self) { try dataset(Array("<osm>\(street)\(remark)</osm>".utf8)) }
      #expect(error?.reason.neutralised.contains("(the server says: runtime error: Query timed out)") == true)
    }
    #expect(try dataset(Array("<osm>\(node)<remark> </remark></osm>".utf8)).about.problems.isEmpty)
  }

  /// Old versions are no places.
  @Test(arguments: [
    "<osm><node id='1' lat='1' lon='2'/><node id='1' lat='2' lon='2'/></osm>",
    #"{"elements":[{"type":"node","id":1,"tags":{"name":"Old","shop":"x"}},{"type":"node","id":1}]}"#,
  ])
  func historiesAreRefused(text: String) {
    let error = #expect(throws: ImportError.self) { try dataset(Array(text.utf8)) }
    #expect(error?.reason.neutralised.contains("it is a history: node 1") == true)
  }

  // MARK: JSON

  private static let json = """
    {"version": 0.6, "generator": "Overpass API", "osm3s": {"copyright": "x"},
     "elements": [
      {"type": "node", "id": 1, "lat": 48.1371, "lon": 11.5754,
       "tags": {"name": "Glück", "amenity": "cafe;bar", "name:en": "Luck", "name:etymology": "x", "alt_name": "A;B"}},
      {"type": "node", "id": 3, "lat": 48.15, "lon": 11.59}, {"type": "node", "id": 4, "lat": 48.17, "lon": 11.6},
      {"type": "node", "id": 5, "lat": 48, "lon": 11, "tags": {"amenity": "bench"}},
      {"type": "node", "id": 6, "lat": 48, "lon": 11, "visible": false, "tags": {"name": "Gone", "shop": "yes"}},
      {"id": 7, "lat": 148, "lon": 211, "tags": {"name": "Off", "shop": "yes"}, "type": "node"},
      {"type": "way", "id": 10, "nodes": [3, 4, 3], "tags": {"name": "Park", "leisure": "park", "building": "yes"}},
      {"type": "way", "id": 11, "nodes": [3, 4], "tags": {"name": "Street", "highway": "primary"}},
      {"type": "way", "id": 12, "nodes": [98], "tags": {"name": "Hall", "building": "public"}},
      {"type": "way", "id": 13, "center": {"lat": 1, "lon": 2}, "nodes": [98],
       "tags": {"name": "C", "shop": "no", "office": "x"}},
      {"type": "area", "id": 3600000001, "tags": {"name": "A", "place": "town"}},
      {"type": "relation", "id": 20, "members": [{"type": "way", "ref": 10, "role": "outer"}],
       "tags": {"name": "Old", "place": "town"}}]}
    """

  @Test func positionsInJSONAreMiddles() throws {
    let park = #""tags": {"name": "P", "leisure": "park", "levels": 2}"#
    let points = #"{"type":"node","id":1,"lat":10,"lon":20},{"type":"node","id":2,"lat":12,"lon":22}"#
    for (elements, position) in [
      (#"{"type":"way","id":1,"nodes":[1,2],\#(park)},\#(points)"#, "11.0 21.0"),
      (#"{"type":"way","id":1,"geometry":[{"lat":10,"lon":20},null,{"lat":11,"lon":20}],\#(park)}"#, "10.5 20.0"),
      (
        #"{"type":"way","id":1,"bounds":{"minlat":1,"minlon":2,"maxlat":3,"maxlon":4},"nodes":[1],\#(park)}"#, "2.0 3.0"
      ),
      (#"{"type":"relation","id":1,"members":[],"center":{"lat":5,"lon":6},\#(park)}"#, "5.0 6.0"),
    ] {
      #expect(lines(try dataset(Array(#"{"elements":[\#(elements)]}"#.utf8), path: "x")) == ["P||park|\(position)"])
    }
  }

  /// Before and after the elements, and instead of them.
  @Test func remarksInJSONAreTold() throws {
    let node = #"{"type":"node","id":1,"lat":1,"lon":2,"tags":{"name":"N","shop":"x"}}"#
    let remark = #""remark": "runtime error: Query timed out\n""#
    for text in [#"{"elements":[\#(node)],\#(remark)}"#, #"{\#(remark),"elements":[\#(node)]}"#] {
      #expect(
        try dataset(Array(text.utf8), path: "x.json").about.problems.map(\.neutralised)
          == ["places may be missing; the server says: runtime error: Query timed out"])
    }
    let error = #expect(throws: ImportError.self) {
      try dataset(Array(#"{"osm3s":{},"elements":[],\#(remark)}"#.utf8), path: "x.json")
    }
    #expect(error?.reason.neutralised.contains("(the server says: runtime error: Query timed out)") == true)
  }

  @Test(arguments: [
    (#"{"elements":[{"type":"node","id":1}]}"#, true), (#"{"elements":[{"id":1,"tags":{},"type":"count"}]}"#, true),
    (#"{"osm3s":{},"elements":[]}"#, true), (#"{"generator":"x","elements":[]}"#, true), (#"{"elements":[]}"#, false),
    (#"{"elements":[{"type":"node","id":1,"name":"a","lat":1,"lon":2}]}"#, false), (#"{"elements":{}}"#, false),
    (#"{"elements":[{"type":"node","id":"1"}]}"#, false), (#"{"elements":[{"type":"school","id":1}]}"#, false),
    (#"{"elements":[{"name":"a"}]}"#, false), (#"{"elements":[5]}"#, false), (#"[{"type":"node","id":1}]"#, false),
    (#"{"places":[{"name":"a"}],"elements":[{"type":"node","id":1}]}"#, false), ("", false), ("{", false),
  ])
  func jsonOfElementsIsRecognised(_ text: String, isRecognised: Bool) {
    let copy = ByteBuffer()
    var text = text
    text.withUTF8 { copy.append($0) }
    withExtendedLifetime(copy) { #expect(OSMJSON.recognises(copy.terminated) == isRecognised) }
  }

  @Test func valuesOfTagsMayBeOfAnyKind() throws {
    let json =
      #"{"elements":[{"type":"node","id":1,"lat":1,"lon":2,"tags":{"name":null,"shop":"x"}},"#
      + #"{"type":"node","id":2,"lat":1,"lon":2,"tags":{"name":7,"shop":true,"n":null,"levels":2}}]}"#
    let dataset = try dataset(Array(json.utf8), path: "x.json")
    #expect(lines(dataset) == ["7||true|1.0 2.0"])
    #expect(dataset.place(0).attributes.map(\.key.text) == ["shop", "levels"])
    #expect(dataset.about.problems.map(\.neutralised) == ["left out: 1 place without a name"])
  }

  /// Damaged JSON is refused with its line, or read; it never crashes.
  @Test func damagedJSONIsRefusedOrRead() throws {
    let bytes = Array(Self.json.utf8)
    for length in stride(from: 0, to: bytes.count, by: 7) { _ = try? dataset(Array(bytes[..<length]), path: "x.json") }
    var random = SplitMix(state: 12)
    for _ in 0..<1000 {
      var bytes = bytes
      bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      _ = try? dataset(bytes, path: "x.json")
    }
    let error = #expect(throws: ImportError.self) {
      try dataset(
        Array("{\"elements\":[{\"type\":\"node\",\"id\":1},\n{\"type\":\"way\",\"id\":99999999999999999999}]}".utf8),
        path: "x.json")
    }
    #expect(error?.reason.neutralised.contains("line 2") == true)
  }

  // MARK: protocol buffers

  @Test(arguments: [false, true])
  func blocksAreReadAsXML(isPacked: Bool) throws {
    let file = try PBFSample(isPacked: isPacked).file
    let found = try dataset(file, path: "x.osm.pbf")
    #expect(lines(found) == ["Café||cafe|48.1 11.5", "Dense||shop|-33.9 151.2", "Park||park|10.05 20.1"])
    #expect(found.about.problems.map(\.neutralised) == ["left out: 1 place without a name"])
  }

  @Test func damagedFilesAreRefusedOrRead() throws {
    let file = try PBFSample(isPacked: false).file
    var refused = 0
    var random = SplitMix(state: 11)
    for _ in 0..<2000 {
      var bytes = file
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        bytes[Int.random(in: 15..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      do { _ = try dataset(bytes) } catch is ImportError { refused += 1 }
    }
    #expect(refused > 100)
    for length in 16..<file.count { _ = try? dataset(Array(file[..<length])) }
  }

  @Test func unknownFeaturesAreRefused() throws {
    let file = try PBFSample(isPacked: false, feature: "HistoricalInformation").file
    #expect(throws: ImportError.unknownFeature(Untrusted("HistoricalInformation"))) { try dataset(file) }
  }

  /// A small file does not fill the memory.
  @Test func blocksThatAreTooLargeAreRefused() throws {
    for (size, isRefused) in [(1 << 20, false), (33 << 20, true)] {
      let block = PBFSample.unknown([UInt8](repeating: 0, count: size))
      let file = try PBFSample.part("OSMHeader", [], isPacked: false) + PBFSample.part("OSMData", block, isPacked: true)
      let damage = ImportError.damagedBlock(offset: 17 + 2)
      #expect(throws: isRefused ? damage : .noRecords(.osm)) { try dataset(file) }
    }
  }

  @Test func unsortedNodesAreFound() {
    var nodes = OSMNodes()
    nodes.want([7, 3, 7, 5])
    nodes.sort()
    for id in [5, 9, 3, 7, -1] { nodes.note(Int64(id), at: (Double(id), Double(id))) }
    #expect(nodes.middle(of: [3, 5])?.latitude == 4)
    #expect(nodes.middle(of: [7, 9])?.longitude == 7)
    #expect(nodes.middle(of: [9]) == nil)
  }
}

/// A small file of protocol buffers.
private struct PBFSample {
  let file: [UInt8]

  init(isPacked: Bool, feature: String = "DenseNodes") throws {
    let header = Self.field(4, Array("OsmSchema-V0.6".utf8)) + Self.field(4, Array(feature.utf8))
    let texts = ["", "name", "Café", "amenity", "cafe", "shop", "yes", "Dense", "Park", "leisure", "park"]
    let table = texts.flatMap { Self.field(1, Array($0.utf8)) }
    let node =
      Self.number(1, Self.zigzag(1)) + Self.field(2, Self.packed([1, 3])) + Self.field(3, Self.packed([2, 4]))
      + Self.number(8, Self.zigzag(481_000_000)) + Self.number(9, Self.zigzag(115_000_000))
    let dense =
      Self.field(1, Self.packed([2, 1, 1, 1].map(Self.zigzag)))
      + Self.field(8, Self.packed([-339_000_000, 439_000_000, 1_000_000, 0].map(Self.zigzag)))
      + Self.field(9, Self.packed([1_512_000_000, -1_312_000_000, 2_000_000, 0].map(Self.zigzag)))
      + Self.field(10, Self.packed([1, 7, 5, 6, 0, 0, 0, 3, 4, 0]))
    let way =
      Self.number(1, 10) + Self.field(2, Self.packed([1, 9])) + Self.field(3, Self.packed([8, 10]))
      + Self.field(8, Self.packed([3, 1, -1].map(Self.zigzag)))
    let groups = [Self.field(1, node), Self.field(2, dense), Self.field(3, way)].flatMap { Self.field(2, $0) }
    file =
      try Self.part("OSMHeader", header, isPacked: isPacked)
      + Self.part("Remark", [1, 2, 3], isPacked: false)
      + Self.part("OSMData", Self.field(1, table) + groups, isPacked: isPacked)
  }

  /// A field that readers skip.
  static func unknown(_ bytes: [UInt8]) -> [UInt8] { field(99, bytes) }

  static func part(_ type: String, _ block: [UInt8], isPacked: Bool) throws -> [UInt8] {
    let blob = try isPacked ? number(2, UInt64(block.count)) + field(3, deflated(block)) : field(1, block)
    let header = field(1, Array(type.utf8)) + number(3, UInt64(blob.count))
    return [0, 0, UInt8(header.count >> 8), UInt8(header.count & 255)] + header + blob
  }

  private static func deflated(_ bytes: [UInt8]) throws -> [UInt8] {
    let zlib = try #require(gaz_zlib()).pointee
    var count = zlib.compressBound(UInt(bytes.count))
    var packed = [UInt8](repeating: 0, count: Int(count))
    _ = zlib.compress(&packed, &count, bytes, UInt(bytes.count))
    return Array(packed.prefix(Int(count)))
  }

  private static func varint(_ number: UInt64) -> [UInt8] {
    number < 128 ? [UInt8(number)] : [UInt8(number & 127) | 128] + varint(number >> 7)
  }
  private static func zigzag(_ number: Int) -> UInt64 { UInt64(bitPattern: Int64(number << 1 ^ number >> 63)) }
  private static func packed(_ numbers: [UInt64]) -> [UInt8] { numbers.flatMap(varint) }
  private static func number(_ tag: UInt64, _ value: UInt64) -> [UInt8] { varint(tag << 3) + varint(value) }
  private static func field(_ tag: UInt64, _ bytes: [UInt8]) -> [UInt8] {
    varint(tag << 3 | 2) + varint(UInt64(bytes.count)) + bytes
  }
}
