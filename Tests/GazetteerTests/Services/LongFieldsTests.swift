import GazetteerIndex
import Testing

@testable import GazetteerServices
@testable import GazetteerSession

/// Records with texts that are much longer than anybody reads.
@Suite struct LongFieldsTests {
  private static let dialects = ["kinto", "parse", "udacity"]
  /// More than a string of a file may have.
  private static let long = String(repeating: "é", count: 600_000)

  private static func record(
    _ id: String, owner: String = "ada", name: String = "Ada", place: String = "Newark", url: String
  )
    -> String
  {
    let time = "2026-01-01T12:00:00.000Z"
    return #"{"id":"\#(id)","objectId":"\#(id)","uniqueKey":"\#(owner)","firstName":"\#(name)","lastName":"L","#
      + #""mapString":"\#(place)","mediaURL":"\#(url)","last_modified":1767268800000,"createdAt":"\#(time)","#
      + #""updatedAt":"\#(time)"}"#
  }

  private func page(_ dialect: String, _ records: [String]) throws -> LocationPage {
    let list = "[" + records.joined(separator: ",") + "]"
    let server = try LoopbackServer.answering(200, [], #"{"data":\#(list),"results":\#(list)}"#)
    let address = try WebAddress(Untrusted(server.address))
    let (web, session) = (KintoServer.client, ServiceSession(.guest(of: "test"), token: nil))
    let service: any AccountService =
      switch dialect {
      case "kinto": KintoService(name: "test", web: web, base: address, bucket: "b", collection: "c")
      case "parse": ParseService(name: "test", web: web, base: address, applicationID: "", restKey: nil)
      default: UdacityService(name: "test", web: web, base: address)
      }
    return try service.locations(for: session).newest(limit: 100, Cancellation())
  }

  @Test(arguments: dialects) func longTextsOfLocationsAreCut(dialect: String) throws {
    let url = "https://example.org/" + Self.long
    let short = Self.record("short", url: "https://example.org/short")
    let page = try page(dialect, [Self.record("a", name: Self.long, place: Self.long, url: url), short])
    let location = try #require(page.locations.first { $0.id == "a" })
    for name in [location.firstName, location.place] {
      #expect(name.text == String(repeating: "é", count: 511) + "…")
    }
    #expect(location.url.text.hasPrefix("https://example.org/ééé") && location.url.text.hasSuffix("é… (cut off)"))
    #expect(location.url.bytes.count < Location.mostOfLink + 20)
    #expect(location.isCut)
    // The control: what is not long stays.
    let other = try #require(page.locations.first { $0.id == "short" })
    #expect(other.fullName.text == "Ada L" && other.url.text == "https://example.org/short" && !other.isCut)
  }

  /// What is left of a link leads elsewhere, so nobody asks for it.
  @Test func aLinkThatWasCutIsNotVisited() throws {
    let link = Untrusted("https://example.org/" + Self.long).cut(to: 100)
    #expect(throws: LinkError.malformed(.malformed(link))) {
      try LinkCheck(through: KintoServer.client).check(link, .publicOnly, Cancellation())
    }
    #expect(throws: Failure.self) { try link.link() }
    #expect(throws: Failure.self) { try Untrusted("https://example.org/" + Self.long).link() }
  }

  @Test(arguments: dialects) func recordsWithLongIDsAreLeftOut(dialect: String) throws {
    let id = String(repeating: "i", count: 2_000_000)
    let url = "https://example.org"
    let page = try page(
      dialect, [Self.record(id, url: url), Self.record("b", owner: id, url: url), Self.record("c", url: url)])
    #expect(page.locations.map(\.id) == ["c"])
    #expect(page.ownerless.count == 2 && page.ownerless.allSatisfy { $0.id.utf8.count < 100 })
    // The control: an id of the greatest length is kept as it is.
    let longest = String(id.prefix(Location.mostOfID))
    #expect(try self.page(dialect, [Self.record(longest, url: url)]).locations.map(\.id) == [longest])
  }

  /// Each value would take many times more memory than its text.
  @Test(arguments: dialects) func anAnswerWithTooManyValuesIsRefused(dialect: String) throws {
    // The answer has each record twice.
    let ones = { (count: Int) in Array(repeating: "1", count: count / 2) }
    let refusal = ServiceError.network(.other(reason: Untrusted("the answer is much longer than expected")))
    #expect(throws: refusal) { try page(dialect, ones(ServiceClient.mostValues)) }
    // The control: as many as there may be.
    let whole = try page(dialect, ones(ServiceClient.mostValues - 10))
    #expect(whole.locations.isEmpty && !whole.isLast)
  }

  // MARK: providers

  private func answer(_ provider: PlacesRequest.Provider, _ text: String) throws -> ProviderAnswer {
    try ProviderAnswer(Array(text.utf8), of: provider, host: Untrusted("host"))
  }

  private static let answers: [(PlacesRequest.Provider, @Sendable (_ id: String, _ text: String) -> String)] = [
    (
      .overpass,
      { id, text in
        #"{"elements":[{"type":"node","id":\#(id),"tags":{"name":"\#(text)","amenity":"\#(text)","alt_name":"\#(text)","#
          + #""website":"https://example.org/\#(text)","\#(text)":"\#(text)"}}]}"#
      }
    ),
    (
      .nominatim,
      { id, text in
        #"[{"osm_type":"node","osm_id":\#(id),"name":"\#(text)","display_name":"\#(text)","type":"\#(text)","#
          + #""address":{"country_code":"\#(text)"},"extratags":{"website":"https://example.org/\#(text)"}}]"#
      }
    ),
    (
      .yelp,
      { id, text in
        #"{"businesses":[{"id":"\#(id)","name":"\#(text)","categories":[{"title":"\#(text)"}],"price":"\#(text)","#
          + #""url":"https://example.org/\#(text)","location":{"display_address":["\#(text)","\#(text)"]}}]}"#
      }
    ),
  ]

  @Test(arguments: answers.indices) func longTextsOfProvidersAreCut(index: Int) throws {
    let (provider, make) = Self.answers[index]
    let place = try #require(try answer(provider, make("5", Self.long)).places.first)
    let most = ProviderAnswer.mostOfText + 20
    let texts =
      [place.name, place.region.country] + place.alternates + place.categories
      + place.attributes.flatMap { [$0.key, $0.value] }
    #expect(texts.allSatisfy { $0.bytes.count <= most })
    #expect(place.name.text.hasSuffix("é…"))
    let links = place.attributes.filter { $0.value.text.hasPrefix("https://") }
    #expect(links.count == 1 && links[0].value.text.hasSuffix("… (cut off)"))
    // The control.
    let short = try #require(try answer(provider, make("5", "Café")).places.first)
    #expect(short.name.text == "Café" && short.attributes.contains { $0.value.text == "https://example.org/Café" })
  }

  @Test(arguments: answers.indices) func placesWithLongIDsAreLeftOut(index: Int) throws {
    let (provider, make) = Self.answers[index]
    let answer = try answer(provider, make(String(repeating: "7", count: 200_000), "Café"))
    #expect(answer.places.isEmpty && answer.malformed == 1)
  }

  @Test func manyFactsAreCounted() throws {
    let tags = (0..<250).map { #""k\#($0)":"v""# }.joined(separator: ",")
    let place = try #require(
      try answer(.overpass, #"{"elements":[{"type":"node","id":5,"tags":{"name":"N",\#(tags)}}]}"#).places.first)
    #expect(place.attributes.count == ProviderAnswer.mostFacts + 1)
    #expect(place.attributes.last?.value.text == "150 more facts")
  }

  // MARK: what is printed

  /// One long text does not make every row as long where lines have no width.
  @Test func aLongCellDoesNotMakeOtherRowsLonger() throws {
    let table = Table(columns: [.init(title: "a"), .init(title: "b")], rows: [[Self.long, "x"], ["short", "y"]])
    var text = ""
    try table.write(to: &text, in: Style(), Cancellation())
    let lines = text.split(separator: "\n")
    #expect(lines.count == 3 && lines[1].hasSuffix("é  x"), "nothing is cut")
    #expect(lines[2].utf8.count < 300 && lines[2].hasPrefix("short ") && lines[2].hasSuffix(" y"))
  }
}
