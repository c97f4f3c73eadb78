import GazetteerIndex
import Testing

@testable import GazetteerServices

/// The file in which the user names location services.
@Suite struct ServicesFileTests {
  private func file(_ text: String) -> ServicesFile { ServicesFile(Array(text.utf8), of: Untrusted("services.toml")) }

  @Test func servicesAreReadInOrder() {
    let file = file(
      """
      # my services
      [campus]
      dialect = "kinto"   # a comment
      url = 'https://example.org/v1'
      bucket = "a \\"b\\" \\\\ c"

        [old-map]
      dialect="udacity"
      password-command = "pass show map"
      """)
    #expect(file.warnings.isEmpty)
    #expect(file.services.map(\.name) == ["campus", "old-map"])
    #expect(file.services[0].values["bucket"] == "a \"b\" \\ c")
    #expect(file.services[0].values["url"] == "https://example.org/v1")
    #expect(file.services[1].passwordCommand == "pass show map")
    let entries = file.services.map { $0.entry(through: .offline) }
    #expect(entries[0].facts == ServiceFacts(name: "campus", dialect: "kinto", host: Untrusted("example.org")))
  }

  @Test(
    arguments: [
      ("dialect = \"kinto\"", "there is no [NAME] before this line"),
      ("[Campus]", "\"Campus\" cannot be the name of a service"),
      ("[local]", "local is a name of gaz itself"), ("[favorites]", "is a name of gaz itself"),
      ("[My Campus]", "\"My Campus\" cannot be the name"), ("[a", "is written [NAME]"),
      ("[a] x", "is written [NAME]"), ("[a]\n[a]", "a is there twice"),
      ("[a]\ncolour = \"x\"", "\"colour\" is not a key"),
      ("[a]\nurl = x", "in quotes"), ("[a]\nurl = \"x", "the quote is not closed"),
      ("[a]\nurl = \"x\" y", "nothing may follow"),
      ("[a]\nurl = \"\\q\"", "after \\ comes"), ("[a]\nurl", "expected KEY"),
      ("[a]\nurl = \"\"\nurl = \"\"", "url is there twice"),
    ] as [(String, String)])
  func aMistakeIsReportedWithItsLine(text: String, message: String) {
    let warnings = file(text).warnings.map(\.neutralised)
    let line = text.split(separator: "\n").count
    #expect(warnings.count == 1 && warnings[0].hasPrefix("services.toml:\(line): "))
    #expect(warnings.first?.contains(message) == true, "\(warnings)")
  }

  @Test func aServiceThatCannotBeUsedSaysSoWhenItIsUsed() {
    for (text, reason) in [
      ("[a]\ndialect = \"soap\"\nurl = \"https://example.org\"", "\"soap\" is not a dialect"),
      ("[a]\ndialect = \"kinto\"", "it has no url"),
      ("[a]\ndialect = \"kinto\"\nurl = \"ftp://x\"", "neither an https"),
      ("[a]\ndialect = \"kinto\"\nurl = \"https://ada:sesame@example.org\"", "names a user or a password"),
    ] {
      let manager = DataManager(file(text).services.map { $0.entry(through: .offline) })
      let error = #expect(throws: ServiceError.self) { try manager.login(to: "a", .with(.guest), Cancellation()) }
      #expect(error?.reason.neutralised.contains(reason) == true, "\(String(describing: error))")
      #expect(error?.reason.neutralised.contains("sesame") == false)
    }
    let named = file("[a]\ndialect = \"kinto\"\nurl = \"https://ada:sesame@example.org\"").services
    #expect(named[0].entry(through: .offline).facts.host == Untrusted("example.org"))
  }

  /// A mistake is not taken for a missing network. It is named with its line.
  @Test(
    arguments: [
      ("[a]\ndialect = \"kinto\"\nurl = \"ftp://x\"", 3, "url = \"https://HOST/PATH\""),
      ("[a]\ndialect = \"kinto\"\nurl = \"https://\"", 3, "url = \"https://HOST/PATH\""),
      ("[a]\ndialect = \"kinto\"\nurl = \"http://example.org\"", 3, "url = \"https://HOST/PATH\""),
      ("[a]\nurl = \"https://x.org\"\n", 1, "dialect = \"kinto\", \"parse\" or \"udacity\""),
      ("[a]\nurl = \"https://x.org\"\ndialect = \"soap\"", 3, "dialect = \"kinto\", \"parse\" or \"udacity\""),
      ("# x\n[a]\ndialect = \"kinto\"", 2, "url = \"https://HOST/PATH\""),
    ] as [(String, Int, String)])
  func aMistakeIsNoMissingNetwork(text: String, line: Int, remedy: String) {
    let manager = DataManager(file(text).services.map { $0.entry(through: .offline) })
    let error = #expect(throws: ServiceError.self) { try manager.login(to: "a", .with(.guest), Cancellation()) }
    guard case .configuration(let what, _, let advice)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(what.neutralised == "services.toml:\(line): a cannot be used" && advice.neutralised == remedy)
  }

  /// The control: without a network, a correct address is not a mistake.
  @Test func aMissingNetworkIsNoMistake() {
    let text = "[a]\ndialect = \"kinto\"\nurl = \"https://x.org\""
    let manager = DataManager(file(text).services.map { $0.entry(through: .offline) })
    let login = DataManager.Login.with(.password(user: Untrusted("ada"), Secret("x".utf8)))
    #expect(throws: ServiceError.network(.offline)) { try manager.login(to: "a", login, Cancellation()) }
  }

  /// Otherwise the password of one service would be sent to the server of another.
  @Test(arguments: ["[Other]", "[local]", "[campus]", "[other"])
  func theKeysOfABadNameGoToNoService(name: String) {
    let head = "[campus]\ndialect = \"kinto\"\nurl = \"https://example.org\"\n"
    let keys = "password-command = \"pass show other\"\nrest-key = \"1\"\n"
    let read = file(head + name + "\n" + keys + "[last]\nbucket = \"b\"")
    #expect(read.warnings.count == 1)
    #expect(read.services.map(\.name) == ["campus", "last"])
    #expect(read.services[0].passwordCommand == nil && read.services[0].values["rest-key"] == nil)
    #expect(read.services[1].values == ["bucket": "b"])
    // The control: under its own name, the service has them.
    #expect(file(head + keys).services[0].passwordCommand == "pass show other")
  }
}
