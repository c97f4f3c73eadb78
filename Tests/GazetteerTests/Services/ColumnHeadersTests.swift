import Testing

@testable import GazetteerIndex
@testable import GazetteerServices

/// Columns with the same name get different ones, and nothing in them is lost.
@Suite struct ColumnHeadersTests {
  @Test(arguments: [
    (["a", "b"], ["a", "b"]), (["a", "a", "a"], ["a", "a_2", "a_3"]), (["a", "A"], ["a", "A"]),
    (["a", "a_2", "a", "a"], ["a", "a_2", "a_3", "a_4"]), (["a", "a", "a_2", "a_2"], ["a", "a_3", "a_2", "a_2_2"]),
    (["", "", "a"], ["", "", "a"]), ([], []),
  ])
  func areDifferent(_ headers: [String], _ names: [String]) {
    #expect(ColumnHeaders(headers.map { Untrusted($0) }).names.map(\.text) == names)
  }

  /// The first column counts, and the others are attributes, also if the user names one.
  @Test func columnsWithARoleAreKept() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("twice.csv", "id,name,lat,lon,name,lat,id\n7,A,1,2,B,50,8\n")
    let place = try openDataset(at: file, named: "twice", as: .csv).place(0)
    #expect(place.name.text == "A" && place.id.id == .number(7))
    #expect(place.coordinate == Coordinate(latitude: 1, longitude: 2))
    #expect(place.attributes.map(\.key.text) == ["name_2", "lat_2", "id_2"])
    #expect(place.attributes.map(\.value.text) == ["B", "50", "8"])
    var reading = SourceReading()
    reading[.name] = Untrusted("name_2")
    #expect(try openDataset(at: file, named: "twice", as: .csv, reading: reading).place(0).name.text == "B")
  }

  /// A column without values is one, too.
  @Test func emptyColumnsAreKept() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("closed.csv", "name,lat,lon,closed,,note\nA,1,2,,,x\nB,1,3,,,\n")
    let dataset = try openDataset(at: file, named: "closed", as: .csv)
    let closed = Untrusted("closed")
    #expect(dataset.columnNames.suffix(2) == [closed, Untrusted("note")])
    #expect(!dataset.mayHaveValues(inColumn: closed) && dataset.mayHaveValues(inColumn: Untrusted("note")))
    let summary = try Catalog([dataset]).columns(Cancellation()).first { $0.name == closed }
    #expect(summary?.filled == 0)
    #expect(try dataset.notation(ofColumn: closed, Cancellation()) == .text)
  }

  /// `Name` and `name` mean the same: the first is the name.
  @Test func columnsOfTheSameMeaningAreKept() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("both.csv", "Name,lat,lon,name,City\nA,1,2,B,C\n")
    let place = try openDataset(at: file, named: "both", as: .csv).place(0)
    #expect(place.name.text == "A")
    #expect(place.attributes.map(\.key.text) == ["name_2", "City"])
    #expect(place.attributes.map(\.value.text) == ["B", "C"])
  }

  /// A column that could be a field keeps its name if a better one is the field.
  @Test func columnsBesideABetterOneKeepTheirNames() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("sites.csv", "name,lat,lon,id,OBJECTID\nA,1,2,5,7\n")
    let dataset = try openDataset(at: file, named: "sites", as: .csv)
    #expect(dataset.place(0).id.id == .number(5))
    #expect(dataset.place(0).attributes == [.init(key: Untrusted("OBJECTID"), value: Untrusted("7"))])
    #expect(dataset.columnNames.contains(Untrusted("OBJECTID")))
  }

  /// In a table that `match` has written, the names are those of its own column, also where nothing was found.
  @Test func ownNamesComeBeforeThoseOfMatches() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file(
      "matched.csv", "City,visits,match_name,match_lat,match_lon\nMünchen,3,Munich,48.1,11.5\nNarnia,4,,,\n")
    let dataset = try openDataset(at: file, named: "matched", as: .csv)
    #expect((0..<dataset.count).map { dataset.place($0).name.text } == ["München", "Narnia"])
  }

  /// A column that became a field is no column of its own: it would have no values.
  @Test func columnsThatBecameFieldsAreFields() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file(
      "shops.csv", "Store Name,Latitude,Longitude,State,Owner,Empty\nA,1,2,CA,x,\nB,1,2,TX,,\n")
    let dataset = try openDataset(at: file, named: "shops", as: .csv)
    #expect(dataset.columnName(for: Untrusted("State")) == Untrusted("region"))
    #expect(!dataset.columnNames.contains(Untrusted("State")))
    #expect(dataset.columnName(for: Untrusted("store name")) == Untrusted("name"))
    #expect(dataset.columnName(for: Untrusted("Shop Name")) == nil)
    #expect(
      dataset.about.columns?.neutralised == "name: Store Name · position: Latitude, Longitude · region: State")
    let condition = try #require(Condition(Untrusted("Store Name=B")))
    #expect(try dataset.rows(meeting: condition, Cancellation()).numbers == [1])
    #expect(dataset.columnName(for: Untrusted("Owner")) == Untrusted("Owner"))
    #expect(dataset.place(1).region.admin1Name.text == "TX" || dataset.place(1).region.admin1.text == "TX")
  }

  /// What a column was taken for counts, not what columns of its name usually are. Metres and codes are not the values
  /// of the columns of places. The control is the last one.
  @Test(
    arguments: [
      ("name,lat,lon,State,type\nA,1,2,open,t1\n", [.category: "State"], "State=open", 1),
      ("name,lat,lon,State,type\nA,1,2,open,t1\n", [.name: "type"], "type=t1", 1),
      ("name,x,y\nA,691650.37,5334754.25\n", [.crs: "EPSG:25832"], "y>5000000", nil),
      ("name,lat,lon,country_name\nA,1,2,Germany\n", [:], "country_name=Germany", 1),
      ("name,lat,lon,country,country_name\nA,1,2,DE,Germany\n", [:], "country_name=Germany", nil),
      ("name,lat,lon,admin1,admin1_name\nA,1,2,02,Bavaria\n", [:], "admin1_name=Bavaria", 1),
      ("name,x,y\nA,11.5,48.1\n", [:], "y>48", 1),
      ("name,lat,lon,region\nA,1,2,EMEA\n", [:], "region=EMEA", 1),
      ("name,lat,lon,region,State\nA,1,2,EMEA,BY\n", [:], "region=EMEA", 1),
      ("name,lat,lon,region,State\nA,1,2,EMEA,BY\n", [:], "State=BY", 1),
      ("name,lat,lon,Population\nA,1,2,70000\nB,1,3,n/a\n", [:], "Population>50000", 1),
      ("name,lat,lon,Population\nA,1,2,70000\nB,1,3,n/a\n", [:], "Population_2=n/a", 1),
      ("name,lat,lon,State,state\nA,1,2,BY,open\n", [:], "State=BY", 1),
      // The other column says what a point is.
      ("name;people;area\nA;257;8,56\nB;89.648;18,7\n", [:], "people>1000", 1),
      ("name;people;area\nA;257;8,56\nB;1.5;18,7\n", [:], "people>1000", 0),
      ("name;people;area\nA;257;856\nB;89.648;187\n", [:], "people>1000", 0),
      ("name,lat,lon,State,state\nA,1,2,BY,open\n", [:], "state_2=open", 1),
    ] as [(String, [SourceReading.Aspect: String], String, Int?)])
  func whatAColumnWasTakenForCounts(
    text: String, chosen: [SourceReading.Aspect: String], condition: String, rows: Int?
  ) throws {
    let folder = try TemporaryFolder()
    var reading = SourceReading()
    for (aspect, value) in chosen { reading[aspect] = Untrusted(value) }
    let dataset = try openDataset(at: try folder.file("a.csv", text), named: "a", reading: reading)
    let condition = try #require(Condition(Untrusted(condition)))
    #expect((dataset.columnName(for: condition.column) == nil) == (rows == nil))
    #expect(try dataset.rows(meeting: condition, Cancellation()).count == rows ?? 0)
  }

  /// Nobody counts thousandths of people.
  @Test(
    arguments: [
      ("20000", 20_000), ("20.000", 20_000), ("20,000", 20_000), ("1 234 567", 1_234_567), ("1 23", nil), ("1,5", nil),
      ("1.234,5", nil),
      ("2e3", 2000), ("1.2", nil),
      ("2.5000", nil),
      ("20.000.00", nil), ("5000000000", nil), ("5.000.000.000", nil), ("-5", nil), ("0", 0), (" 900 ", 900),
    ] as [(String, UInt32?)])
  func populationsHaveThousands(_ text: String, _ population: UInt32?) throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("towns.csv", "name;population\nA;\"\(text)\"\n")
    let place = try openDataset(at: file, named: "towns", as: .csv).place(0)
    #expect(place.population == population ?? 0)
    #expect(place.attributes.isEmpty == (population != nil))
  }

  @Test func bothColumnsAreKeptAndTold() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("notes.csv", "name,note,lat,lon,note\nA,one,1,2,two\n")
    let dataset = try openDataset(at: file, named: "notes", as: .csv)
    #expect(dataset.place(0).attributes.map(\.key.text) == ["note", "note_2"])
    #expect(dataset.place(0).attributes.map(\.value.text) == ["one", "two"])
    #expect(
      dataset.about.problems.map(\.neutralised) == [
        #"an earlier column is called "note" too; this one is now "note_2""#
      ])
  }

  /// A column that is called like a country is one only if most of its values are countries. The controls come last.
  @Test(
    arguments: [
      ("Land", ["Deutschland", "Österreich", "Frankreich"], "Deutschland"),
      ("pays", ["Allemagne", "France"], "Allemagne"),
      ("País", ["Alemania", "", "Francia"], "Alemania"), ("ISO-Code", ["DE", "FR"], "DE"),
      ("iso_a3", ["DEU", "FRA"], "DEU"),
      ("ctry", ["US"], "US"), ("Nation", ["Germany", "Narnia", "France", "Italy", "Spain"], "Germany"),
      ("国", ["ドイツ", "フランス"], "ドイツ"), ("Country Name (EN)", ["Germany"], "Germany"),
      ("Landcode", ["DE", "AT"], "DE"), ("ISO land", ["BE", "DE"], "BE"), ("Land", ["BY", "BE"], nil),
      ("STAT", ["CA", "CO", "GA"], nil), ("Land", ["Bayern", "Hessen"], nil),
      ("Bundesland", ["Berlin", "Hessen"], nil),
      ("owner_country", ["Germany"], nil),
      ("country of origin", ["Germany"], nil), ("ISO", ["100", "400"], nil), ("staat", ["neu", "alt"], nil),
      ("Land", [""], nil),
    ] as [(String, [String], String?)])
  func countriesAreRecognised(_ header: String, _ values: [String], _ first: String?) throws {
    let folder = try TemporaryFolder()
    let rows = values.enumerated().map { "p\($0.offset),1,2,\($0.element)\n" }.joined()
    let file = try folder.file("places.csv", "name,lat,lon,\(header)\n" + rows)
    let dataset = try openDataset(at: file, named: "places", as: .csv)
    let place = dataset.place(0)
    #expect(place.region.shortCountry.text == first ?? "")
    #expect(place.attributes.map(\.value.text) == (first == nil && !values[0].isEmpty ? [values[0]] : []))
    if first != nil { #expect(dataset.columnName(for: Untrusted(header)) == Untrusted("country")) }
  }

  /// A country is found by all its names, however the file calls it.
  @Test(
    arguments: ["Germany", "Deutschland", "DE", "DEU", "Allemagne"],
    ["germany", "DE", "deu", "Deutschland", "Alemania"])
  func countriesAreFoundByTheirNames(_ written: String, _ wanted: String) throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("places.csv", "name,lat,lon,country\nA,1,2,\(written)\nB,1,2,France\n")
    let dataset = try openDataset(at: file, named: "places", as: .csv)
    var query = Query(Untrusted(""))
    query.country = Untrusted(wanted)
    #expect(try dataset.rows(passing: query, cancellation: Cancellation()).numbers == [0])
  }

  /// Of two columns that may be meant by a name, the one that the file calls so is meant. The control is a file without
  /// the other one.
  @Test func theFilesOwnColumnIsMeant() throws {
    let folder = try TemporaryFolder()
    let rows = "A,Germany,BY,Bavaria,1,2\nB,Germany,NW,NRW,1,2\n"
    for (headers, isField) in [("name,country,state,region,lat,lon", false), ("name,country,state,note,lat,lon", true)]
    {
      let dataset = try openDataset(at: try folder.file("own.csv", headers + "\n" + rows), named: "own", as: .csv)
      #expect(dataset.columnName(for: Untrusted("state")) == Untrusted("region"))
      #expect(dataset.columnName(for: Untrusted("Region")) == Untrusted(isField ? "region" : "region_2"))
      // In lists, each column has a name that means it.
      #expect(dataset.columnTitle(for: Untrusted("state")) == Untrusted(isField ? "region" : "state"))
      let titles = dataset.columnNames.map { dataset.columnTitle(for: $0) }
      #expect(titles == dataset.columnNames)
      let columns = try dataset.columns(Cancellation())
      #expect(columns.map(\.name) == dataset.columnNames)
      #expect(columns.first { $0.examples == [Untrusted("BY"), Untrusted("NW")] }?.name == titles[3])
      let condition = try #require(Condition(Untrusted("region=" + (isField ? "NW" : "NRW"))))
      #expect(try dataset.rows(meeting: condition, Cancellation()).numbers == [1])
    }
  }

  @Test(arguments: [
    ("Einwohner", ["1.234.567", "n/a", "800"], 1_234_567), ("habitants", ["1 234", "7"], 1234),
    ("Total population", ["12"], 12), ("人口", ["9"], 9), ("Einwohner", ["viele", "9"], 0),
    ("Einwohner je km²", ["9"], 0),
    ("population density", ["9"], 0), ("einwohner", ["9.5"], 0),
  ])
  func populationsAreRecognised(_ header: String, _ values: [String], _ first: UInt32) throws {
    let folder = try TemporaryFolder()
    let rows = values.enumerated().map { "p\($0.offset);1;2;\($0.element)\n" }.joined()
    let file = try folder.file("places.csv", "name;lat;lon;\(header)\n" + rows)
    #expect(try openDataset(at: file, named: "places", as: .csv).place(0).population == first)
  }
}
