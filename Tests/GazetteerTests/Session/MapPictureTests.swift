import GazetteerIndex
import Testing

@testable import GazetteerSession

@Suite struct MapPictureTests {
  private static func points(_ coordinates: [(Double, Double)]) -> [Coordinate] {
    coordinates.compactMap { Coordinate(latitude: $0, longitude: $1) }
  }

  private static let scattered: [[(Double, Double)]] = [
    [(48, 11)], [(48, 11), (48, 11)], [(-18, 178), (-14, -172)], [(90, 0), (-90, 180), (0, -180)],
    [(60, -170), (60, 10), (60, 170)], [(0, -180), (0, 180)], [(51.5, -0.1), (51.50001, -0.10001)],
  ]

  @Test(arguments: scattered) func everyPointIsInThePicture(coordinates: [(Double, Double)]) {
    let points = Self.points(coordinates)
    let projection = MapProjection(of: points, width: 1000, heights: 360...1000)
    for point in points.map(projection.point) {
      #expect((0...1000).contains(point.x) && (0...projection.height).contains(point.y))
    }
    #expect(projection.height.isFinite && (360...1000).contains(projection.height))
  }

  @Test func placesAroundTheAntimeridianAreShownTogether() {
    let points = Self.points([(-18, 178), (-14, -172)])
    let projection = MapProjection(of: points, width: 1000, heights: 360...1000)
    #expect(projection.east - projection.west < 30)
    #expect(projection.point(points[0]).x < projection.point(points[1]).x)
  }

  @Test func northIsUpAndAnglesStay() {
    let points = Self.points([(50, 10), (51, 11)])
    let projection = MapProjection(of: points, width: 1000, heights: 10...5000)
    let (south, north) = (projection.point(points[0]), projection.point(points[1]))
    #expect(north.y < south.y && north.x > south.x)
    let ratio = (south.y - north.y) / (north.x - south.x)
    #expect(abs(ratio - 1 / 0.6361) < 0.02, "a degree of latitude is longer by 1/cos(50.5°)")
  }

  @Test func thePictureRunsNothing() throws {
    let favorite = ExportFixture.favorite(Untrusted("<script>pwned=1</script>"))
    let root = try ExportFormatsTests.xml(try ExportFixture.text([favorite], .svg))
    #expect(root.tag.name == "svg" && root.child("title") != nil && root.child("desc") != nil)
    #expect(root.descendants(["script", "a", "image", "use", "foreignObject", "style"]).isEmpty)
    #expect(root.descendants(["title"]).contains { $0.text.text.contains("<script>pwned=1</script>") })
    #expect(root.descendants(["text"]).contains { $0.text == favorite.place.name })
  }

  @Test func aSinglePlaceIsShownWithWhatIsAroundIt() {
    let single = MapProjection(of: Self.points([(48, 11)]), width: 1000, heights: 360...1000)
    #expect(single.east - single.west > 3 && single.west < 10)
    let near = MapProjection(of: Self.points([(48, 11), (48, 11.1)]), width: 1000, heights: 360...1000)
    #expect(near.east - near.west < 0.2, "the control: several places fill the map")
  }

  @Test func placesAllAroundTheEarthAreOnAMapOfTheWholeEarth() {
    let points = Self.points((-17...17).map { (40, Double($0) * 10) })
    let projection = MapProjection(of: points, width: 1000, heights: 360...1000)
    #expect(abs(projection.west + 180) < 1e-6 && abs(projection.east - 180) < 1e-6)
  }

  /// What invisible characters are shown as is not wider than it is taken for: 0.838 of the size each in DejaVu Sans.
  @Test func wideSignsHaveRoom() {
    #expect(MapLabels.width(of: "<+=~>") >= 5 * 0.838 * MapLabels.size)
  }

  /// Beyond 85 degrees there is no sea, and the picture says which places are not where they are.
  @Test func theEdgesOfTheEarthAreTold() throws {
    let places = [(89.0, -170.0), (0, 0), (-89, 170), (0, 90), (0, -90)].map { latitude, longitude in
      ExportFixture.plain("Bench", at: Coordinate(latitude: latitude, longitude: longitude))
    }
    let remark = "2 places nearer to a pole than 85°: drawn at 85°"
    let root = try ExportFormatsTests.xml(try ExportFixture.text(places, .svg))
    let texts = root.descendants(["text"]).map(\.text.text)
    #expect(texts.contains(remark))
    #expect(texts.contains("180°") && !texts.contains { $0.hasPrefix("180° ") }, "\(texts)")
    let frame = try #require(root.child("svg"))
    let sea = try #require(frame.child("rect"))
    let numbers = ["y", "height"].compactMap { sea.tag[$0].flatMap { Double($0.text) } }
    let height = try #require(frame.tag["height"].flatMap { Double($0.text) })
    #expect(numbers[0] > 0 && numbers[0] + numbers[1] < height)
    // The control: nothing is said about places that are where they are.
    let others = try ExportFixture.text([places[1]], .svg)
    #expect(!others.contains("nearer to a pole"))
  }

  /// Nothing of the map is drawn outside its frame.
  @Test func theMapIsInAFrameThatCutsIt() throws {
    let favorites = [ExportFixture.plain("Bench", at: Coordinate(latitude: 48, longitude: 11))]
    let root = try ExportFormatsTests.xml(try ExportFixture.text(favorites, .svg))
    let frame = try #require(root.child("svg"))
    #expect(frame.tag["overflow"]?.text == "hidden" && frame.descendants(["path", "circle"]).isEmpty == false)
    #expect(root.children.allSatisfy { $0.tag.name == "svg" || $0.descendants(["path"]).isEmpty })
  }

  @Test func theLegendTellsColorsSizesAndGroups() throws {
    var favorites = (0..<5).map { number in
      ExportFixture.plain("p\(number)", UInt16(number), at: Coordinate(latitude: Double(number / 2), longitude: 11))
    }
    for (index, category) in ["<b>zoo</b>", "park", "park", "zoo", "zoo"].enumerated() {
      favorites[index].place.categories = [Untrusted(category)]
    }
    favorites[4].place.population = 2_000_000
    let texts = try ExportFormatsTests.xml(try ExportFixture.text(favorites, .svg)).descendants(["text"]).map(
      \.text.text)
    for text in ["park", "zoo", "<b>zoo</b>", "1 million or more", "several places, named after the first"] {
      #expect(texts.contains(text), "\(text)")
    }
    #expect(!texts.contains("100,000 or more") && !texts.contains("other categories"))
    let single = [ExportFixture.plain("Bench", at: Coordinate(latitude: 48, longitude: 11))]
    let few = try ExportFormatsTests.xml(try ExportFixture.text(single, .svg)).descendants(["text"]).map(\.text.text)
    #expect(!few.contains("Default") && !few.contains("several places, named after the first"), "the control")
  }

  private static func cities(of country: String) -> Export {
    var conversation = Conversation(TestMachine.environment.world("world") ?? Example.cities)
    conversation.context.allowed = [.writeFile]
    conversation.say("search --in \(country) --limit 1")
    return (try? conversation.session.export(.filtered, conversation.context)) ?? ExportFixture.export([])
  }

  @Test(.enabled(if: TestMachine.hasWorld, "the program was built without the world"))
  func theLargestCitiesOfGermanyHaveTheirNames() throws {
    let drawing = MapDrawing(of: Self.cities(of: "DE"), width: 1000, heights: 360...1000)
    let names = drawing.labels.labels.map(\.text)
    #expect(names.prefix(3) == ["Berlin", "Hamburg", "Munich"])
    #expect(names.contains("Köln") && names.count > 60 && !names.contains("Köpenick"))
    #expect(drawing.markers.map(\.places.count).reduce(0, +) > 1000)
    for (index, label) in drawing.labels.labels.enumerated() {
      #expect(!drawing.labels.labels[(index + 1)...].contains { $0.box.overlaps(label.box) }, "\(label.text)")
      #expect(!drawing.markers.contains { $0.box.overlaps(label.box) }, "\(label.text)")
      #expect((0...1000).contains(label.box.x.lowerBound) && (0...1000).contains(label.box.x.upperBound))
    }
  }

  /// With all its lines, the picture of a country is small.
  @Test(
    .enabled(if: TestMachine.hasWorld, "the program was built without the world"),
    arguments: ["DE", "NO", "CA", "ID", "CH"])
  func theBaseMapOfACountryIsSmall(country: String) throws {
    let text = try Self.cities(of: country).text(in: .svg, map: nil)
    let paths = text.split(separator: "\n").filter { $0.contains("<path") }.map(\.utf8.count)
    #expect(paths.reduce(0, +) < 300_000 && paths.count > 4)
  }
}
