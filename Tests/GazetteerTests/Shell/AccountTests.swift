import Foundation
import GazetteerIndex
import Testing

@testable import GazetteerServices
@testable import GazetteerSession
@testable import GazetteerShell

/// Logging in, and what is said if that fails.
@Suite struct AccountTests {
  // MARK: D1

  @Test(
    arguments: [
      ("login", "! must specify a username; try: login --user NAME, or login --guest\n[exit 2]"),
      ("login --user \"\"", "! must specify a username; try: login --user NAME, or login --guest\n[exit 2]"),
      ("login --user \"  \"", "! must specify a username; try: login --user NAME, or login --guest\n[exit 2]"),
      (
        "login --user bob",
        "! not logged in to local; there is no account \"bob\"; try: login local --user bob --new, to make it\n[exit 4]"
      ),
      (
        "login --user ada --new",
        "! not logged in to local; the account \"ada\" exists already; try: login local --user ada, without --new\n[exit 4]"
      ),
      ("login campus --user ada", "! no service is called \"campus\"; try: local\n[exit 1]"),
      ("login lokal --guest", "! no service is called \"lokal\"; did you mean \"local\"?\n[exit 1]"),
      ("login --guest --user ada", "! --guest cannot be combined with a user; try: login --guest\n[exit 2]"),
      ("whoami", "you are not logged in; try: login --user NAME, or login --guest"),
      ("logout", "! you are not logged in; try: login --user NAME, or login --guest\n[exit 4]"),
      ("locations", "! you are not logged in; try: login --user NAME, or login --guest\n[exit 4]"),
      ("account", "! you are not logged in; try: login --user NAME, or login --guest\n[exit 4]"),
      (
        "locations local",
        "! you are not logged in to local; try: login local --user NAME, or login local --guest\n[exit 4]"
      ),
      (
        "post munich --url https://example.org",
        "! you are not logged in; try: login --user NAME\n[exit 4]"
      ),
    ] as [(String, String)])
  func errorsAreExact(line: String, answer: String) {
    let student = Student()
    student.say("login --user ada --new; logout")
    #expect(student.say(line) == answer)
    // The message is gone at the next try.
    #expect(student.say("login --user ada").hasPrefix("logged in to local as ada\n"))
  }

  @Test func aWrongOrMissingPasswordIsSaid() {
    let student = Student()
    student.say("login --user ada --new; logout")
    student.willType(.secret(Secret("wrong".utf8)))
    #expect(
      student.say("login --user ada")
        == "! not logged in to local; the password is wrong; try: login local --user ada, and type it again\n[exit 4]")
    let missing = "! must specify a password; try: login local --user ada, and type it\n[exit 4]"
    student.willType(.secret(Secret("".utf8)))
    #expect(student.say("login --user ada") == missing)
    student.willType(.endOfFile)
    #expect(student.say("login --user ada") == missing)
    student.willType(.interrupted)
    #expect(student.say("login --user ada") == "! interrupted\n[exit 130]")
    student.willType(.secret(Secret("one".utf8)), .secret(Secret("two".utf8)))
    #expect(
      student.say("login --user bob --new")
        == """
        ! not logged in to local; the passwords differ; try: login local --user bob --new, and type it twice
        [exit 4]
        """)
    #expect(student.interpreter.session.accounts.isEmpty)
    #expect(student.prompts.last == "the same again: ")
    #expect(student.say("login --user ada").hasPrefix("logged in to local as ada\n"))
    #expect(student.prompts.last == "password of ada at local: ")
  }

  @Test func ifNobodyCanBeAskedTheErrorSaysWhatToDo() {
    let student = Student(password: nil)
    #expect(
      student.say("login --user ada")
        == "! nobody can be asked for the password; try: add --token-stdin < FILE, or set GAZ_TOKEN_LOCAL\n[exit 4]")
    var flags = Flags()
    flags.takesNoInput = true
    #expect(Student(flags, password: "x").say("login --user ada").hasPrefix("! nobody can be asked for the password"))
  }

  @Test func theEnvironmentHasThePassword() {
    let student = Student(password: nil) { environment in
      environment.variable = { $0 == "GAZ_TOKEN" ? "a token" : nil }
    }
    #expect(student.say("login --user ada --new").hasPrefix("logged in to local as ada\n"))
    #expect(student.say("whoami --json").contains("\"secret\":\"environment\""))
  }

  @Test func aGuestOnlyReads() {
    let student = Student()
    #expect(
      student.say("login --guest")
        == "using local as a guest: you can read, but not post\nno locations yet")
    #expect(student.say("locations --own") == "a guest has no locations")
    #expect(
      student.say("post munich --url https://example.org")
        == "! a guest can only read; try: login local --user NAME\n[exit 4]")
    #expect(student.say("whoami --json=service,guest").contains("{\"service\":\"local\",\"guest\":true}"))
  }

  @Test func anotherLoginReplacesTheFirst() {
    let student = Student()
    student.say("login --user ada --new; post munich --url https://example.org")
    student.say("login --user bob --new --name \"Bob Smith\"")
    #expect(student.interpreter.session.accounts.map(\.user.text) == ["bob"])
    #expect(student.say("locations --own") == "you have posted no location; try: post PLACE --url URL")
    #expect(student.say("locations --limit 0") == "1 place")
    #expect(student.say("delete-location 1").contains("the last list is empty"))
    student.say("locations")
    #expect(student.say("delete-location 1") == "! the location of ada is not yours; try: locations --own\n[exit 1]")
  }

  /// Another gaz follows the switch, before it posts too. The control: a gaz that keeps no settings.
  @Test(arguments: [true, false]) func anotherRunFollowsTheSwitch(keepsSettings: Bool) throws {
    let folder = try TemporaryFolder()
    let file = SettingsFile(path: folder.path + "/settings")
    func student() -> Student {
      let student = Student(in: folder.path, keeper: Keeper(settings: keepsSettings ? file : nil))
      student.say("login --user ada")
      return student
    }
    Student(in: folder.path).say("login --user ada --new; post munich --url https://example.org/1 --unchecked")
    let (first, second) = (student(), student())
    for value in ["on", "off"] {
      first.say("account --multiple \(value)")
      let isOn = keepsSettings && value == "on"
      #expect(second.say("account").hasSuffix("multiple locations: \(isOn ? "on" : "off")"))
    }
    first.say("account --multiple on")
    let answer = second.say("post zurich --url https://example.org/2 --unchecked")
    #expect(answer.hasSuffix("posted Zürich, Zurich, CH") == keepsSettings, "\(answer)")
    // What this run has switched itself stays, although the file has another value.
    second.say("set multiple off", from: .commandLine)
    #expect(second.say("account").hasSuffix("multiple locations: off"))
  }

  // MARK: powers

  @Test(arguments: [
    "login --user ada", "login --guest", "logout", "post munich --url https://a.b", "delete-location 1",
  ])
  func aScriptNeedsThePowerAccount(line: String) {
    let student = Student()
    student.say("login --user ada --new")
    let before = student.interpreter.session
    let location = GazetteerSession.SourceLocation(file: Untrusted("a.gaz"), line: 1)
    let answer = student.say(line, from: .script(location))
    #expect(answer.contains("is not allowed here; it needs the power account; try: gaz --allow=account"))
    #expect(student.interpreter.session == before)
    // The control: with the power it is done.
    var flags = Flags()
    flags.allowed = [.account, .network]
    let allowed = Student(flags)
    allowed.say("login --user ada --new")
    #expect(!allowed.say(line, from: .script(location)).contains("not allowed"))
  }

  @Test func aDryRunSaysWhatItWouldDo() {
    var flags = Flags()
    flags.isDryRun = true
    let student = Student(flags)
    #expect(student.say("login --user ada") == "would log in to local as ada")
    #expect(student.say("login --guest") == "would log in to local")
    #expect(student.prompts.isEmpty && student.interpreter.session.accounts.isEmpty)
  }

  // MARK: secrets

  /// The password is in no answer, no prompt, no part of the session. The control looks for the user name.
  @Test func aPasswordIsNowhere() {
    let student = Student(password: "hunter2-planted")
    var seen = ""
    for line in [
      "login --user grace --new", "login --user grace", "whoami", "whoami --json", "account", "history", "logout",
      "login --user grace",
    ] {
      seen += student.say(line)
    }
    student.willType(.secret(Secret("hunter2-planted-wrong".utf8)))
    seen += student.say("login --user grace")
    seen += "\(student.interpreter.session.accounts)" + student.prompts.joined()
    seen += "\(Secret("hunter2-planted".utf8))" + String(reflecting: Secret("hunter2-planted".utf8))
    dump(Secret("hunter2-planted".utf8), to: &seen)
    #expect(seen.contains("grace"))
    #expect(!seen.contains("hunter2"))
    #expect(!seen.contains("\(Array("hunter2".utf8))".dropFirst().dropLast()))
  }

  // MARK: the file of the service on this machine

  /// A login that fails because of it says so too.
  @Test(arguments: ["ada", "bob"]) func aDamagedFileIsReported(user: String) throws {
    let folder = try TemporaryFolder()
    Student(in: folder.path).say("login --user ada --new")
    try "damaged".write(toFile: folder.path + "/local.sqlite", atomically: false, encoding: .utf8)
    let student = Student(in: folder.path)
    let lines = student.say("login --user \(user)").split(separator: "\n")
    try #require(lines.count > 1)
    #expect(lines[0].hasPrefix("the file of accounts and locations was damaged; those of the backup of "))
    #expect(lines[1].hasPrefix(user == "ada" ? "logged in to local as ada" : "! not logged in to local"))
    #expect(!student.say("refresh").contains("damaged"), "it is said once")
  }
}
