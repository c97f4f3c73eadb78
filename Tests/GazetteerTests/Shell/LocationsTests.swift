import Foundation
import GazetteerIndex
import Testing

@testable import GazetteerServices
@testable import GazetteerSession
@testable import GazetteerShell

/// Lists of locations, and changes of one's own, with the service inside the program.
@Suite struct LocationsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func ids(_ student: Student) -> [String] {
    student.interpreter.session.filtered.map { place in
      if case .text(let id) = place.id { id } else { "?" }
    }
  }

  private func own(_ folder: TemporaryFolder, _ count: Int, ofAda: Int = 1) throws -> Student {
    try ManyLocations.make(count, ofAda: ofAda, in: folder.path)
    let student = Student(in: folder.path)
    student.say("login --user ada")
    return student
  }

  // MARK: D4, D5, D6

  @Test func aListBeginsWithTheNewestHundredAndOnesOwn() throws {
    let student = try own(folder, 1000)
    #expect(ids(student) == (980..<1000).reversed().map { "n\($0)" })
    #expect(student.interpreter.session.locations(of: "local")?.locations.count == 101)
    #expect(student.say("locations --limit all").hasSuffix("\n101 places so far; the rest: more"))
    // D6: the own location is older than everything fetched.
    #expect(ids(student).last == "n0" && ids(student)[99] == "n900")
    student.say("locations --own")
    #expect(ids(student) == ["n0"])
  }

  /// D5: within 20 rows of the end, the next hundred are fetched.
  @Test func olderOnesAreFetchedBeforeTheListEnds() throws {
    let student = try own(folder, 1000)
    func fetched() -> Int { student.interpreter.session.locations(of: "local")?.locations.count ?? 0 }
    student.say("locations --limit 79")
    #expect(fetched() == 101)
    student.say("locations --limit 80")
    #expect(fetched() == 201)
    for _ in 0..<50 { student.say("more") }
    #expect(ids(student) == (0..<1000).reversed().map { "n\($0)" })
    #expect(student.say("more") == "no more places")
    #expect(fetched() == 1000)
  }

  /// A list by a column is of those that are here. Older ones follow it.
  @Test func aSortedListGoesOnWithOlderOnes() throws {
    let student = try own(folder, 300)
    #expect(student.say("locations --sort updated --limit 3").hasSuffix("3 of at least 101 places; the rest: more"))
    #expect(ids(student) == ["n0", "n200", "n201"])
    while !student.say("more --limit 100").contains("no more places") {}
    #expect(Set(ids(student)) == Set((0..<300).map { "n\($0)" }) && ids(student).count == 300)
  }

  /// One's own that are older than everything fetched are counted on every page.
  @Test func theTotalOfEveryPageHasOnesOwn() throws {
    let student = try own(folder, 1000)
    #expect(student.say("locations").hasSuffix("20 of at least 101 places; the rest: more"))
    #expect(student.say("more").hasSuffix("21-40 of at least 101 places; the rest: more"))
    #expect(student.say("locations --limit 0") == "at least 101 places")
  }

  /// One's own that are older than everything fetched are no rows before the end of the list.
  @Test func manyOldLocationsOfOnesOwnDoNotEndTheList() throws {
    let student = try own(folder, 400, ofAda: 250)
    for _ in 0..<30 { student.say("more") }
    #expect(ids(student) == (0..<400).reversed().map { "n\($0)" })
    #expect(student.say("more") == "no more places")
  }

  @Test func aRefreshBringsNewerOnesAndThenOlderOnes() throws {
    let student = try own(folder, 300)
    let other = Student(in: folder.path)
    other.say("login --user bob --new; post munich --url https://example.org/bob")
    #expect(student.say("refresh") == "1 new location of local")
    #expect(student.say("refresh") == "nothing new; fetched 100 older locations of local")
    other.say("account; edit-location 1 --place zurich")
    #expect(student.say("refresh") == "1 changed location of local")
    other.say("account; delete-location 1")
    #expect(other.interpreter.session.locations(of: "local")?.ownLocations.isEmpty == false, "nobody could be asked")
    var flags = Flags()
    flags.allowed = [.account]
    let third = Student(in: folder.path, flags)
    third.say("login --user bob; account; delete-location 1")
    #expect(student.say("refresh") == "1 deleted location of local")
    #expect(student.say("refresh") == "nothing new; fetched 99 older locations of local")
    #expect(student.say("refresh") == "nothing new")
  }

  /// The rows of a list that was begun do not move while others post, change and delete.
  @Test func aListStaysCorrectWhileOthersPost() throws {
    let student = try own(folder, 500)
    let file = LocalFile(path: folder.path + "/local.sqlite")
    var seen = ids(student)
    for round in 0..<12 {
      let new = (0..<7).map { number in
        let time = Int64(1000 + round * 10 + number) * 1_000_000
        return FilteredPoolTests.location("new\(round)-\(number)", time, owner: "user1")
      }
      // Somebody changes a row that was listed, and one that was not.
      let changed = [499 - round, 20 + round].map { number in
        let time = Int64(2000 + round * 2 + (number < 100 ? 0 : 1)) * 1_000_000
        return FilteredPoolTests.location("n\(number)", time, owner: "user1")
      }
      try file.put(new + changed)
      student.say("refresh")
      student.say("more --limit 40")
      seen = ids(student)
      #expect(Set(seen).count == seen.count, "no row twice")
    }
    for _ in 0..<20 where !student.say("more --limit 100").contains("no more places") {}
    seen = ids(student)
    let changed = Set((0..<12).map { "n\(20 + $0)" })
    let expected = (0..<500).map { "n\($0)" }.filter { !changed.contains($0) }
    #expect(Set(seen).subtracting(expected).isEmpty, "nothing newer than the list's first row")
    #expect(Set(expected).subtracting(seen) == [], "nothing is left out")
    // They are in the next list.
    student.say("locations --limit all")
    #expect(changed.isSubset(of: ids(student)))
  }

  @Test func aHundredThousandLocationsCostOneRequest() throws {
    let student = try own(folder, 100_000)
    #expect(ids(student).first == "n99999")
    #expect(student.interpreter.session.locations(of: "local")?.locations.count == 101)
    for _ in 0..<30 { student.say("more --limit 100") }
    // One's own, which is the oldest, does not come before its turn.
    #expect(ids(student) == (96_980..<100_000).reversed().map { "n\($0)" })
  }

  /// As many rows as are asked for come, in one list. The control: without a number, only those that are here.
  @Test func olderOnesAreFetchedForTheRowsThatAreWanted() throws {
    let student = try own(folder, 1500)
    #expect(student.say("more --limit 500").hasSuffix("\n21-520 of at least 601 places; the rest: more"))
    #expect(ids(student) == (980..<1500).reversed().map { "n\($0)" })
    student.say("locations --limit 90; more --json")
    #expect(ids(student).count == 110)
    let json = student.say("locations --limit 1; more --limit 999 --json=n")
    #expect(json.components(separatedBy: "\"command\":\"more\"").count == 2, "one answer: \(json.prefix(300))")
    #expect(json.contains("{\"n\":1000}") && !json.contains("{\"n\":1001}"))
    #expect(student.say("more --limit all").hasSuffix("\n1,001-1,500 of 1,500 places"))
    #expect(ids(student) == (0..<1500).reversed().map { "n\($0)" })
    #expect(student.say("more --limit 5") == "no more places")
  }

  // MARK: a dataset like any other

  @Test func locationsAreSearchedFavoritedCheckedAndUsed() throws {
    let student = try own(folder, 30)
    #expect(
      student.say("search \"person 12\" --from local --json=name,place,url").contains(
        "{\"name\":\"Person 12\",\"place\":\"Place 12\",\"url\":\"https://example.org/12\"}"))
    #expect(student.say("search \"place 7\" --from local --limit 0") == "1 place")
    #expect(student.say("near 12,12 --limit 0") == "7 places", "the locations are not in use")
    #expect(student.say("use local world; near 12,12 --limit 1 --json=name,dataset").contains("\"Person 12\""))
    student.say("locations")
    #expect(student.say("check 1-3") == "checked 3 places; 3 in all")
    #expect(student.say("favorite 1").contains("saved Person 29 as a favorite"))
    #expect(
      student.say("datasets --json=name,count,format").contains(
        "{\"name\":\"local\",\"count\":30,\"format\":\"locations\"}"))
    #expect(
      student.say("close local")
        == "! the locations of local are open while you are logged in; try: logout local\n[exit 1]")
    #expect(student.say("open a.json --as local").contains("is reserved for the locations of a service"))
    let farewell = student.say("logout")
    #expect(farewell.contains("logged out from local"))
    #expect(student.interpreter.session.checked.places.allSatisfy { $0.dataset == Favorite.dataset })
    #expect(student.interpreter.session.inUse == ["world"])
    #expect(student.say("show local:n3").contains("is in a dataset that is not open"))
  }

  /// Only what was fetched is searched, and the list says so.
  @Test func aSearchSaysThatOlderOnesAreNotFetched() throws {
    let student = try own(folder, 300)
    let hint = "older locations of local are not fetched; to fetch some: refresh local"
    #expect(student.say("search \"person 25\" --from local").hasSuffix("\nat least 10 places; \(hint)"))
    #expect(student.say("more") == "no more places; \(hint)")
    #expect(student.say("search --from local --limit 90").hasSuffix("\n90 of at least 101 places; the rest: more"))
    #expect(student.say("more").hasSuffix("\n91-101 of at least 101 places; \(hint)"))
    #expect(student.say("search qqqqq --from local") == "nothing matches \"qqqqq\"; \(hint)")
    // The control: when everything is fetched, nothing is missing.
    student.say("refresh; refresh; refresh")
    #expect(student.say("search \"person 25\" --from local").hasSuffix("\n11 places"))
    #expect(student.say("search qqqqq --from local") == "nothing matches \"qqqqq\"")
  }

  /// D5: what did not come is not asked for again before a refresh, so `more` would not help.
  @Test(arguments: [true, false]) func aListThatHasStoppedNamesTheRefresh(hasStopped: Bool) throws {
    let location = FilteredPoolTests.location("a", 1, owner: "x")
    let dataset = LocationDataset(.local, [location], hasOlder: true, hasStopped: hasStopped)
    let source = ListSource.locations(of: dataset)
    let view = PlacesView(SearchResult(total: 1, isTotalExact: false), of: source, in: Catalog([dataset]), from: 2)
    let expected =
      hasStopped
      ? "no more places; older ones did not come; to ask again: refresh local\n" : "no more places yet; try: more\n"
    #expect(Reply(view).rendered(in: Style()) == expected)
  }

  // MARK: D8

  @Test func rowsHaveTheNameThePlaceAndTheLink() {
    let student = Student()
    student.say("login --user ada --new --name \"Ada Lovelace\"; post munich --url https://example.org/ada")
    #expect(
      student.say("locations --json=name,place,url,updated,lat").hasPrefix(
        """
        {"command":"locations","total":1,"places":[{"name":"Ada Lovelace","place":"Munich, Bavaria, DE",\
        "url":"https://example.org/ada","updated":"2026-01-01T12:00:00Z","lat":48.13743}]}
        """))
  }

  @Test func aLinkOfALocationIsPrintedIfGazIsOffline() {
    let student = Student()
    student.say("login --user ada --new; post munich --url https://example.org/ada; locations")
    #expect(student.say("visit 1") == "https://example.org/ada\nthe link was not checked: gaz is offline")
    #expect(student.say("search zurich; visit 1").hasSuffix("has no link; try: show world:2657896\n[exit 1]"))
  }

  // MARK: D9

  @Test(
    arguments: [
      (
        "post nowhereatall --url https://example.org",
        """
        ! could not find that place; no open dataset knows "nowhereatall", and nominatim gave no answer: gaz is offline; \
        try: another text, or LAT,LON
        [exit 1]
        """
      ),
      ("post munich", "! --url is missing; try: post PLACE --url URL\n[exit 2]"),
      ("post --url https://example.org", "! PLACE is missing; try: post PLACE --url URL\n[exit 2]"),
    ] as [(String, String)])
  func errorsOfAPostAreExact(line: String, answer: String) {
    let student = Student()
    student.say("login --user ada --new")
    #expect(student.say(line) == answer)
    #expect(student.say("locations --limit 0") == "0 places")
  }

  @Test(arguments: [
    "example.org", "ftp://example.org", "https://", "https:///path", "http://?q", "javascript:alert(1)",
    "\"https://a b\"", "\"https://a\u{7}\"", "file:///etc/passwd",
  ])
  func aLinkWithoutAHostIsRefused(url: String) {
    let student = Student()
    student.say("login --user ada --new")
    #expect(student.say("post munich --url \(url)").hasPrefix("! invalid URL; "))
    #expect(student.say("locations --limit 0") == "0 places")
  }

  /// Whether or not the link is asked for. The control: one that is an address.
  @Test(arguments: [
    "https://example.org:99999/x", "https://[", "https://user@example.org",
  ])
  func aLinkThatIsNoAddressIsNeverStored(url: String) {
    let student = Student()
    student.say("login --user ada --new")
    #expect(student.say("post munich --url \(url) --unchecked").contains("! invalid URL; "))
    #expect(student.say("locations --limit 0") == "0 places")
    #expect(
      student.say("post munich --url https://example.org:9999/x --unchecked").hasSuffix("posted Munich, Bavaria, DE"))
  }

  @Test func anotherPostAsksBeforeItOverwrites() {
    let student = Student()
    student.say("login --user ada --new; post munich --url https://example.org/1")
    #expect(
      student.say("post zurich --url https://example.org/2").hasSuffix(
        "! nobody can be asked whether to overwrite your location Munich, Bavaria, DE (https://example.org/1) with Zürich, Zurich, CH (https://example.org/2); try: gaz --allow=account\n[exit 1]"
      ))
    #expect(student.say("locations --json=place").contains("[{\"place\":\"Munich, Bavaria, DE\"}]"))
    student.say("account --multiple on")
    #expect(student.say("post zurich --url https://example.org/2").hasSuffix("posted Zürich, Zurich, CH"))
    #expect(student.say("locations --limit 0") == "2 places")
    #expect(student.say("account").contains("multiple locations: on"))
  }

  @Test func aYesOverwritesAndANoChangesNothing() {
    var flags = Flags()
    flags.allowed = [.account]
    let student = Student(in: folder.path, flags)
    student.say("login --user ada --new; post munich --url https://example.org/1")
    #expect(student.say("post zurich --url https://example.org/2").hasSuffix("updated Zürich, Zurich, CH"))
    #expect(
      student.say("locations --json=place,url").contains(
        "[{\"place\":\"Zürich, Zurich, CH\",\"url\":\"https://example.org/2\"}]"))
    #expect(student.say("locations; delete-location 1").hasSuffix("deleted Zürich, Zurich, CH"))
    #expect(student.say("locations --limit 0") == "0 places")
  }

  @Test func ambiguousPlacesAreOffered() throws {
    let student = Student()
    student.say("login --user ada --new")
    let rest = "--url \"https://example.org/?a;b\" --to local --unchecked"
    #expect(
      student.say("post springfield \(rest)") == """
        ! "springfield" may be several places; Springfield, Missouri, US (world:4409896), Springfield, Illinois, US \
        (world:4250542); try: post world:4409896 \(rest)
        [exit 2]
        """)
    #expect(student.say("locations --limit 0") == "0 places")
    #expect(student.say("post world:4250542 \(rest)").hasSuffix("posted Springfield, Illinois, US"))
    #expect(student.say("locations --json=url").contains("\"https://example.org/?a;b\""))
    #expect(
      student.say("edit-location 1 --place springfield").hasSuffix(
        "(world:4250542); try: edit-location 1 --place world:4409896\n[exit 2]"))
    #expect(student.say("edit-location 1 --place world:4409896").hasSuffix("updated Springfield, Missouri, US"))
    #expect(student.say("edit-location 1 --place world:4250542").hasSuffix("updated Springfield, Illinois, US"))
    // With a position, the words are only a name.
    #expect(student.say("edit-location 1 --place springfield --at 1,2").hasSuffix("updated springfield"))
    #expect(student.say("edit-location 1 --at 3,4").hasSuffix("updated springfield"))
    #expect(student.say("edit-location 1 --place world:4250542").hasSuffix("updated Springfield, Illinois, US"))
    // Two whole numbers are a position, not two numbers of the list.
    student.say("account --multiple on; locations")
    #expect(student.say("post 1,2 --url https://example.org").hasSuffix("posted 1,2"))
    #expect(student.say("post 1 --url https://example.org").hasSuffix("posted Springfield, Illinois, US"))
    #expect(
      student.say("edit-location local:\(ids(student, "locations")) --place 48.5,11.5").hasSuffix("updated 48.5,11.5"))
  }

  private func ids(_ student: Student, _ line: String) -> String {
    student.say(line)
    return ids(student).first ?? ""
  }

  @Test func theLinkMustAnswer() throws {
    let server = try LoopbackServer { request, connection in
      switch request.path {
      case "/fine": connection.answer()
      case "/no-head" where request.method == "HEAD": connection.answer(405)
      case "/no-head": connection.answer(200, [], "hello")
      default: connection.answer(404)
      }
    }
    let student = Student { environment in
      environment.web = WebClient(
        WebClient.Surroundings(agent: "gaz/test", clock: { 0 }, pause: { _, _ in }, random: { 0 }))
    }
    student.say("login --user ada --new; account --multiple on")
    #expect(
      student.say("post munich --url \(server.address)/gone")
        == """
        ! URL inaccessible; 127.0.0.1 answered 404 (not found); try: --unchecked, to post it anyway
        [exit 1]
        """)
    // The name may be found later, as for other services.
    #expect(
      student.say("post munich --url https://nowhere.invalid/page") == """
        ! URL inaccessible; the name nowhere.invalid was not found; the change waits; \
        try: refresh later, which checks it again, or outbox, to give it up
        [exit 5]
        """)
    #expect(
      student.say("outbox cancel c2")
        == "it will not be sent to local: post Munich, Bavaria, DE (https://nowhere.invalid/page)")
    #expect(student.say("outbox") == "the outbox is empty")
    #expect(student.say("locations --limit 0") == "0 places")
    for path in ["fine", "no-head"] {
      #expect(student.say("post munich --url \(server.address)/\(path)").hasSuffix("posted Munich, Bavaria, DE"))
    }
    #expect(student.say("post munich --url \(server.address)/gone --unchecked").hasSuffix("posted Munich, Bavaria, DE"))
    // Links that others have posted do not lead into private networks.
    student.say("locations")
    #expect(student.say("visit 1").hasPrefix("! URL inaccessible; 127.0.0.1 is in a private network"))
    // A link whose host is unknown is inaccessible too; the control: nothing is said about the network.
    student.say("post munich --url http://name.invalid/ --unchecked; locations")
    #expect(student.say("visit 1").hasPrefix("! URL inaccessible; the name name.invalid was not found"))
  }

  // MARK: D10

  @Test func theAccountHasItsNameItsLocationsAndItsSwitch() throws {
    let student = try own(folder, 200)
    let answer = student.say("account")
    #expect(answer.hasSuffix("Ada Lovelace (ada) on local; multiple locations: off"))
    #expect(ids(student) == ["n0"])
    #expect(student.say("account --multiple maybe").hasPrefix("! \"maybe\" is not valid for --multiple"))
  }

  /// What one run has posted, another run finds.
  @Test func locationsOutliveTheProgram() {
    let first = Student(in: folder.path)
    first.say("login --user ada --new --name \"Ada Lovelace\"; post munich --url https://example.org/ada")
    let second = Student(in: folder.path)
    #expect(
      second.say("login --user ada; locations --own --json=name,place").contains(
        "{\"name\":\"Ada Lovelace\",\"place\":\"Munich, Bavaria, DE\"}"))
  }
}
