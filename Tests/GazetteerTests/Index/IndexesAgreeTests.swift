import Testing

@testable import GazetteerIndex

/// The indexes give the same answers as a linear scan, on small datasets with awkward names.
@Suite struct IndexesAgreeTests {
  private static let words = [
    "san", "santa", "sant", "saint", "new", "york", "newport", "port", "rio", "río", "rioja", "île", "ile", "straße",
    "strasse", "łódź", "ørsted", "東京", "東", "京都", "москва", "мост", "cote", "d'ivoire", "l'aquila", "a", "ab", "abc",
    "spring", "field", "springfield", "united", "münchen", "munchen", "--", "x1", "10", "ﬁne", "İstanbul", "Kraków",
  ]
  private static let regions = [
    ("US", "IL", "Illinois"), ("US", "NY", "New York"), ("DE", "02", "Bavaria"), ("GB", "ENG", "England"),
    ("", "", ""), ("PH", "07", "Central Visayas"), ("ZZ", "", "Nowhere"), ("KR", "11", "Seoul"),
    ("AU", "02", "New South Wales"), ("DE", "", "Bayern"), ("CA", "BC", ""),
  ]

  static func places(_ count: Int, seed: UInt64) -> [ScannedPlace] {
    var random = SplitMix(state: seed)
    func name(_ random: inout SplitMix) -> String {
      (0..<Int.random(in: 1...3, using: &random)).map { _ in words.randomElement(using: &random) ?? "" }
        .joined(separator: [" ", " ", "-", ""].randomElement(using: &random) ?? " ")
    }
    return (0..<count).map { row in
      let region = regions.randomElement(using: &random) ?? ("", "", "")
      return ScannedPlace(
        id: row % 7 == 3 ? .text("t\(row)") : .number(Int64(count - row)), name: row % 50 == 9 ? "--" : name(&random),
        alternates: (0..<Int.random(in: 0...3, using: &random)).map { _ in name(&random) }, country: region.0,
        admin1: region.1, admin1Name: region.2, population: [0, 0, 5, 70_000].randomElement(using: &random) ?? 0)
    }
  }

  /// Names, their beginnings, ends and middles, with typing errors, with regions before and after.
  static func queries(_ places: [ScannedPlace], _ count: Int, seed: UInt64) -> [String] {
    var random = SplitMix(state: seed)
    return (0..<count).map { number in
      let place = places.randomElement(using: &random) ?? places[0]
      let name = number % 3 == 0 ? place.alternates.first ?? place.name : place.name
      var characters = Array(name)
      switch number % 6 {
      case 0: characters = Array(characters.prefix(Int.random(in: 1...6, using: &random)))
      case 1: characters = Array(characters.dropFirst().prefix(4))
      case 2: characters.insert("q", at: Int.random(in: 0...characters.count, using: &random))
      case 3 where characters.count > 2: characters.swapAt(1, 2)
      case 4 where characters.count > 4: characters.remove(at: 3)
      default: break
      }
      let text = String(characters)
      switch number % 5 {
      case 0: return "\(text) \(place.country)"
      case 1: return "\(place.admin1Name.prefix(5)) \(text)"
      case 2 where number % 4 == 0: return place.admin1Name
      default: return text
      }
    }
  }

  @Test(arguments: [(3, 1), (60, 2), (400, 3), (2500, 4)] as [(Int, UInt64)])
  func searchAnswersAsALinearScanDoes(count: Int, seed: UInt64) throws {
    let places = Self.places(count, seed: seed)
    let scan = LinearScan(places)
    let catalog = Catalog([Dataset(places)])
    let odd = [
      "", " ", "***", "ß", "z", "us", "uk", "germany", "zzzz", "nsw", "san nsw", "ns port", "bayern", "bavar", "bc rio",
      "deutschland", "deutsch", "大韩民国",
      "new wales", "united südkorea", String(repeating: "san ", count: 40), "東京 us",
    ]
    for text in odd + Self.queries(places, count > 1000 ? 30 : 120, seed: seed) {
      for prefixOnly in [false, true] {
        var query = Query(Untrusted(text))
        query.prefixOnly = prefixOnly
        let found = try catalog.search(query, limit: .max)
        let expected = scan.search(text, prefixOnly: prefixOnly)
        #expect(found.hits.map(\.place.id) == expected.map { places[$0.row].id }, "\(text) \(prefixOnly)")
        #expect(found.total == expected.count)
        let page = try catalog.search(query, offset: 5, limit: 7)
        #expect(page.hits == Array(found.hits.dropFirst(5).prefix(7)), "a page of \(text)")
      }
    }
  }

  /// Runs of so many places that only the best of them are compared, with the indexes for it and without.
  @Test(arguments: [false, true])
  func longRunsAnswerAsALinearScanDoes(isPrepared: Bool) throws {
    var places = Self.places(9000, seed: 5)
    var random = SplitMix(state: 6)
    for row in places.indices { places[row].population = UInt32.random(in: 0...400, using: &random) }
    let scan = LinearScan(places)
    let dataset = Dataset(places)
    if isPrepared { dataset.prepareForTyping() }
    for text in ["s", "sa", "us", "p", "new", "united", "s us", "sant", "ort"] {
      for prefixOnly in [false, true] {
        var query = Query(Untrusted(text))
        query.prefixOnly = prefixOnly
        let expected = scan.search(text, prefixOnly: prefixOnly)
        for (offset, limit) in [(0, 20), (0, 300), (100, 7), (0, 0)] {
          let found = try Catalog([dataset]).search(query, offset: offset, limit: limit)
          #expect(found.total == expected.count, "\(text) \(prefixOnly)")
          let page = expected.dropFirst(offset).prefix(limit).map { places[$0.row].id }
          #expect(found.hits.map(\.place.id) == page, "\(text) \(prefixOnly) from \(offset)")
        }
      }
    }
  }

  /// A filter by country leaves out places, and changes neither the order nor the ways of those that stay.
  @Test(arguments: ["us", "germany", "DEU", "gb", "zz", "fr"]) func countriesAnswerAsALinearScanDoes(country: String)
    throws
  {
    let places = Self.places(4000, seed: 15)
    let scan = LinearScan(places)
    let dataset = Dataset(places)
    dataset.prepareForTyping()
    let catalog = Catalog([dataset])
    let code = ["germany": "DE", "DEU": "DE"][country] ?? country.uppercased()
    for text in ["us", "san", "san us", "bavar", "port y", "germany", "de", "new york", "united b", "by san"] {
      var query = Query(Untrusted(text))
      query.country = Untrusted(country)
      let expected = scan.search(text).filter { places[$0.row].country == code && $0.tier <= Tier.region.rawValue }
      let found = try catalog.search(query, limit: .max)
      #expect(
        found.hits.prefix { $0.tier.map { $0 <= .region } ?? false }.map(\.place.id)
          == expected.map { places[$0.row].id },
        "\(text) in \(country)")
    }
  }

  /// What is made for typing changes no answer, in no order and with no filter.
  @Test func preparedDatasetsAnswerAsOthers() throws {
    var places = Self.places(7000, seed: 7)
    for row in places.indices {
      (places[row].latitude, places[row].longitude) = (Double(row % 9), Double(row % 7))
      places[row].categories = row % 3 == 0 ? ["rail"] : []
    }
    let (plain, prepared) = (Dataset(places), Dataset(places))
    prepared.prepareForTyping()
    let orders: [Query.Order?] = [nil] + Query.Order.allCases
    for text in ["s", "sa", "us", "a", "por", "rk n", "東"] + Self.queries(places, 20, seed: 8) {
      for (number, order) in orders.enumerated() {
        var query = Query(Untrusted(text))
        query.order = order
        query.origin = order == .distance ? Coordinate(latitude: 4, longitude: 3) : nil
        query.categories = number % 2 == 0 ? [] : [Untrusted("rail")]
        query.country = number % 4 < 2 ? nil : Untrusted("germany")
        let found = try Catalog([plain]).search(query, limit: 20)
        #expect(try Catalog([prepared]).search(query, limit: 20) == found, "\(text) by \(order?.rawValue ?? "-")")
      }
    }
  }

  /// If the total may be rough, very many places are not counted, but the rows are the same.
  @Test func rowsDoNotDependOnTheCount() throws {
    var places = Self.places(80_000, seed: 9)
    for row in places.indices {
      places[row].population = UInt32(row * 7919 % 5000)
      places[row].categories = row % 3 == 0 ? ["rail"] : []
    }
    let dataset = Dataset(places)
    let catalogs = [Catalog([dataset]), Catalog([Dataset(Array(places[..<99]), named: "a"), dataset])]
    dataset.prepareForTyping()
    var rough = 0
    for text in [
      "", "s", "n", "us", "an", "pq", "ork", "zzz", "san p", "new us", "us s", "s us", "s s", "sant", "st", "z",
      "spring q", "pring", "in",
      "new s us",
    ] + Self.queries(places, 30, seed: 10) {
      for (number, order) in ([nil] + Query.Order.allCases).enumerated() {
        var query = Query(Untrusted(text))
        query.order = order
        query.origin = order == .distance ? Coordinate(latitude: 4, longitude: 3) : nil
        query.categories = number % 2 == 0 ? [] : [Untrusted("rail")]
        query.country = number % 4 < 2 ? nil : Untrusted("germany")
        for catalog in catalogs {
          let all = try catalog.search(query, offset: 3, limit: 9)
          let page = try catalog.search(query, offset: 3, limit: 9, mayCountRoughly: true)
          #expect(page.hits == all.hits, "\(text) by \(order?.rawValue ?? "-")")
          #expect(page.isTotalExact ? page.total == all.total : page.total <= all.total)
          rough += page.isTotalExact ? 0 : 1
        }
      }
    }
    #expect(rough > 20)
  }

  @Test func severalDatasetsAnswerAsOneWould() throws {
    let places = Self.places(300, seed: 11)
    let scan = LinearScan(places)
    let parts = [Dataset(Array(places[..<120]), named: "a"), Dataset(Array(places[120...]), named: "b")]
    for text in Self.queries(places, 150, seed: 12) {
      let found = try Catalog(parts).search(Query(Untrusted(text)), limit: .max)
      #expect(found.hits.map(\.place.id) == scan.search(text).map { places[$0.row].id }, "\(text)")
    }
  }

  @Test(arguments: [nil] + Query.Order.allCases, [("", false), ("s", false), ("s", true), ("us", true)])
  func severalDatasetsAreOrderedAsOneIs(order: Query.Order?, asked: (text: String, prefixOnly: Bool)) throws {
    var places = Self.places(200, seed: 13)
    for row in places.indices { (places[row].latitude, places[row].longitude) = (Double(row % 9), Double(row % 7)) }
    let parts = [Dataset(Array(places[..<80]), named: "a"), Dataset(Array(places[80...]), named: "b")]
    var query = Query(Untrusted(asked.text))
    query.prefixOnly = asked.prefixOnly
    query.order = order
    for origin in [nil, Coordinate(latitude: 4, longitude: 3)] {
      query.origin = origin
      let whole = try Catalog([Dataset(places)]).search(query, limit: .max).hits
      let joined = try Catalog(parts).search(query, limit: .max).hits
      #expect(joined.map(\.place.id) == whole.map(\.place.id))
      let page = try Catalog(parts).search(query, offset: 5, limit: 9).hits
      #expect(page == Array(joined.dropFirst(5).prefix(9)))
    }
  }

  @Test func equallyDistantPlacesKeepTheCatalogOrder() throws {
    var places = Self.places(120, seed: 14)
    for row in places.indices { (places[row].latitude, places[row].longitude) = (Double(row % 3), 0) }
    let catalog = Catalog([Dataset(Array(places[..<50]), named: "a"), Dataset(Array(places[50...]), named: "b")])
    let origin = try #require(Coordinate(latitude: 0, longitude: 0))
    let all = try catalog.places(near: origin, within: nil, limit: .max)
    let expected = (0..<3).flatMap { far in places.indices.filter { $0 % 3 == far }.map { places[$0].id } }
    #expect(all.hits.map(\.place.id) == expected)
    #expect(try catalog.places(near: origin, within: .kilometres(1000), limit: .max) == all)
    let near = try catalog.places(near: origin, within: .kilometres(1), offset: 3, limit: 4)
    #expect(near.total == 40 && near.hits == Array(all.hits[3..<7]))
  }

  @Test func filtersNarrowBeforeTiersAreCounted() throws {
    var places = Self.places(500, seed: 21)
    for row in places.indices {
      places[row].categories = row % 3 == 0 ? ["ferry", "rail"] : row % 3 == 1 ? ["Rail"] : []
    }
    let scan = LinearScan(places)
    let catalog = Catalog([Dataset(places)])
    for text in Self.queries(places, 80, seed: 22) + [""] {
      var query = Query(Untrusted(text))
      query.country = Untrusted("united states")
      query.categories = [Untrusted("rail")]
      var expected = scan.search(text) { places[$0].country == "US" && $0 % 3 == 0 }
      // Without a text, those where most people live come first.
      if text.isEmpty { expected.sort(by: scan.isBetter) }
      let found = try catalog.search(query, limit: .max)
      #expect(found.hits.map(\.place.id) == expected.map { places[$0.row].id }, "\(text)")
    }
  }

  @Test(arguments: ["de", "DEU", "germany", "GERMANY"])
  func aCountryIsFoundByAnyOfItsNames(country: String) throws {
    let catalog = Catalog([
      Dataset(
        ["DE", "Germany", "germany", "FR"].enumerated().map { row, country in
          ScannedPlace(id: .number(Int64(row)), name: "x", country: country)
        })
    ])
    var query = Query(Untrusted(""))
    query.country = Untrusted(country)
    #expect(try catalog.search(query, limit: 9).hits.map(\.place.id) == [.number(0), .number(1), .number(2)])
    #expect(catalog.hasPlaces(in: query.country ?? Untrusted("")))
  }

  /// Divisions are found if no country is called so, also not one that has no places.
  @Test(arguments: [
    ("bavaria", [0, 1]), ("BY", []), ("Georgia", []), ("georgia us", []), ("scotland", [3]), ("scot", []), ("", []),
  ])
  func aDivisionIsFoundByItsName(division: String, rows: [Int]) throws {
    let places = [("DE", "Bavaria"), ("", "bavaria"), ("US", "Georgia"), ("GB", "Scotland")].enumerated()
      .map { row, region in
        ScannedPlace(id: .number(Int64(row)), name: "x", country: region.0, admin1Name: region.1)
      }
    let catalog = Catalog([Dataset(places)])
    var query = Query(Untrusted(""))
    query.country = Untrusted(division)
    #expect(try Set(catalog.search(query, limit: 9).hits.map(\.place.id)) == Set(rows.map { .number(Int64($0)) }))
    // Only as a division: `Georgia` is one, too, and `BY` is the code of Bavaria.
    let asDivision = division.hasPrefix("G") ? [2] : division == "BY" ? [0] : rows
    (query.country, query.division) = (nil, Untrusted(division))
    #expect(try Set(catalog.search(query, limit: 9).hits.map(\.place.id)) == Set(asDivision.map { .number(Int64($0)) }))
    (query.country, query.division) = (Untrusted(division), nil)
    #expect(catalog.hasPlaces(in: Untrusted(division)) == !rows.isEmpty)
    query.text = Untrusted("x")
    #expect(try Set(catalog.search(query, limit: 9).hits.map(\.place.id)) == Set(rows.map { .number(Int64($0)) }))
  }

  /// Luxembourg is a country, its division, and one of Belgium. No division of Canada is `CA`, and Singapore has none.
  @Test(arguments: [
    ("luxembourg", "", [0, 1]), ("Luxembourg", "LU", [0]), ("luxembourg", "be", [1]), ("ca", "", []),
    ("canada", "", []),
    ("singapore", "", [3]), ("ON", "CA", [2]),
  ])
  func divisionsAreToldFromCountries(division: String, country: String, rows: [Int]) throws {
    let places = [("LU", "Luxembourg"), ("BE", "Luxembourg"), ("CA", "Ontario"), ("SG", "")].enumerated()
      .map { row, region in
        ScannedPlace(id: .number(Int64(row)), name: "x", country: region.0, admin1Name: region.1)
      }
    var query = Query(Untrusted(""))
    query.division = Untrusted(division)
    if !country.isEmpty { query.country = Untrusted(country) }
    let found = try Catalog([Dataset(places)]).search(query, limit: 9)
    #expect(Set(found.hits.map(\.place.id)) == Set(rows.map { .number(Int64($0)) }))
  }

  @Test func keysKeepTheirInvariants() {
    let dataset = Dataset(Self.places(2000, seed: 31))
    #expect(dataset.names.checkInvariants(rowCount: 2000))
    #expect(dataset.alternateNames.checkInvariants(rowCount: 2000))
  }

  @Test func aCorrectLetterMoreNeverLosesAPlaceOfTheExactTiers() throws {
    let places = Self.places(300, seed: 41)
    let catalog = Catalog([Dataset(places)])
    for place in places.prefix(60) where !Fold.fold(place.name).isEmpty {
      let letters = Array(Fold.fold(place.name))
      for length in 1...letters.count where letters[length - 1] != " " {
        let found = try catalog.search(Query(Untrusted(String(letters[..<length]))), limit: .max)
        #expect(found.hits.contains { $0.place.id == place.id && ($0.tier ?? .typo) <= .region })
      }
    }
  }

  @Test func anIdentityFindsItsRow() {
    let dataset = Dataset(Self.places(500, seed: 51))
    for row in 0..<500 { #expect(dataset.row(of: dataset.id(row).id) == row) }
    #expect(dataset.row(of: .number(-1)) == nil)
    #expect(dataset.row(of: .text("t")) == nil)
  }

  /// The region is next to the name anyway.
  @Test func aPlaceFoundByItsRegionAloneSaysNothingElse() throws {
    let place = ScannedPlace(id: .number(1), name: "Nürnberg", country: "DE", admin1: "02", admin1Name: "Bavaria")
    let catalog = Catalog([Dataset([place])])
    for text in ["bavaria", "germany", "deu"] {
      let hit = try catalog.search(Query(Untrusted(text)), limit: 1).hits.first
      #expect(hit?.tier == .region && hit?.matched == nil)
    }
  }

  @Test func aCancelledSearchStops() {
    let catalog = Catalog([Dataset(Self.places(9000, seed: 61))])
    let cancellation = Cancellation()
    cancellation.cancel()
    #expect(throws: Cancelled.self) { try catalog.search(Query(Untrusted("s")), limit: 20, cancellation: cancellation) }
  }
}

/// The distances of typing errors, in the three ways that the engine and the tests compute them.
@Suite struct TypoTests {
  @Test func theBandAndTheWholeTableAgree() {
    var random = SplitMix(state: 71)
    for _ in 0..<20_000 {
      func word(_ range: ClosedRange<Int>) -> [Unicode.Scalar] {
        (0..<Int.random(in: range, using: &random)).map { _ in
          ["a", "b", "ж", "d"].randomElement(using: &random) ?? "a"
        }
      }
      let (query, key) = (word(4...12), word(0...14))
      for limit in 1...2 {
        let expected = LinearScan.distance(query, key)
        let found = Typo.distance(of: query.map(\.value), toPrefixOf: key.map(\.value), limit: limit)
        #expect(found == (expected <= limit ? expected : nil))
      }
    }
  }
}
