import CLeaflet
import Foundation
import GazetteerIndex
import Testing

@testable import GazetteerSession

/// The page with a map, in a browser that runs it.
@Suite(
  .enabled(if: Browser.path != nil, "chromium is not installed: nothing shows what the page does"),
  .enabled(if: gaz_map_page() != nil, "the program was built without Leaflet: Scripts/setup makes the page"))
struct MapPageTests {
  /// A sign that a script in the data ran.
  private static let canaries = [
    "<script>document.title='pwned'</script>", "</script><script>document.title='pwned'</script>",
    "<img src=x onerror=\"document.title='pwned'\">", "<svg onload=document.title='pwned'>",
    "--></script><svg/onload=document.title='pwned'>",
    "<iframe srcdoc=\"<script>parent.document.title='pwned'</script>\">",
    "\"};document.title='pwned';//", "\u{2028}document.title='pwned'", "<!--<script>",
    "]]><script>document.title='pwned'</script>",
  ]

  private static func favorites() throws -> [Favorite] {
    var texts = canaries.map { Untrusted($0) } + NaughtyStrings.own
    if SharedData.has(NaughtyStrings.path) {
      texts += try NaughtyStrings.all().filter { !$0.isEmpty }.map { Untrusted($0) }
    }
    return texts.enumerated().map { ExportFixture.favorite($1, number: UInt16($0)) }
  }

  private static func page(_ favorites: [Favorite]) throws -> String {
    let start = try #require(gaz_map_page())
    let page = String(decoding: UnsafeBufferPointer(start: start, count: gaz_map_page_size()), as: UTF8.self)
    return try ExportFixture.export(favorites).text(in: .html, map: MapTemplate(page: page))
  }

  private static func count(_ part: String, in text: String) -> Int { text.components(separatedBy: part).count - 1 }

  /// How many places the list shows at first.
  private static let listed = 500

  /// How many places the markers stand for.
  private static func placesOnMap(_ dom: String) -> Int {
    let groups = dom.matches(of: /<div class="group"[^>]*>([\d,]+)<\/div>/)
    return groups.reduce(count("class=\"place leaflet-interactive\"", in: dom)) { sum, group in
      sum + (Int(group.1.replacing(",", with: "")) ?? 0)
    }
  }

  /// The page after a script of the test has run in it. The policy of the page would block it.
  private static func browse(
    _ page: String, running script: String, window: String = "1280,800"
  ) throws -> (dom: String, netLog: String) {
    let policy = try #require(page.split(separator: "\n").first { $0.hasPrefix("<meta http-equiv") })
    return try Browser.browse(
      page.replacing(policy, with: "").replacing("</body>", with: "<script>\(script)</script></body>"), window: window)
  }

  @Test func everyPlaceIsDrawnAndNothingElseHappens() throws {
    let favorites = try Self.favorites()
    let browsed = try Browser.browse(try Self.page(favorites))
    #expect(Self.placesOnMap(browsed.dom) == favorites.count)
    #expect(Self.count("<li ", in: browsed.dom) == min(favorites.count, Self.listed))
    #expect(browsed.dom.contains("placeholder=\"search \(favorites.count) places\""))
    #expect(browsed.dom.contains("<title>\(favorites.count) favorites</title>"))
    #expect(Self.count("<script", in: browsed.dom) == 3)
    #expect(Self.count("<iframe", in: browsed.dom) + Self.count("<img", in: browsed.dom) == 0)
    #expect(!browsed.netLog.contains("tile.openstreetmap.org"))
    #expect(browsed.netLog.contains("page.html"))
  }

  /// The control: as markup, the same texts run scripts.
  @Test func theControlTheSameTextsAsMarkupDoHarm() throws {
    #expect(try Browser.browse("<title>x</title>" + Self.canaries.joined()).dom.contains("<title>pwned</title>"))
  }

  @Test func tilesAreOnlyFetchedAfterTheClick() throws {
    let page = try Self.page([ExportFixture.plain("Bench", at: Coordinate(latitude: 48, longitude: 11))])
    let browsed = try Self.browse(page, running: "document.getElementById('tiles').click()")
    #expect(browsed.netLog.contains("tile.openstreetmap.org"))
    #expect(browsed.dom.contains("OpenStreetMap</a> contributors"))
    #expect(!(try Browser.browse(page)).netLog.contains("tile.openstreetmap.org"))
  }

  private static let cities = [
    ("Berlin", 52.5, 13.4, 3_400_000, "capital"), ("Köln", 50.9, 7, 1_000_000, "city"),
    ("Bonn", 50.7, 7.1, 300_000, "city"), ("Köpenick", 52.45, 13.57, 60_000, "quarter"),
  ].enumerated().map { index, city in
    var favorite = ExportFixture.plain(
      city.0, UInt16(index), at: Coordinate(latitude: city.1, longitude: city.2))
    favorite.place.population = UInt32(city.3)
    favorite.place.categories = [Untrusted(city.4)]
    return favorite
  }

  @Test func importantNamesAreOnTheMapAndCategoriesInTheLegend() throws {
    let dom = try Browser.browse(try Self.page(Self.cities)).dom
    let labels = dom.matches(of: /class="leaflet-marker-icon label[^>]*><bdi[^>]*>([^<]*)</).map { String($0.1) }
    #expect(labels.contains("Berlin") && labels.contains("Köln"))
    let legend = try #require(dom.matches(of: /<details id="legend".*?<\/details>/.dotMatchesNewlines()).first).0
    for text in ["capital", "city", "quarter", "1 million or more"] { #expect(legend.contains(">\(text)<"), "\(text)") }
    #expect(!legend.contains("10 million"))
    #expect(dom.contains("<canvas"), "the base map")
  }

  @Test func theListIsSearchedWithoutCaseAndAccents() throws {
    let script = """
      var box = document.getElementById('search');
      box.value = 'KOLN city';
      box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' }));
      """
    let browsed = try Self.browse(try Self.page(Self.cities), running: script)
    #expect(Self.count("<li ", in: browsed.dom) == 1 && browsed.dom.contains(">1 of 4<"))
    #expect(Self.placesOnMap(browsed.dom) == 1)
    #expect(browsed.dom.matches(of: /leaflet-popup-content[^>]*><div><bdi class="name">Köln</).count == 1)
  }

  /// A window is at least 500 pixels wide, which is laid out as on a phone; the page gets 390 of them.
  @Test(arguments: [("1280,800", 1280), ("500,844", 390)])
  func noNameCoversAnotherOneOrIsCutOff(window: String, width: Int) throws {
    let favorites = (0..<1000).map { number in
      let (x, y) = (Double(number * 7919 % 1009) / 1009, Double(number * 104_729 % 997) / 997)
      var favorite = ExportFixture.plain(
        "Place \(number)", UInt16(number), at: Coordinate(latitude: 47 + 8 * y, longitude: 6 + 9 * x))
      favorite.place.population = UInt32(1_000_000_000 / (number + 1) / (number + 1))
      return favorite
    }
    let script = """
      document.body.style.width = '\(width)px';
      window.dispatchEvent(new Event('resize'));
      setTimeout(function () {
        var box = function (node) { return node.getBoundingClientRect(); };
        var all = Array.from(document.querySelectorAll('.label bdi')).map(box), map = box(document.getElementById('map'));
        var controls = Array.from(document.querySelectorAll('.leaflet-control')).map(box);
        var meet = function (a, b) {
          return a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
        };
        var covered = all.filter(function (a, i) { return all.some(function (b, j) { return i < j && meet(a, b); }); });
        var hidden = all.filter(function (a) { return controls.some(function (b) { return meet(a, b); }); });
        var outside = all.filter(function (a) {
          return a.left < map.left - 1 || a.right > map.right + 1 || a.top < map.top - 1 || a.bottom > map.bottom + 1;
        });
        document.title = [
          all.length > 15, covered.length, hidden.length, outside.length, map.right <= \(width),
          document.body.scrollWidth
        ].join();
      }, 1000);
      """
    let browsed = try Self.browse(try Self.page(favorites), running: script, window: window)
    #expect(
      browsed.dom.contains("<title>true,0,0,0,true,\(width)</title>"),
      "\(browsed.dom.firstMatch(of: /<title>[^<]*/)?.0 ?? "")")
    #expect(Self.placesOnMap(browsed.dom) == favorites.count)
  }

  @Test func aClickInTheListShowsThePlace() throws {
    let browsed = try Self.browse(
      try Self.page(Self.cities), running: "document.querySelectorAll('#list li')[3].click()")
    #expect(browsed.dom.matches(of: /leaflet-popup-content[^>]*><div><bdi class="name">Köpenick</).count == 1)
  }

  @Test func scriptsInTheDataDoNotRun() throws {
    let page = try Self.page([ExportFixture.plain("Bench", at: Coordinate(latitude: 48, longitude: 11))])
      .replacing("</body>", with: "<script>document.title='pwned'</script></body>")
    #expect(try Browser.browse(page).dom.contains("<title>1 favorites</title>"))
  }
}

/// Chromium without a window. It reaches no host.
private enum Browser {
  static let path = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// The document after its scripts ran, and the log of network requests.
  static func browse(_ page: String, window: String = "1280,800") throws -> (dom: String, netLog: String) {
    let folder = try TemporaryFolder()
    let file = try folder.file("page.html", page)
    let log = folder.path + "/net.json"
    let run = try ProgramRun(
      [
        "\(Int(SafetyLimit.seconds))", try #require(path), "--headless", "--no-sandbox", "--disable-gpu",
        "--no-first-run",
        "--disable-extensions",
        "--disable-background-networking", "--window-size=\(window)", "--user-data-dir=\(folder.path)/profile",
        "--log-net-log=\(log)",
        "--host-resolver-rules=MAP * ~NOTFOUND", "--virtual-time-budget=5000", "--dump-dom", "file://" + file,
      ], of: "/usr/bin/timeout", environment: ["HOME": folder.path])
    try #require(run.code == 0, "\(run.complaint)")
    return (run.text, try String(contentsOfFile: log, encoding: .utf8))
  }
}
