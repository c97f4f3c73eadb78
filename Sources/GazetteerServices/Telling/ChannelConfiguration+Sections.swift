import GazetteerIndex

extension ChannelConfiguration {
  /// Reads the text of a file.
  package init(_ text: Untrusted, of path: String = "channels.toml") {
    self.init()
    let (sections, problems) = ConfigurationSection.sections(of: text, path: path)
    self.problems = problems
    for section in sections {
      do throws(SectionFault) {
        try add(section)
      } catch {
        self.problems.append("\(Untrusted(path)):\(error.line): \(error.problem)")
      }
    }
  }

  /// What is wrong in a section, and where.
  private struct SectionFault: Error {
    let line: Int
    let problem: Message
  }

  private mutating func add(_ section: ConfigurationSection) throws(SectionFault) {
    let parts = section.name.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let name = parts.count > 1 ? parts[1] : nil
    switch (parts[0], name) {
    case ("mail", nil):
      try require(section, only: ["server", "program", "user", "from", "own-name", "password-command"])
      mail = try Self.mail(section)
    case ("matrix", nil):
      try require(section, only: ["server", "token-command"])
      matrix = try Self.server(section, "server", variable: "GAZ_MATRIX")
    case ("ntfy", nil):
      try require(section, only: ["server", "token-command"])
      ntfy = try Self.server(section, "server", variable: "GAZ_NTFY")
    case ("webhook", let name?) where !name.isEmpty:
      try require(section, only: ["url", "url-command", "token-command"])
      webhooks[name] = try Self.server(section, "url", variable: "GAZ_WEBHOOK_" + Self.variable(name))
    case ("apprise", let name?) where !name.isEmpty:
      try require(section, only: ["url-command", "program"])
      let address = SecretSource(
        variable: "GAZ_APPRISE_\(Self.variable(name))_URL", attributes: ["channel", section.name, "secret", "url"],
        command: section["url-command"]?.text)
      apprises[name] = Apprise(address: address, program: section["program"]?.text ?? "apprise")
    default:
      throw SectionFault(
        line: section.line,
        problem: "[\(own: section.name)] is unknown; try: mail, matrix, ntfy, webhook.NAME or apprise.NAME")
    }
  }

  private func require(_ section: ConfigurationSection, only keys: [String]) throws(SectionFault) {
    for entry in section.entries where !keys.contains(entry.key) {
      let hint: Message =
        ["password", "token"].contains(entry.key)
        ? "secrets are not written here; try: \(own: entry.key)-command = \"pass show …\""
        : "the keys of [\(own: section.name)] are \(own: keys.listed("and"))"
      throw SectionFault(line: entry.line, problem: "\(own: entry.key) is not a key; \(hint)")
    }
  }

  /// The name of an environment variable: `my-team` → `MY_TEAM`.
  private static func variable(_ name: String) -> String {
    String(name.uppercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })
  }

  private static func mail(_ section: ConfigurationSection) throws(SectionFault) -> Mail {
    guard let from = section["from"], let sender = NamedMailAddress(written: from) else {
      throw SectionFault(
        line: line(of: "from", in: section),
        problem:
          "from is \(own: section["from"] == nil ? "missing" : "not an address"); try: from = \"Max <max@example.org>\""
      )
    }
    guard !from.bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
      throw SectionFault(line: line(of: "from", in: section), problem: "from has control characters")
    }
    switch (section["server"], section["program"]) {
    case (let server?, nil):
      return Mail(sender: sender, route: .server(try mailServer(server, section, sender)))
    case (nil, let program?):
      let words = program.text.split(separator: " ").map(String.init)
      guard !words.isEmpty, !program.bytes.contains(0) else {
        throw SectionFault(line: line(of: "program", in: section), problem: "program is empty")
      }
      return Mail(sender: sender, route: .program(words))
    default:
      throw SectionFault(
        line: section.line, problem: "[mail] needs either a server or a program; try: server = \"smtp://HOST:587\"")
    }
  }

  private static func mailServer(
    _ address: Untrusted, _ section: ConfigurationSection, _ sender: NamedMailAddress
  ) throws(SectionFault) -> MailServer {
    let fault = SectionFault(
      line: line(of: "server", in: section),
      problem: "server is not the address of a mail server; try: server = \"smtp://HOST:587\" or \"smtps://HOST\"")
    let parts = address.text.split(separator: "://", maxSplits: 1).map(String.init)
    guard parts.count == 2, ["smtp", "smtps"].contains(parts[0]) else { throw fault }
    let isSecure = parts[0] == "smtps"
    let place = parts[1].split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard (1...2).contains(place.count), MailAddress.isHost(place[0].utf8) else { throw fault }
    var port = isSecure ? 465 : 587
    if place.count == 2 {
      guard let number = Int(place[1]), (1...65_535).contains(number), place[1].utf8.allSatisfy({ $0 != 0x2B }) else {
        throw fault
      }
      port = number
    }
    let ownName = section["own-name"]?.text ?? sender.address.domain
    guard MailAddress.isHost(ownName.utf8) else {
      throw SectionFault(line: line(of: "own-name", in: section), problem: "own-name is not the name of a machine")
    }
    let user = section["user"]
    guard user.map({ user in !user.isEmpty && user.bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F } }) ?? true else {
      throw SectionFault(line: line(of: "user", in: section), problem: "user is empty, or has control characters")
    }
    return MailServer(
      host: place[0].lowercased(), port: port, isSecure: isSecure, ownName: ownName, user: user?.text,
      password: SecretSource(
        variable: "GAZ_MAIL_PASSWORD", attributes: ["channel", "mail", "user", user?.text ?? ""],
        command: section["password-command"]?.text))
  }

  private static func server(
    _ section: ConfigurationSection, _ key: String, variable: String
  ) throws(SectionFault) -> Server {
    let token = SecretSource(
      variable: variable + "_TOKEN", attributes: ["channel", section.name, "secret", "token"],
      command: section["token-command"]?.text)
    let source = SecretSource(
      variable: variable + "_URL", attributes: ["channel", section.name, "secret", "url"],
      command: section["url-command"]?.text)
    if let address = section[key] {
      do throws(WebError) {
        _ = try WebAddress(address)
      } catch {
        throw SectionFault(line: line(of: key, in: section), problem: "\(error.reason)")
      }
      return Server(address: address, addressSource: source, token: token)
    }
    guard key == "url" else {
      throw SectionFault(line: section.line, problem: "server is missing; try: server = \"https://…\"")
    }
    return Server(address: nil, addressSource: source, token: token)
  }

  private static func line(of key: String, in section: ConfigurationSection) -> Int {
    section.entries.first { $0.key == key }?.line ?? section.line
  }
}
