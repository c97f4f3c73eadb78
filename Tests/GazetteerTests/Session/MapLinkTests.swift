import GazetteerIndex
import Testing

@testable import GazetteerSession

/// Links to places: what is written, and what is read.
struct MapLinkTests {
  private static func point(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
    try #require(Coordinate(latitude: latitude, longitude: longitude))
  }

  private static let munich: [(MapLink, String)] = [
    (MapLink.geo, "geo:48.13743,11.57549?q=48.13743,11.57549(M%C3%BCnchen%20%28Hbf%29)"),
    (.openstreetmap, "https://www.openstreetmap.org/?mlat=48.13743&mlon=11.57549#map=17/48.13743/11.57549"),
    (.google, "https://www.google.com/maps/search/?api=1&query=48.13743%2C11.57549"),
    (.apple, "https://maps.apple.com/?ll=48.13743,11.57549&q=M%C3%BCnchen%20%28Hbf%29"),
    (.organicMaps, "https://omaps.app/0m8PmN-LxV/M%C3%BCnchen%20%28Hbf%29"),
  ]

  @Test(arguments: munich.filter { $0.0 != .organicMaps })
  func theLinksAreThoseOfTheServices(link: MapLink, text: String) throws {
    #expect(link.text(try Self.point(48.13743, 11.57549), named: Untrusted("München (Hbf)")) == text)
  }

  /// The code for a point in the middle of the map is in the tests of Organic Maps.
  @Test func theCodeOfOrganicMapsIsTheirs() throws {
    #expect(PointCode.organicMaps(try Self.point(0, 0), zoom: 19) == "8wAAAAAAAA")
    #expect(
      MapLink.organicMaps.text(try Self.point(0, 0), named: Untrusted("A_b")) == "https://omaps.app/0wAAAAAAAA/A%5Fb")
  }

  private static let points: [(Double, Double)] = [
    (0.0, 0.0), (48.13743, 11.57549), (-33.8688, 151.2093), (90, 0), (-90, 0), (12.5, -179.999999),
    (0.000001, -0.000001),
    (-18.14161, 178.44149), (40.735660000000003, -74.164010000000005),
  ]

  @Test(arguments: points, MapLink.allCases)
  func everyLinkIsReadBack(numbers: (Double, Double), link: MapLink) throws {
    let point = try Self.point(numbers.0, numbers.1)
    for name in [nil, Untrusted("48.5,12.5"), Untrusted("a)(b&q=1,2#map=1/2/3%20+_"), Untrusted("中央駅 \u{202E}🚉")] {
      let read = try #require(try Coordinate(link: link.text(point, named: name)))
      #expect(read.distance(to: point) < .metres(0.5), "\(link.text(point, named: name))")
    }
  }

  @Test(arguments: points) func theURIFollowsTheGrammar(numbers: (Double, Double)) throws {
    let uri = MapLink.geo.text(try Self.point(numbers.0, numbers.1), named: Untrusted("x\u{1B}[31m\ny \u{FF}<\">"))
    let grammar = /geo:-?\d+(\.\d+)?,-?\d+(\.\d+)?\?q=-?\d+(\.\d+)?,-?\d+(\.\d+)?\(([A-Za-z0-9._~-]|%[0-9A-F]{2})*\)/
    #expect(uri.wholeMatch(of: grammar) != nil, "\(uri)")
    #expect(!uri.contains("e-"))
  }

  /// Links as other programs write them.
  private static let foreign: [(String, Double, Double)] = [
    ("geo:48.1,11.5", 48.1, 11.5), ("GEO:48.1,11.5,520;crs=wgs84;u=35", 48.1, 11.5),
    ("geo:-48.1,-11.5;u=35", -48.1, -11.5),
    ("geo:0,0?q=48.1,11.5(Munich%20%28Hbf%29)", 48.1, 11.5), ("geo:48.1,11.5?z=11&q=a+cafe", 48.1, 11.5),
    ("geo:1,2?q=48.1%2C%2011.5", 48.1, 11.5), ("geo:48.1,11.5&z=14(Munich)", 48.1, 11.5),
    ("https://www.openstreetmap.org/#map=15/48.1/11.5&layers=T", 48.1, 11.5),
    ("https://www.openstreetmap.org/?mlat=48.1&mlon=11.5&zoom=9", 48.1, 11.5),
    ("https://www.openstreetmap.org/?mlat=48.1&mlon=11.5#map=15/1/2", 48.1, 11.5),
    ("https://www.openstreetmap.org/node/240109189#map=19/48.1/11.5", 48.1, 11.5),
    ("https://osm.org/go/0JAfnjBR7-?m=", 48.13743, 11.57549), ("https://www.osm.org/go/0EEQjE--", 51.511116, 0.055618),
    ("https://www.google.com/maps/search/?api=1&query=48.1%2C11.5", 48.1, 11.5),
    ("https://www.google.com/maps/search/48.1,+11.5?entry=tts", 48.1, 11.5),
    ("https://maps.google.com/?q=48.1,11.5", 48.1, 11.5), ("http://maps.google.de/maps?q=loc:48.1,11.5", 48.1, 11.5),
    ("https://www.google.com/maps/@48.1,11.5,15z", 48.1, 11.5),
    (
      "https://www.google.co.uk/maps/place/Munich/@1,2,11z/data=!3m1!4b1!4m6!3m5!1s0x0:0x0!8m2!3d48.1!4d11.5", 48.1,
      11.5
    ),
    ("https://www.google.com/maps/place/48.1,11.5/@1,2,15z", 48.1, 11.5),
    ("https://www.google.com/maps/dir/?api=1&destination=48.1%2C11.5&origin=1,2", 48.1, 11.5),
    ("https://maps.apple.com/?ll=48.1,11.5&q=Munich", 48.1, 11.5), ("https://maps.apple.com/?q=48.1,11.5", 48.1, 11.5),
    ("https://maps.apple.com/place?coordinate=48.1,11.5&name=Munich", 48.1, 11.5),
    ("https://maps.apple.com/?daddr=48.1,11.5&saddr=1,2", 48.1, 11.5),
    ("om://8wAAAAAAAA/Name", 0, 0), ("ge0://8wAAAAAAAA/Name", 0, 0), ("https://ge0.me/8wAAAAAAAA/Name", 0, 0),
    ("https://omaps.app/48.1,11.5,17/Munich", 48.1, 11.5), ("om://map?v=1&ll=48.1,11.5&n=Munich", 48.1, 11.5),
  ]

  @Test(arguments: foreign) func linksOfOtherProgramsAreRead(link: String, latitude: Double, longitude: Double) throws {
    let point = try #require(try Coordinate(link: link))
    #expect(point.distance(to: try Self.point(latitude, longitude)) < .metres(20))
  }

  @Test(arguments: [
    "https://google.evil.com/maps/@1,2,3z", "https://google.com.evil.org/?q=1,2", "https://mygoogle.com/?q=1,2",
    "https://google.example/?q=1,2",
  ])
  func aHostThatOnlyLooksLikeGoogleIsNotGoogle(link: String) {
    #expect(throws: Failure.self) { try Coordinate(link: link) }
  }

  /// They would turn around the text after them.
  @Test func linksHaveNoMarksOfDirection() throws {
    let point = try #require(Coordinate(latitude: 1, longitude: 2))
    let name = Untrusted("a\u{202E}b\u{2066}c\u{200F}d")
    for link in MapLink.allCases where ![.openstreetmap, .google].contains(link) {
      #expect(link.text(point, named: name).contains("abcd"))
    }
    #expect(RideLink.text(to: point, named: name).hasSuffix("=abcd"))
    #expect(
      RideLink.text(to: point, named: Untrusted(String(repeating: "x", count: 99))).hasSuffix(
        "=" + String(repeating: "x", count: 30)))
  }

  private static let refused: [(String, String)] = [
    ("geo:91,200", "\"91,200\" is not on the globe; expected LAT,LON in degrees"),
    ("geo:12,99?q=99,12", "\"99,12\" is not on the globe; did you mean 12,99?"),
    (
      "geo:48.1,11.5;crs=moon-2011",
      "\"geo:48.1,11.5;crs=moon-2011\" has no usable position; its numbers are not latitude and longitude"
    ),
    (
      "https://maps.app.goo.gl/x1",
      "the link \"https://maps.app.goo.gl/x1\" has no position; it names its place in another way; try: open it in a browser, then copy the address from there"
    ),
    (
      "https://example.org/48.1,11.5",
      "\"https://example.org/48.1,11.5\" is not a place; it is no link of a known map; try: a link of OpenStreetMap, Google, Apple or Organic Maps, or LAT,LON"
    ),
  ]

  @Test(arguments: refused) func otherLinksAreRefusedWithTheReason(link: String, message: String) {
    let failure = #expect(throws: Failure.self) { try Coordinate(link: link) }
    #expect(failure?.message.neutralised == message)
  }

  @Test(arguments: ["", "geo:", "geo:5", "geo:x,y", "world:2988507", "48.1,11.5", "3", "://", "1a://x"])
  func otherWordsAreNoLinks(word: String) throws {
    #expect(try Coordinate(link: word) == nil)
  }

  /// Wherever a point can be typed, so can a link.
  @Test(arguments: [
    "near LINK --limit 1", "search --near LINK --limit 1", "distance LINK 48.1,11.5", "share LINK", "ride LINK",
  ])
  func commandsTakeLinks(line: String) {
    var conversation = Conversation()
    let typed = conversation.say(line.replacing("LINK", with: "48.13743,11.57549"))
    for link in MapLink.allCases where link != .organicMaps {
      guard let point = Coordinate(latitude: 48.13743, longitude: 11.57549) else { continue }
      #expect(conversation.say(line.replacing("LINK", with: link.text(point, named: nil))) == typed)
    }
    #expect(!typed.contains("!"))
  }

  @Test func aRideIsADeepLinkWithEncodedBrackets() {
    var conversation = Conversation()
    conversation.say("search munich")
    #expect(
      conversation.say("ride 1") == """
        Munich, Bavaria, DE
          uber  https://m.uber.com/ul/?action=setPickup&pickup=my_location&dropoff%5Blatitude%5D=48.13743&dropoff%5Blongitude%5D=11.57549&dropoff%5Bnickname%5D=Munich

        """)
  }

  @Test func aPlaceWithoutAPositionHasNoLinks() {
    var conversation = Conversation(Example.stops)
    conversation.say("search nowhere")
    #expect(conversation.say("share 1") == "! \"Nowhere\" has no position; try: another place, or LAT,LON\n")
  }

  @Test func linksAreNotBrokenInANarrowWindow() {
    var conversation = Conversation()
    conversation.style.width = 20
    #expect(conversation.say("share 48.13743,11.57549").contains("#map=17/48.13743/11.57549\n"))
  }
}
