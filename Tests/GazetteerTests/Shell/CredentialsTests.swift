import Foundation
import GazetteerIndex
import Testing

@testable import GazetteerServices
@testable import GazetteerSession
@testable import GazetteerShell

/// Passwords that are kept, and the order in which they are looked up.
@Suite struct CredentialsTests {
  private let folder: TemporaryFolder
  private let path: String
  private let ada = Untrusted("ada lovelace")

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path + "/config/gaz/credentials"
  }

  private var file: CredentialsFile { CredentialsFile(path: path) }

  private func mode(_ path: String) -> mode_t {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
  }

  @Test func aSecretComesBackAndIsForgotten() throws {
    #expect(try file.secret(of: ada, at: "campus") == nil)
    for (secret, user) in [("one\ttwo", ada), ("three", Untrusted("bob")), ("ñ=", ada)] {
      try file.keep(Secret(secret.utf8), of: user, at: "campus")
    }
    try file.keep(Secret("four".utf8), of: ada, at: "map")
    #expect(try file.secret(of: ada, at: "campus") == Secret("ñ=".utf8))
    #expect(try file.secret(of: Untrusted("bob"), at: "campus") == Secret("three".utf8))
    #expect(try file.forget(ada, at: "campus"))
    #expect(try !file.forget(ada, at: "campus"))
    #expect(try file.secret(of: ada, at: "campus") == nil)
    #expect(try file.secret(of: ada, at: "map") == Secret("four".utf8))
  }

  @Test func onlyTheUserCanReadIt() throws {
    let mask = umask(0)
    defer { umask(mask) }
    try file.keep(Secret("x".utf8), of: ada, at: "campus")
    #expect(mode(path) == 0o600 && mode(folder.path + "/config/gaz") == 0o700)
    // Also while it is replaced, and after it.
    try file.keep(Secret("y".utf8), of: ada, at: "campus")
    #expect(mode(path) == 0o600)
    // The control: with this mask, other files are for everybody.
    let other = try folder.file("other", "x")
    #expect(mode(other) == 0o666)
  }

  /// Only an administrator can give a file away, so only there it is tested.
  @Test(.enabled(if: geteuid() == 0, "only an administrator can make the file of another user"))
  func theFileOfAnotherUserIsRefused() throws {
    try file.keep(Secret("x".utf8), of: ada, at: "campus")
    try #require(chown(path, 1, 1) == 0)
    #expect(throws: CredentialsFile.Fault.notPrivate) { try file.secret(of: ada, at: "campus") }
    #expect(throws: CredentialsFile.Fault.notPrivate) { try file.keep(Secret("y".utf8), of: ada, at: "campus") }
    // The control.
    try #require(chown(path, 0, 0) == 0)
    #expect(try file.secret(of: ada, at: "campus") == Secret("x".utf8))
  }

  @Test(arguments: [0o640, 0o604, 0o660, 0o606] as [mode_t]) func aFileThatOthersCanReadIsRefused(mode: mode_t) throws {
    try file.keep(Secret("x".utf8), of: ada, at: "campus")
    chmod(path, mode)
    #expect(throws: CredentialsFile.Fault.notPrivate) { try file.secret(of: ada, at: "campus") }
    #expect(throws: CredentialsFile.Fault.notPrivate) { try file.keep(Secret("y".utf8), of: ada, at: "campus") }
    // The control.
    chmod(path, 0o600)
    #expect(try file.secret(of: ada, at: "campus") == Secret("x".utf8))
  }

  @Test(arguments: [0o720, 0o702, 0o777] as [mode_t]) func aFolderThatOthersCanWriteToIsRefused(mode: mode_t) throws {
    let config = folder.path + "/config/gaz"
    try file.keep(Secret("x".utf8), of: ada, at: "campus")
    chmod(config, mode)
    let fault = CredentialsFile.Fault.openFolder(Untrusted(config))
    #expect(throws: fault) { try file.secret(of: ada, at: "campus") }
    #expect(throws: fault) { try file.keep(Secret("y".utf8), of: ada, at: "campus") }
    // The control: others may see what is in it.
    chmod(config, 0o755)
    #expect(try file.secret(of: ada, at: "campus") == Secret("x".utf8))
  }

  @Test func aLinkIsNotFollowed() throws {
    try file.keep(Secret("x".utf8), of: ada, at: "campus")
    let other = CredentialsFile(path: folder.path + "/link")
    try FileManager.default.createSymbolicLink(atPath: other.path, withDestinationPath: path)
    #expect(throws: CredentialsFile.Fault.self) { try other.secret(of: ada, at: "campus") }
    #expect(throws: CredentialsFile.Fault.self) { try other.keep(Secret("y".utf8), of: ada, at: "campus") }
    #expect(try file.secret(of: ada, at: "campus") == Secret("x".utf8))
  }

  @Test func base64IsReadBack() {
    for count in 0..<40 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37) }
      #expect([UInt8](base64: bytes.base64) == bytes)
    }
    for text in ["A", "AB=C", "====", "A===", "AA\n=", "äää="] { #expect([UInt8](base64: Array(text.utf8)) == nil) }
  }

  // MARK: the order

  private func student(_ variables: [String: String]) -> Student {
    let all = ["XDG_CONFIG_HOME": folder.path + "/config", "PATH": folder.path + "/bin:/usr/bin:/bin"]
      .merging(variables) { $1 }
    return Student(in: folder.path, password: "typed") { $0.variable = { all[$0] } }
  }

  private func program(_ name: String, _ lines: String) throws {
    let bin = folder.path + "/bin"
    try FileManager.default.createDirectory(atPath: bin, withIntermediateDirectories: true)
    try Data("#!/bin/sh\n\(lines)\n".utf8).write(to: URL(fileURLWithPath: bin + "/" + name))
    chmod(bin + "/" + name, 0o755)
  }

  @Test func aKeptPasswordLogsInWithoutAsking() throws {
    let first = student([:])
    let answer = first.say("login --user ada --new --keep")
    #expect(answer.hasPrefix("the password is kept in \"\(path)\"\nlogged in to local as ada"))
    #expect(first.say("whoami --json").contains("\"secret\":\"file\""))
    #expect(
      try Data(contentsOf: URL(fileURLWithPath: path)).range(of: Data("typed".utf8)) == nil, "not readable at a glance")
    let second = student([:])
    #expect(second.say("login --user ada").hasPrefix("logged in to local as ada"))
    #expect(second.prompts.isEmpty && second.say("whoami --json").contains("\"secret\":\"file\""))
    #expect(second.say("logout --forget").contains("the password was forgotten"))
    // The control: now it is asked for again.
    let third = student([:])
    third.say("login --user ada")
    #expect(third.prompts.count == 1)
  }

  @Test func theEnvironmentComesBeforeTheFile() throws {
    student([:]).say("login --user ada --new --keep")
    let student = student(["GAZ_TOKEN": "wrong"])
    #expect(
      student.say("login --user ada")
        == """
        ! not logged in to local; the password is wrong; try: check GAZ_TOKEN
        [exit 4]
        """)
    #expect(student.prompts.isEmpty)
  }

  /// A secret goes only to the service that it is meant for. With two services on the network, `GAZ_TOKEN` may be for
  /// either. The controls: the variable of a service, and only one service.
  @Test(
    arguments: [
      (2, ["GAZ_TOKEN": "planted"], "campus", nil), (2, ["GAZ_TOKEN": "planted"], "my-lab", nil),
      (2, ["GAZ_TOKEN": "planted"], "local", nil), (1, ["GAZ_TOKEN": "planted"], "local", nil),
      (2, ["GAZ_TOKEN_MY_LAB": "planted"], "campus", nil),
      (2, ["GAZ_TOKEN_MY_LAB": "planted"], "my-lab", "planted"), (1, ["GAZ_TOKEN": "planted"], "campus", "planted"),
      (0, ["GAZ_TOKEN": "planted"], "local", "planted"),
      (1, ["GAZ_TOKEN": "other", "GAZ_TOKEN_CAMPUS": "planted"], "campus", "planted"),
      (1, ["GAZ_TOKEN": ""], "campus", nil),
    ] as [(Int, [String: String], String, String?)])
  func aSecretGoesOnlyToItsService(count: Int, variables: [String: String], service: String, secret: String?) throws {
    let names = ["campus", "my-lab"].prefix(count)
    let services =
      [.local] + names.map { ServiceFacts(name: $0, dialect: "kinto", host: Untrusted("\($0).example.org")) }
    var environment = Environment(now: { 0 }, world: { _ in nil })
    environment.variable = { variables[$0] }
    let secrets = SecretKeeping(in: environment, services: services, hasFaults: false, commands: [:])
    let found = try secrets.secret(of: ada, at: service, isNew: false, Cancellation())
    #expect(found?.0 == secret.map { Secret($0.utf8) } && found.map { $0.1 == .environment } ?? true)
    // What to check is the variable that was used.
    if secret != nil {
      let own = SecretKeeping.variable(for: service)
      let facts = try #require(services.first { $0.name == service })
      let request = LoginRequest(facts, user: ada, .password)
      let advice = secrets.advice(on: .environment, for: request).neutralised
      #expect(advice == "check \(variables[own] == nil ? "GAZ_TOKEN" : own)")
    }
    // A service that the file has, but that cannot be read, may be the one that is meant.
    let unclear = SecretKeeping(in: environment, services: services, hasFaults: true, commands: [:])
    let kept = try unclear.secret(of: ada, at: service, isNew: false, Cancellation())
    #expect((kept != nil) == (variables.keys.contains { $0 != "GAZ_TOKEN" } && secret != nil))
  }

  @Test func anUnclearVariableIsSaidAndNotSent() throws {
    let servers = try (0..<2).map { _ in try LoopbackServer.answering(200, [], #"{"data":[]}"#) }
    let text = zip(["campus", "lab"], servers).map { name, server in
      "[\(name)]\ndialect = \"kinto\"\nurl = \"\(server.address)/v1\"\n"
    }.joined()
    try FileManager.default.createDirectory(atPath: folder.path + "/config/gaz", withIntermediateDirectories: true)
    _ = try folder.file("config/gaz/services.toml", text)
    let variables = ["XDG_CONFIG_HOME": folder.path + "/config", "GAZ_TOKEN": "planted"]
    let student = Student(in: folder.path, password: nil) { environment in
      environment.variable = { variables[$0] }
      environment.web = KintoServer.client
    }
    #expect(
      student.say("login lab --user ada") == """
        ! nobody can be asked for the password; GAZ_TOKEN may be for another service; try: add --token-stdin < FILE, or \
        set GAZ_TOKEN_LAB
        [exit 4]
        """)
    #expect(servers.allSatisfy { $0.requests.isEmpty })
  }

  @Test func whatCannotBeKeptIsSaid() throws {
    let student = student(["GAZ_TOKEN": "typed"])
    #expect(
      student.say("login --user ada --new --keep").hasPrefix("the password is not kept, because it was not typed\n"))
    #expect(!FileManager.default.fileExists(atPath: path))
    for (line, why) in [
      ("login --guest --keep", "a guest has none"), ("login --token-stdin --keep", "this is a token"),
    ] {
      #expect(student.say(line).hasPrefix("! only the password of a user can be kept; \(why); try: login"))
    }
  }

  @Test func withoutAKeyringNobodyIsAskedForOne() throws {
    try program("secret-tool", "echo typed; echo called >> \"\(folder.path)/called\"")
    student([:]).say("login --user ada --new")
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/called"))
    let student = student(["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere"])
    #expect(student.say("login --user ada").hasPrefix("logged in to local as ada"))
    #expect(student.prompts.isEmpty && student.say("whoami --json").contains("\"secret\":\"keyring\""))
  }

  /// The keyring gets the password on its standard input: what is on its command line, every user of the machine can see.
  @Test func aKeptPasswordGoesIntoTheKeyring() throws {
    try program(
      "secret-tool",
      """
      echo "$@" >> "\(folder.path)/words"
      case $1 in store) cat > "\(folder.path)/stored" ;; lookup) exit 1 ;; esac
      """)
    let student = student(["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere"])
    let answer = student.say("login --user ada --new --keep")
    #expect(answer.hasPrefix("the password is kept in the keyring\nlogged in to local as ada"))
    #expect(student.say("whoami --json").contains("\"secret\":\"keyring\""))
    #expect(try String(contentsOfFile: folder.path + "/stored", encoding: .utf8) == "typed")
    #expect(student.say("logout --forget").contains("the password was forgotten"))
    let words = try String(contentsOfFile: folder.path + "/words", encoding: .utf8)
    #expect(words.contains("store --label=gaz: ada at local application gaz service local user ada\n"))
    #expect(words.contains("clear application gaz service local user ada\n") && !words.contains("typed"))
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  /// Ctrl-C ends the program of the keyring too: then nobody knows. The controls: what it says if it comes to its end.
  @Test(arguments: [
    (
      "kill -INT $$", "! the password may still be in the keyring; secret-tool was interrupted; try: secret-tool clear "
    ),
    ("echo broken >&2; exit 1", "! the password may still be in the keyring; secret-tool ended with an error; try: "),
    ("exit 1", "no password was kept"), ("exit 0", "the password was forgotten"),
  ])
  func whatIsForgottenIsSaidTruthfully(end: String, said: String) throws {
    try program("secret-tool", "case $1 in clear) \(end) ;; *) exit 1 ;; esac")
    let student = student(["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere"])
    student.say("login --user ada --new")
    let answer = student.say("logout --forget")
    #expect(answer.contains(said) && answer.hasSuffix("logged out from local"), "\(answer)")
    let attributes = ["user", "ada's other name"]
    #expect(Keyring.remedy(attributes).neutralised == #"secret-tool clear user 'ada'\''s other name'"#)
    // The password in the file is forgotten also then.
    let other = self.student([:])
    other.say("login --user ada --keep")
    let withKeyring = self.student(["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere"])
    withKeyring.say("login --user ada")
    withKeyring.say("logout --forget")
    #expect(try file.secret(of: Untrusted("ada"), at: "local") == nil)
  }

  @Test func theCommandOfAServicePrintsThePassword() throws {
    let server = try LoopbackServer.answering(200, [], #"{"data":[]}"#)
    let variables = ["XDG_CONFIG_HOME": folder.path + "/config"]
    func login(_ command: String, on terminal: String? = nil) throws -> (answer: String, whoAmI: String) {
      let text = "[campus]\ndialect = \"kinto\"\nurl = \"\(server.address)/v1\"\npassword-command = '\(command)'\n"
      try FileManager.default.createDirectory(
        atPath: folder.path + "/config/gaz", withIntermediateDirectories: true)
      try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path + "/config/gaz/services.toml"))
      let student = Student(in: folder.path, password: nil) { environment in
        environment.variable = { variables[$0] }
        environment.web = KintoServer.client
        environment.terminalPath = terminal
      }
      return (student.say("login campus --user ada"), student.say("whoami --json"))
    }
    let (answer, whoAmI) = try login("echo hunter2; echo more")
    #expect(answer.hasPrefix("logged in to campus as ada") && whoAmI.contains("\"secret\":\"command\""))
    let sent = Data("ada:hunter2".utf8).base64EncodedString()
    #expect(server.requests.first?.header("Authorization") == "Basic " + sent)
    for (command, why) in [("echo hunter2; exit 3", "it ended with 3"), ("true", "it printed nothing")] {
      #expect(try login(command).answer.hasPrefix("! the password-command of campus failed; \(why); try: run it"))
    }
    // Where nobody can be asked, it is no program of the terminal, and its time is limited. The control: a terminal.
    let group = "\(folder.path)/group"
    for terminal in [nil, try PseudoTerminal()] {
      _ = try login("ps -o pgid= -p $$ >\"\(group)\"; echo hunter2", on: terminal?.path)
      let number = pid_t(try String(contentsOfFile: group, encoding: .utf8).filter(\.isNumber))
      #expect((number == getpgrp()) == (terminal != nil))
    }
  }
}
