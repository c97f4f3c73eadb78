import GazetteerIndex
import Testing

@testable import GazetteerSession
@testable import GazetteerShell

/// What a program reads that runs commands with `--json`.
@Suite struct JSONAnswersTests {
  private static let names = CommandTable.standard.commands.map(\.name)
  /// Commands whose words are notices in every format: their output is that of the commands after them.
  private static let telling: Set = ["open", "output"]
  /// Commands that write the rows of a file: as they are there, or as objects without the name of the command.
  private static let writingRows: Set = ["match", "nearest"]

  @Test(arguments: names) func everyCommandThatSaysSomethingPrintsAnObject(name: String) throws {
    let use = try #require(EveryCommand.uses[name], "add a line that uses it to EveryCommand")
    let printed = try EveryCommand.run(use, asJSON: true)
    #expect(printed.errors == "")
    let plain = try EveryCommand.run(use)
    if Self.writingRows.contains(name) {
      #expect(printed.notices == plain.notices && !plain.notices.isEmpty)
      let objects = try printed.objects
      #expect(!objects.isEmpty && objects.allSatisfy { $0["command"] == nil })
      #expect(plain.results.hasPrefix("name,category,"))
      return
    }
    guard use.speaks, !Self.telling.contains(name) else {
      #expect(printed.results == "" && plain.results == "")
      #expect(plain.notices.isEmpty != use.speaks)
      return
    }
    let objects = try printed.objects
    #expect(objects.first?["command"] as? String == name)
    #expect(objects.allSatisfy { $0.count > 1 && $0["command"] is String })
    // The control: in other formats, the same lines print no object.
    #expect(!(plain.results + plain.notices).isEmpty && !plain.results.contains("\"command\""))
  }

  @Test(arguments: names) func everyErrorNamesItsCommand(name: String) throws {
    let printed = try EveryCommand.run(.init("\(name) --bogus"), asJSON: true)
    #expect(printed.results == "" && printed.notices == "")
    #expect(printed.errors.hasPrefix("{\"command\":\"\(name)\",\"error\":\"\\\"--bogus\\\" is not an option of "))
    #expect(printed.errors.hasSuffix(",\"code\":2}\n"))
  }

  @Test func anErrorAfterTheReplyNamesItsCommandToo() throws {
    let use = try #require(EveryCommand.uses["remove-contact"])
    let printed = try EveryCommand.run(use, asJSON: true, allowed: [])
    #expect(printed.errors.hasPrefix("{\"command\":\"remove-contact\",\"error\":\"nobody can be asked whether to "))
  }

  private static let munich = """
    "name":"Munich","country":"DE","admin1":"Bavaria","category":"city","lat":48.13743,"lon":11.57549,\
    "population":1260391
    """
  private static let account =
    #"{"service":"local","dialect":"local","user":"ada","name":"ada","secret":"memory","current":true}"#
  private static let anna = #""name":"Anna","mail":"anna@example.org""#

  /// Places, accounts and contacts are the same objects as in lists.
  @Test(
    arguments: [
      ("check", #""total":1,"places":[{"n":1,"id":2867714,"dataset":"world",\#(munich),"checked":true}],"text":["#),
      ("check", #"],"text":["checked Munich; 1 in all"]}"#),
      (
        "uncheck", #""places":[{"n":1,"id":2867714,"dataset":"world",\#(munich)}],"text":["unchecked Munich; 0 left"]}"#
      ),
      ("note", #""note":"see it""#), ("note", #""text":["saved the note of Munich"]}"#),
      ("favorite", #""favorite":true,"kept_from":"world:2867714""#), ("favorite", #""n":1,"id":""#),
      ("favorite", #""text":["saved Munich as a favorite"]}"#), ("unfavorite", #""total":1,"places":[{"#),
      ("unfavorite", #""text":["removed Munich from the favorites"]}"#), ("rate", #""own_rating":4"#),
      ("edit-favorite", #""name":"House""#), ("undo", #"{"command":"undo","text":["undid: check 1"]}"#),
      ("add-contact", #""total":1,"contacts":[{\#(anna)}],"text":["saved the contact Anna"]}"#),
      ("edit-contact", #""contacts":[{\#(anna),"tags":["lunch"]}]"#),
      ("remove-contact", #""contacts":[{\#(anna)}],"text":["removed Anna from the contacts"]}"#),
      ("notify", #"{"command":"notify","total":1,"channel":"mail","recipients":["Anna"],"subject":"1 place: "#),
      ("notify", #"Munich","text":["1) Munich @ Bavaria, Germany","   48.13743,11.57549","#),
      ("notify", #""],"entries":[{"n":1,"line":"1) Munich @ Bavaria, Germany","geo":"geo:48."#),
      ("notify", #"{"command":"notify","total":1,"copies":[{"n":1,"time":"2026-01-01T12:00:00Z","to":"Anna","#),
      ("notify", #""state":"sent","subject":"1 place: Munich"}],"text":["sent to Anna"]}"#),
      ("outbox", #"{"command":"outbox","text":["removed 0 messages from the outbox"]}"#),
      ("login", #""total":1,"accounts":[\#(account)],"text":["logged in to local as ada"]}"#),
      ("logout", #"{"command":"logout","text":["logged out from local"]}"#),
      ("account", #""settings":[{"name":"multiple","value":"on""#),
      ("account", #""text":["multiple locations: on"]}"#), ("post", #""dataset":"local","name":"ada","#),
      ("post", #""place":"Munich, Bavaria, DE","url":"https://example.org""#),
      ("post", #""text":["posted Munich, Bavaria, DE"]}"#), ("edit-location", #""url":"https://example.org/2""#),
      ("delete-location", #""text":["deleted Munich, Bavaria, DE"]}"#),
      ("visit", #"{"command":"visit","name":"Cafe One","url":"https://example.org","text":["https://example.org"]}"#),
    ] as [(String, String)])
  func theObjectSaysWhatWasDone(name: String, part: String) throws {
    let use = try #require(EveryCommand.uses[name])
    let printed = try EveryCommand.run(use, asJSON: true)
    #expect(printed.results.contains(part), "\(printed.results)")
  }

  /// A search says what a list says above and below its rows, also in its further pages.
  @Test(
    arguments: [
      (["search cafe near munich"], #""query":"cafe near munich","left_out":"cafe near","places":["#),
      (["search cafe munich --limit 0"], #""query":"cafe munich","left_out":"cafe","places":[]"#),
      (["search munich"], #""query":"munich","places":["#),
      (["select-category city", "search munich"], #""query":"munich","ignored_categories":["city"],"places":["#),
      (["select-category city", "search munich --selected"], #""query":"munich","places":["#),
      (["select-category city", "near 1,2"], #","ignored_categories":["city"],"places":["#),
      (["select-category city", "search --limit 1", "more"], #","ignored_categories":["city"],"places":["#),
    ])
  func aSearchSaysWhatItLeftOut(lines: [String], part: String) throws {
    let printed = try EveryCommand.run(EveryCommand.Use(lines), asJSON: true)
    #expect(printed.results.contains(part), "\(printed.results)")
  }

  @Test func onlyTheFieldsThatAreAskedForAreThere() throws {
    let printed = try EveryCommand.run(
      .init("add-contact Anna --mail a@b.org", "check world:2867714", "notify Anna --json=channel,n --dry-run"))
    #expect(printed.results == #"{"command":"notify","total":1,"channel":"mail","entries":[{"n":1}]}"# + "\n")
  }

  /// A program that reads the objects of a search gets no others.
  @Test func noticesBesideAResultStayNotices() throws {
    let printed = try EveryCommand.run(.init("login --user ada --new", "account"), asJSON: true)
    #expect(try printed.objects.count == 1)
    #expect(printed.notices == "ada on local; multiple locations: off\n")
  }

  @Test func silenceHidesNoResult() throws {
    let printed = try EveryCommand.run(.init("set quiet on", "add-favorite Home --at 1,2"), asJSON: true)
    #expect(try printed.objects.count == 1)
    let plain = try EveryCommand.run(.init("set quiet on", "add-favorite Home --at 1,2"))
    #expect(plain.results + plain.notices == "")
  }

  @Test func theSwitchForSeveralLocationsSaysHowItIs() throws {
    #expect(try EveryCommand.run(.init("account --multiple on")).results == "multiple locations: on\n")
    let off = EveryCommand.Use("account --multiple on", "account --multiple off")
    #expect(try EveryCommand.run(off).results == "multiple locations: off\n")
  }
}
