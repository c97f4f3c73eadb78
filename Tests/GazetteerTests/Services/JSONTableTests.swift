import GazetteerIndex
import Testing

@testable import GazetteerServices

/// Tables in JSON whose rows or columns are lists.
@Suite struct JSONTableTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func dataset(_ text: String, as format: ImportFormat? = nil) throws -> Dataset {
    try openDataset(at: try folder.file("t.json", text), named: "t", as: format)
  }

  @Test(arguments: [
    #"[["name","lat","lon"],["A",48.1,11.5],["B",48.2,11.6]]"#,
    #"{"columns":["name","lat","lon"],"index":[0,1],"data":[["A",48.1,11.5],["B",48.2,11.6]]}"#,
    #"{"database":"d","columns":["name","lat","lon"],"rows":[["A",48.1,11.5],["B",48.2,11.6]]}"#,
    #"{"rows":[["A",48.1,11.5],["B",48.2,11.6]],"columns":["name","lat","lon"],"truncated":false}"#,
    #"{"fields":[{"name":"name"},{"name":"lat"},{"name":"lon"}],"data":[["A",48.1,11.5],["B",48.2,11.6]]}"#,
    #"{"range":"A1:C3","majorDimension":"ROWS","values":[["name","lat","lon"],["A","48.1","11.5"],["B","48.2","11.6"]]}"#,
    #"{"name":{"0":"A","1":"B"},"lat":{"0":48.1,"1":48.2},"lon":{"0":11.5,"1":11.6}}"#,
    #"{"name":["A","B"],"lat":[48.1,48.2],"lon":[11.5,11.6]}"#,
  ])
  func rowsAndColumnsMayBeLists(text: String) throws {
    for format in [nil, ImportFormat.json] {
      let dataset = try dataset("\u{FEFF}" + text, as: format)
      #expect(dataset.count == 2 && dataset.about.skipped == 0 && dataset.about.format == "json")
      for (row, place) in [("A", 48.1, 11.5), ("B", 48.2, 11.6)].enumerated() {
        #expect(dataset.place(row).name.text == place.0)
        #expect(dataset.place(row).coordinate == Coordinate(latitude: place.1, longitude: place.2))
      }
    }
  }

  /// As Socrata writes it: with columns of its own, and positions in lists.
  @Test func columnsOfAViewHaveNames() throws {
    let text = #"""
      {"meta":{"view":{"id":"a","columns":[
      {"id":-1,"name":"sid","dataTypeName":"meta_data"},{"id":-1,"name":"position","dataTypeName":"meta_data"},
      {"id":1,"name":"DBA Name","dataTypeName":"text"},{"id":2,"name":"Location","dataTypeName":"location"}]}},
      "data":[["row-1",0,"Cafe","A"],["row-2",0,"Bar",["{\"address\":\"1 Main St\",\"city\":\"Newark\",\"zip\":\"\"}",
      "40.7","-74.1",null,false]],["row-3",0,"Club",[null,"40.8","-74.2",null,false]],["row-4",0,"Inn"]]}
      """#
    let dataset = try dataset(text)
    #expect((0..<dataset.count).map { dataset.place($0).name.text } == ["Cafe", "Bar", "Club", "Inn"])
    let points = [nil, Coordinate(latitude: 40.7, longitude: -74.1), Coordinate(latitude: 40.8, longitude: -74.2), nil]
    #expect((0..<dataset.count).map { dataset.place($0).coordinate } == points)
    #expect(dataset.place(1).attributes.map(\.value.text) == ["1 Main St, Newark"])
    #expect(dataset.place(2).attributes.isEmpty)
  }

  @Test func valuesStayAsTheyAre() throws {
    let text =
      #"[["name","lat","lon","tags","n"],["A \"x\", y",1,2,["a",{"b":1}],1e3],["B",1,2,null,true],["C",1,2],null,["D",1,2,["red","green","blue","x","y"]],["E",1,2,3,4,5]]"#
    let dataset = try dataset(text)
    #expect(dataset.place(0).name.text == "A \"x\", y")
    #expect(dataset.place(0).attributes.map(\.value.text) == [#"["a",{"b":1}]"#, "1e3"])
    #expect(dataset.place(1).attributes.map(\.value.text) == ["true"])
    #expect(dataset.place(2).attributes.isEmpty)
    #expect(dataset.place(3).attributes.map(\.value.text) == [#"["red","green","blue","x","y"]"#])
    #expect(dataset.count == 4 && dataset.about.skipped == 2, "a row that is no list, and one with too many values")
  }

  /// The controls: what is no table is read as before, or refused with the same words.
  @Test(arguments: [
    #"[{"name":"A","lat":1,"lon":2,"rows":[[1,2]]}]"#, #"{"name":"A","lat":1,"lon":2,"columns":["x"]}"#,
    #"{"columns":["x"],"results":[{"name":"A","lat":1,"lon":2}]}"#, #"{"A":{"lat":1,"lon":2},"B":{"lat":1,"lon":2}}"#,
  ])
  func recordsAreReadAsRecords(text: String) throws {
    let dataset = try dataset(text)
    #expect(dataset.place(0).name.text == "A" && dataset.place(0).coordinate != nil)
  }

  @Test(arguments: [
    "[[1,2],[3,4]]", #"[[{"name":"A","lat":1,"lon":2}],[{"name":"B","lat":1,"lon":2}]]"#, "[[]]", "[]", "{}",
    #"{"a":[1,2],"b":[1]}"#, #"{"a":{"0":1},"b":{"1":1}}"#, #"[["name"],["A"]"#,
    #"{"columns":["name","lat","lon"],"data":[["A",1,2"#, #"{"name":["A"],"lat":[1],"lon":[2]} x"#, #"[["name"],["#,
  ])
  func otherTextsAreRefused(text: String) throws {
    #expect(throws: ImportError.self) { try dataset(text) }
  }
}
