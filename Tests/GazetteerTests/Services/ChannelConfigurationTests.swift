import GazetteerIndex
import Testing

@testable import GazetteerServices
@testable import GazetteerSession

/// The file `channels.toml`: what it says, and what is wrong in it.
struct ChannelConfigurationTests {
  @Test func everythingIsRead() {
    let read = ChannelFixture.configuration(
      """
      # how notify sends
      [mail]   # comment
      server = "smtp://Mail.example.org"  # STARTTLS
      user = 'max'
      from = "Max \\"M\\" Muster <max@example.org>"
      password-command = "pass show mail"

      [matrix]
      server = "https://matrix.example.org"
      token-command = "pass show matrix"
      [ntfy]
      server = "https://ntfy.sh"
      [webhook.team]
      url-command = "pass show hook"
      [apprise.bob-b]
      url-command = "pass show bob"
      """)
    #expect(read.problems == [])
    #expect(read.mail?.sender.name == Untrusted("Max \"M\" Muster"))
    #expect(
      read.mail?.route
        == .server(
          .init(
            host: "mail.example.org", port: 587, isSecure: false, ownName: "example.org", user: "max",
            password: .init(
              variable: "GAZ_MAIL_PASSWORD", attributes: ["channel", "mail", "user", "max"],
              command: "pass show mail"))))
    #expect(read.ways == ["matrix", "ntfy", "webhook:team", "apprise:bob-b"])
    #expect(read.apprises["bob-b"]?.address.variable == "GAZ_APPRISE_BOB_B_URL")
    #expect(read.webhooks["team"]?.address == nil)
  }

  @Test(
    arguments: [
      ("smtp://h", 587, false), ("smtps://h", 465, true), ("smtp://h:25", 25, false), ("smtps://h:2465", 2465, true),
    ]) func theSchemeSaysHowItIsEncrypted(server: String, port: Int, isSecure: Bool)
  {
    let read = ChannelFixture.configuration("[mail]\nfrom = \"a@b\"\nserver = \"\(server)\"")
    guard case .server(let found)? = read.mail?.route else {
      Issue.record("no server")
      return
    }
    #expect(found.port == port && found.isSecure == isSecure)
  }

  @Test func aProgramCanBeUsedInstead() {
    let read = ChannelFixture.configuration("[mail]\nfrom = \"a@b\"\nprogram = \"msmtp -a work\"")
    #expect(read.mail?.route == .program(["msmtp", "-a", "work"]))
  }

  @Test(
    arguments: [
      ("x = \"y\"", "channels.toml:1: it is in no section; try: [mail] above it"),
      ("[mail", "channels.toml:1: the name of the section is malformed; try: [mail]"),
      ("[post]", "channels.toml:1: [post] is unknown; try: mail, matrix, ntfy, webhook.NAME or apprise.NAME"),
      ("[mail]\nfrom = a@b", "channels.toml:2: this is not an entry; try: key = \"value\""),
      ("[mail]\nfrom = \"a@b", "channels.toml:2: this is not an entry; try: key = \"value\""),
      ("[mail]\nfrom = \"a@b\" x", "channels.toml:2: this is not an entry; try: key = \"value\""),
      (
        "[mail]\nfrom = \"a@b\"",
        "channels.toml:1: [mail] needs either a server or a program; try: server = \"smtp://HOST:587\""
      ),
      ("[mail]\nserver = \"smtp://h\"", "channels.toml:1: from is missing; try: from = \"Max <max@example.org>\""),
      ("[mail]\nfrom = \"x\"", "channels.toml:2: from is not an address; try: from = \"Max <max@example.org>\""),
      ("[mail]\nfrom = \"a@b\"\nfrom = \"a@b\"\nserver = \"smtp://h\"", "channels.toml:3: from is there twice"),
      (
        "[mail]\nfrom = \"a@b\"\nserver = \"http://h\"",
        "channels.toml:3: server is not the address of a mail server; try: server = \"smtp://HOST:587\" or \"smtps://HOST\""
      ),
      (
        "[mail]\nfrom = \"a@b\"\npassword = \"s3cret\"",
        "channels.toml:3: password is not a key; secrets are not written here; try: password-command = \"pass show …\""
      ),
      ("[ntfy]", "channels.toml:1: server is missing; try: server = \"https://…\""),
      ("[ntfy]\nserver = \"ftp://h\"", "channels.toml:2: \"ftp://h\" is neither an https nor an http address"),
      ("[ntfy]\nx = \"y\"", "channels.toml:2: x is not a key; the keys of [ntfy] are server and token-command"),
    ]) func mistakesAreNamedWithTheirLines(text: String, problem: String)
  {
    let problems = ChannelFixture.configuration(text).problems.map(\.neutralised)
    #expect(problems.contains(problem), "\(problems)")
    #expect(!problems.contains { $0.contains("s3cret") })
  }

  @Test func oneMistakeDoesNotStopTheRest() {
    let read = ChannelFixture.configuration("[post]\n[ntfy]\nserver = \"https://ntfy.sh\"\nfoo\n")
    #expect(read.ways == ["ntfy"] && read.problems.count == 2)
  }

  @Test func aMissingFileIsEmptyAndASecretIsNeverInADescription() {
    #expect(ChannelConfiguration.read("/nonexistent/channels.toml").problems == [])
    #expect(ChannelConfiguration.read(nil).ways == [])
    #expect("\(Secret("s3cret".utf8))" == "(secret)")
  }

  /// What the error of `notify` tells to write is understood, and then something can be sent there.
  @Test(arguments: ["mail:anna@example.org", "matrix:#walks:example.org", "ntfy:walks", "webhook:team", "apprise:bob"])
  func theLinesThatAreToldAreRight(address: String) throws {
    let example = ChannelExample(for: try #require(DeliveryAddress(address)))
    let text = example.lines.map(\.neutralised).joined(separator: "\n")
    let configuration = ChannelConfiguration(Untrusted(text))
    #expect(configuration.problems.isEmpty)
    let isSetUp = configuration.mail != nil || configuration.ways.contains { address.hasPrefix($0) }
    #expect(isSetUp)
    #expect(text.hasPrefix("[\(example.section)]\n"))
    // The control: without its first entry, the section is not enough.
    let less = example.lines.map(\.neutralised).enumerated().filter { $0.offset != 1 }.map(\.element)
    let other = ChannelConfiguration(Untrusted(less.joined(separator: "\n")))
    #expect(!other.problems.isEmpty || other.webhooks["team"]?.addressSource.command == nil)
  }
}
