import Foundation
import Testing

/// Passwords are typed without echo, and never get into a file, an answer or a list of processes.
@Suite(.serialized) struct PasswordTests {
  private static let planted = "hunter2-planted"
  private let home: ScratchDirectory

  init() throws { home = try ScratchDirectory() }

  private func start(_ arguments: [String] = []) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal()
    try terminal.run(
      PseudoTerminal.gaz, arguments,
      environment: ["HOME": home.path, "LC_ALL": "C.UTF-8", "TERM": "xterm", "PATH": "/usr/bin:/bin"])
    return terminal
  }

  /// The files below the home folder that contain a text.
  private func files(containing text: String) -> [String] {
    let all = FileManager.default.enumerator(atPath: home.path)?.compactMap { $0 as? String } ?? []
    return all.filter { name in
      FileManager.default.contents(atPath: home.path + "/" + name)?.range(of: Data(text.utf8)) != nil
    }
  }

  /// What `ps` shows of all programs that this test has started.
  private func commandLines() -> String {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return all.compactMap { id in
      guard let environment = FileManager.default.contents(atPath: "/proc/\(id)/environ"),
        environment.range(of: Data(home.path.utf8)) != nil
      else { return nil }
      return FileManager.default.contents(atPath: "/proc/\(id)/cmdline").map { String(decoding: $0, as: UTF8.self) }
    }.joined(separator: "\n")
  }

  private func drawn(_ terminal: PseudoTerminal) -> String { String(decoding: terminal.drawn, as: UTF8.self) }

  @Test func atThePromptAPasswordIsNotShownAndNotKept() throws {
    let terminal = try start()
    terminal.awaits("gaz> ")
    let before = terminal.modes
    terminal.send("login --user ada --new\r")
    terminal.awaits("password of ada at local: ")
    // A mistake is corrected before the end.
    terminal.send("wrong\u{15}\(Self.planted)x\u{7F}\r")
    terminal.awaits("the same again: ")
    terminal.send(Self.planted + "\r")
    terminal.awaits("logged in to local as ada")
    terminal.awaits("gaz> ")
    #expect(terminal.modes == before)
    terminal.send("post munich --url https://example.org/ada --unchecked\r")
    terminal.awaits("posted Munich")
    // What is exported and recorded does not have it either.
    for command in [
      "locations", "export \(home.path)/all.csv --of filtered", "output \(home.path)/recorded.txt", "whoami --json",
      "account", "output",
    ] {
      terminal.awaits("gaz> ")
      terminal.send(command + "\r")
    }
    terminal.awaits("wrote ")
    #expect(commandLines().contains("gaz") && !commandLines().contains("hunter2"))
    terminal.send("history\r")
    terminal.awaits("login --user ada --new")
    terminal.send("quit\r")
    #expect(terminal.exitCode() == 0)
    #expect(!drawn(terminal).contains("hunter2"))
    #expect(files(containing: Self.planted) == [])
    // The control: what was typed as a command is in a file.
    #expect(files(containing: "example.org/ada").contains { $0.hasSuffix("local.sqlite") })
    #expect(files(containing: "login").contains { $0.hasSuffix("history") })
    #expect(Set(files(containing: "ada")).isSuperset(of: ["all.csv", "recorded.txt"]))
  }

  /// The program that knows the password does not answer. The row says what is waited for, and Ctrl-C ends that.
  @Test func lookingForAPasswordIsNamedAndCtrlCEndsIt() throws {
    let folder = home.path + "/.config/gaz"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let service =
      "[campus]\ndialect = \"kinto\"\nurl = \"http://127.0.0.1:9/v1\"\npassword-command = \"sleep 600\"\n"
    try Data(service.utf8).write(to: URL(filePath: folder + "/services.toml"))
    let terminal = try start()
    terminal.awaits("gaz> ")
    terminal.send("login campus --user ada\r")
    terminal.awaits("looking for the password of ada: 0 s; Ctrl-C cancels")
    terminal.send("\u{3}")
    terminal.awaits("interrupted")
    terminal.send("quit\r")
    #expect(terminal.exitCode() == 0)
    #expect(!commandLines().contains("sleep"))
  }

  @Test func aWrongPasswordIsSaidAndCtrlCStopsAsking() throws {
    let terminal = try start()
    terminal.awaits("gaz> ")
    terminal.send("login --user ada --new\r")
    for prompt in ["password of ada at local: ", "the same again: "] {
      terminal.awaits(prompt)
      terminal.send(Self.planted + "\r")
    }
    terminal.awaits("logged in")
    terminal.awaits("gaz> ")
    terminal.send("login --user ada\r")
    terminal.awaits("password of ada at local: ")
    terminal.send("nonsense\r")
    terminal.awaits("the password is wrong")
    terminal.awaits("gaz> ")
    terminal.send("login --user ada\r")
    terminal.awaits("password of ada at local: ")
    terminal.send("half\u{3}")
    terminal.awaits("interrupted")
    terminal.awaits("gaz> ")
    terminal.send("whoami\r")
    terminal.awaits("until gaz ends")
    terminal.send("quit\r")
    #expect(terminal.exitCode() == 0)
    #expect(!drawn(terminal).contains("nonsense") && !drawn(terminal).contains("half"))
  }

  @Test func aCommandOfTheCommandLineAsksOnTheTerminal() throws {
    let terminal = try start(["-c", "login --user ada --new"])
    for prompt in ["password of ada at local: ", "the same again: "] {
      terminal.awaits(prompt)
      terminal.send(Self.planted + "\r")
    }
    terminal.awaits("logged in to local as ada")
    #expect(terminal.exitCode() == 0)
    #expect(!drawn(terminal).contains("hunter2"))
    let second = try start(["-c", "login --user ada"])
    second.awaits("password of ada at local: ")
    let silent = second.modes
    second.send("\u{3}")
    #expect(second.exitCode() == 130)
    #expect(second.modes != silent, "the terminal shows keys again")
  }

  @Test func aScriptDoesNotAnswerForTheUser() throws {
    let script = home.file("script.gaz", "login --user ada --new\n\(Self.planted)\n".utf8)
    let refused = try ProgramRun(["-f", script], environment: ["HOME": home.path])
    #expect(refused.code == 3)
    #expect(
      refused.complaint.contains("login is not allowed here; it needs the power account; try: gaz --allow=account"))
  }

  /// Two lines at once, as some notes of passwords have them: the second one answers the question.
  @Test func aPastedPasswordIsNotKept() throws {
    let terminal = try start()
    terminal.awaits("gaz> ")
    terminal.send("login --user ada --new\r")
    for prompt in ["password of ada at local: ", "the same again: "] {
      terminal.awaits(prompt)
      terminal.send(Self.planted + "\r")
    }
    terminal.awaits("logged in to local as ada")
    terminal.awaits("gaz> ")
    terminal.send(Keys.paste("login --user ada\r\(Self.planted)"))
    terminal.send("\r")
    terminal.awaits("(pasted)")
    terminal.awaits("logged in to local as ada")
    terminal.awaits("gaz> ")
    terminal.send("quit\r")
    #expect(terminal.exitCode() == 0)
    #expect(files(containing: Self.planted) == [])
    #expect(files(containing: "login").contains { $0.hasSuffix("history") })
  }

  /// Two lines at once from a program that types: the password waits when the login fails. It is neither a search nor in
  /// the history. The control: what is typed later at the prompt, and what waits after another line.
  @Test(.mustEnd, arguments: ["login --bogus", "login nowhere --user ada", "signin nowhere"])
  func aPasswordTypedAheadOfAFailedLoginIsDropped(login: String) throws {
    let terminal = try start()
    terminal.awaits("gaz> ")
    terminal.send("\(login)\r\(Self.planted)\r")
    terminal.awaits("what was typed after login was dropped")
    terminal.awaits("gaz> ")
    terminal.send("echo one\rsearch typed-ahead\r")
    terminal.awaits("\"typed-ahead\"")
    terminal.awaits("gaz> ")
    terminal.send("typed-later\r")
    terminal.awaits("\"typed-later\"")
    terminal.awaits("gaz> ")
    terminal.send("quit\r")
    #expect(terminal.exitCode() == 0)
    #expect(!drawn(terminal).contains("hunter2"))
    #expect(files(containing: Self.planted) == [])
    for line in ["typed-ahead", "typed-later"] {
      #expect(files(containing: line).contains { $0.hasSuffix("history") })
    }
  }

  /// What cannot be a password is not called a missing one.
  @Test(
    arguments: [
      (String(repeating: "x", count: 5 << 20), "its first line is longer than 1 MB"),
      ("hunter2\0planted", "its first line has a NUL byte"),
    ]) func anUnusablePasswordIsNamed(input: String, why: String) throws
  {
    let run = try ProgramRun(
      ["--no-input", "-c", "login --user ada --token-stdin"], input: Array(input.utf8),
      environment: ["HOME": home.path])
    #expect(run.code == 4)
    #expect(
      run.complaint
        == "gaz: no password was read from the standard input; \(why); try: gaz -c 'login --user NAME --token-stdin' < FILE\n"
    )
  }

  /// A header cannot have them.
  @Test func aTokenWithControlCharactersIsNamed() throws {
    let server = try LoopbackServer.answering(200, [], #"{"user":{"id":"ada"}}"#)
    let folder = home.path + "/.config/gaz"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let text = "[campus]\ndialect = \"kinto\"\nurl = \"\(server.address)/v1\"\n"
    try Data(text.utf8).write(to: URL(filePath: folder + "/services.toml"))
    func complaint(_ token: String) throws -> String {
      try ProgramRun(
        ["--no-input", "-c", "login campus --token-stdin"], input: Array(token.utf8), environment: ["HOME": home.path]
      ).complaint
    }
    #expect(try complaint("hunter\t2\n").contains("not logged in to campus; the token has control characters"))
    #expect(server.requests.isEmpty)
    // The control: without them it is sent.
    #expect(try complaint("hunter2\n").contains("logged in to campus"))
  }

  /// A password that was cut would only be a wrong one.
  @Test func aTypedPasswordWithoutEndIsNamed() throws {
    let terminal = try start()
    terminal.awaits("gaz> ")
    terminal.send("login --user ada\r")
    terminal.awaits("password of ada at local: ")
    terminal.send(String(repeating: "x", count: 5000) + "\r")
    terminal.awaits("the password has more than 4096 bytes")
    terminal.awaits("gaz> ")
    terminal.send("quit\r")
    #expect(terminal.exitCode() == 0)
  }

  @Test func scriptsGetPasswordsFromTheStandardInputOrTheEnvironment() throws {
    let environment = ["HOME": home.path]
    let made = try ProgramRun(
      ["--no-input", "-c", "login --user ada --new --token-stdin; whoami --json"],
      input: Array("\(Self.planted)\n".utf8), environment: environment)
    #expect(made.code == 0 && made.text.contains("\"secret\":\"memory\""), "\(made)")
    let again = try ProgramRun(
      ["--no-input", "-c", "login --user ada; whoami --json"],
      environment: environment.merging(["GAZ_TOKEN": Self.planted]) { $1 })
    #expect(again.code == 0 && again.text.contains("\"secret\":\"environment\""), "\(again)")
    let wrong = try ProgramRun(
      ["--no-input", "-c", "login --user ada"], environment: environment.merging(["GAZ_TOKEN": "x"]) { $1 })
    #expect(wrong.code == 4)
    #expect(
      wrong.complaint
        == "gaz: not logged in to local; the password is wrong; try: check GAZ_TOKEN\n")
    let empty = try ProgramRun(
      ["--no-input", "-c", "login --user ada --token-stdin"], environment: environment)
    #expect(empty.code == 4)
    #expect(empty.complaint == "gaz: must specify a password; try: login local --user ada, and send it\n")
    let token = try ProgramRun(
      ["--no-input", "-c", "login --token-stdin"], input: Array("\(Self.planted)\n".utf8), environment: environment)
    #expect(token.code == 4)
    #expect(token.complaint == "gaz: not logged in to local; local has no tokens; try: login local --user NAME\n")
    for run in [made, again, wrong, empty, token] { #expect(!run.description.contains("hunter2")) }
    #expect(files(containing: Self.planted) == [])
  }
}
