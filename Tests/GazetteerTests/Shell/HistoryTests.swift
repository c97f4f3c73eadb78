import Foundation
import GazetteerIndex
import Testing

@testable import GazetteerShell

struct HistoryTests {
  let scratch: ScratchDirectory
  private var path: String { scratch.path + "/state/gaz/history" }

  init() throws { scratch = try ScratchDirectory() }

  private func bytes(_ path: String) -> String {
    String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
  }

  private func mode(_ path: String) -> UInt32 {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & 0o777 : 0
  }

  private func loaded(_ file: String) throws -> [String] {
    let history = try #require(History(path: file))
    #expect(history.load() == nil)
    return history.lines
  }

  @Test(arguments: [
    ("search zürich", #"search\040zürich"#),
    ("a\tb\nc", #"a\011b\012c"#),
    (#"back\slash"#, #"back\134slash"#),
    ("\u{1b}\u{7f}\u{9b}", #"\033\177\302\233"#),
    ("東京 \u{0}", #"東京\040\000"#),
  ])
  func aLineGoesThroughTheEncoding(line: String, encoded: String) {
    #expect(String(decoding: HistoryEncoding.encode(line), as: UTF8.self) == encoded)
    #expect(HistoryEncoding.decode(Array(encoded.utf8)[...]) == Array(line.utf8))
  }

  @Test(
    arguments: [
      (#"\^A\^?"#, [0x01, 0x7f]), (#"\\"#, [0x5c]), (#"\M-a\M^@"#, [0xe1, 0x80]), (#"\"#, nil), (#"\07"#, nil),
      (#"\400"#, nil),
      (#"\q"#, nil), (#"\M"#, nil), (#"\Mxa"#, nil), (#"\^"#, nil),
    ] as [(String, [UInt8]?)])
  func otherFormsOfLibeditAreReadAndNonsenseIsNot(encoded: String, bytes: [UInt8]?) {
    #expect(HistoryEncoding.decode(Array(encoded.utf8)[...]) == bytes)
  }

  /// What may be a secret can be corrected, but is not saved.
  @Test(arguments: [
    ("login campus hunter2", false), ("login local --user ada --password hunter2", false),
    ("check 1; LOGIN campus hunter2", false), ("signup campus --user ada hunter2", false),
    ("open https://user:hunter2@127.0.0.1/x.json", false), ("login --token=hunter2", false),
    ("logn campus --user ada hunter2", false), ("$ gaz login campus hunter2", false),
    ("add-contact W --message webhook:https://h/hunter2", false),
    ("login", true), ("login campus", true), ("login campus --user ada", true), ("login --token-stdin", true),
    ("login campus --user ada --new --name \"Ada Lovelace\"", true), ("logout campus", true),
    ("open https://example.org/@places.json", true), ("add-contact W --message webhook:team", true),
    ("search login campus", true), ("add-contact Ann --mail ann@example.org", true),
  ])
  func aLineThatMayHoldASecretIsNotInTheFile(line: String, isSaved: Bool) throws {
    let history = try #require(History(path: path))
    #expect(history.load() == nil)
    #expect(history.add(line) == nil && history.lines == [line])
    #expect(try loaded(path) == (isSaved ? [line] : []))
  }

  /// What was pasted together with a login may be the password: it is neither in the file nor in the list of lines.
  @Test(arguments: [
    ("login campus --user ada\nhunter2", "login campus --user ada"),
    ("search rome\n  login --user ada\nhunter2\nlocations", "search rome\n  login --user ada"),
    ("stations; LOGIN campus\n\nhunter2", "stations; LOGIN campus"), ("signup\nhunter2", "signup"),
    ("> logn --user ada\nhunter2", "> logn --user ada"), ("gaz login c\nhunter2", "gaz login c"),
    ("search login\nlocations", "search login\nlocations"), ("logout\nlocations", "logout\nlocations"),
  ])
  func whatFollowsALoginIsNotKept(text: String, kept: String) throws {
    let history = try #require(History(path: path))
    #expect(history.load() == nil)
    #expect(history.add(text) == nil && history.lines == [kept])
    #expect(try loaded(path) == [kept])
  }

  @Test func linesAreInTheFileAtOnceAndComeBack() throws {
    let history = try #require(History(path: path))
    #expect(history.load() == nil)
    for line in ["search zürich", " a secret", "\ta secret", "", "near .", "near .", "bad\u{1b}[2J"] {
      #expect(history.add(line) == nil)
    }
    #expect(bytes(path) == "_HiStOrY_V2_\nsearch\\040zürich\nnear\\040.\n")
    #expect(try loaded(path) == ["search zürich", "near ."])
    #expect(mode(path) == 0o600)
    #expect(mode(scratch.path + "/state") == 0o700 && mode(scratch.path + "/state/gaz") == 0o700)
  }

  @Test func sessionsAtOnceLoseNothing() throws {
    let sessions = 4
    let done = Mailbox<Int>()
    for session in 0..<sessions {
      let path = path
      Worker.run {
        let history = History(path: path)
        _ = history?.load()
        let failures = (0..<500).filter { history?.add("line \($0) of session \(session)") != nil }
        done.post(failures.count)
      }
    }
    #expect(try failures(of: sessions, done) == 0)
    #expect(try Set(loaded(path)).count == sessions * 500)
  }

  /// The control of the test above: with libedit's own function, each session writes the whole file.
  @Test func sessionsThatRewriteTheFileLoseLines() throws {
    let done = Mailbox<Int>()
    let file = scratch.file("rewritten", HistoryEncoding.header)
    for session in 0..<2 {
      Worker.run {
        var own = HistoryEncoding.header
        for number in 0..<500 {
          own += HistoryEncoding.encode("line \(number) of session \(session)") + [0x0a]
          _ = FileManager.default.createFile(atPath: file, contents: Data(own))
        }
        done.post(0)
      }
    }
    #expect(try failures(of: 2, done) == 0)
    #expect(try Set(loaded(file)).count < 1000)
  }

  private func failures(of sessions: Int, _ done: Mailbox<Int>) throws -> Int {
    var results: [Int] = []
    while results.count < sessions {
      try #require(done.hasMail())
      results += done.drain()
    }
    return results.reduce(0, +)
  }

  @Test func onlyTheNewestLinesAreLoaded() throws {
    let rows = (0..<(History.capacity + 50)).map { "line\($0)\n" }.joined()
    let lines = try loaded(scratch.file("long", HistoryEncoding.header + Array(rows.utf8)))
    #expect(lines.count == History.capacity)
    #expect(lines.first == "line50" && lines.last == "line\(History.capacity + 49)")
  }

  @Test func linesThatAreTooLongToRunDoNotPushOutTheOthers() throws {
    let history = try #require(History(path: path))
    #expect(history.load() == nil)
    #expect(history.add("search munich") == nil)
    let blanks = String(repeating: " ", count: 1 << 20)
    for number in 1...3 { #expect(history.add("echo \(number)\(blanks)") == nil) }
    #expect(history.lines == ["search munich"])
    let longest = "echo " + String(repeating: "x", count: 65_536 - 5)
    #expect(history.add(longest) == nil)
    #expect(try loaded(path) == ["search munich", longest])
  }

  @Test func hostileLinesNeverComeBack() throws {
    let hostile: [[UInt8]] = [
      Array(#"\033]0;owned\007"#.utf8), Array("\u{1b}[2J".utf8), Array("\u{9b}31m".utf8), [0x61, 0, 0x62],
      [0xff, 0xfe],
      Array(#"\M^["#.utf8), Array(#"x\"#.utf8), Array("\r".utf8),
    ]
    let rows = Array(hostile.joined(separator: [0x0a])) + [0x0a]
    let file = scratch.file("hostile", HistoryEncoding.header + Array("good\n".utf8) + rows + Array("better".utf8))
    #expect(HistoryEncoding.decode(hostile[0][...])?.first == 0x1b, "a harmless line would prove nothing")
    #expect(try loaded(file) == ["good", "better"])
  }

  @Test func randomBytesAreSurvived() throws {
    var generator = SplitMix(state: 3)
    for round in 0..<100 {
      let noise = (0..<2000).map { _ in UInt8.random(in: 0...(round % 2 == 0 ? 255 : 127), using: &generator) }
      let lines = try loaded(scratch.file("noise", HistoryEncoding.header + noise))
      let clean = lines.allSatisfy(HistoryEncoding.isRecallable)
      #expect(clean)
    }
  }

  @Test func aLineCutOffByACrashDoesNotTakeTheNextOneWithIt() throws {
    let file = scratch.file("cut", HistoryEncoding.header + Array("whole\nhal".utf8))
    let history = try #require(History(path: file))
    #expect(history.add("next") == nil)
    #expect(try loaded(file) == ["whole", "hal", "next"])
  }

  @Test func aFileOpenToOthersIsClosedToThem() throws {
    let file = scratch.file("wide", HistoryEncoding.header)
    chmod(file, 0o666)
    _ = try loaded(file)
    #expect(mode(file) == 0o600)
  }

  @Test func aFileThatIsNoHistoryIsLeftAloneAndReportedOnce() throws {
    let notes = scratch.file("notes", "my notes\n".utf8)
    symlink(notes, scratch.path + "/link")
    let causes = [
      notes: "it is not a history", scratch.path + "/link": "symbolic link", scratch.path: "not a regular file",
      "/dev/null": "not a regular file", notes + "/below": "Not a directory",
    ]
    for (file, cause) in causes {
      let history = try #require(History(path: file))
      let warning = try #require(history.load() ?? history.add("first")).neutralised
      #expect(warning.contains("\"\(file)\"") && warning.contains(cause), "\(warning)")
      #expect(history.add("second") == nil)
      #expect(history.lines.last == "second")
    }
    #expect(bytes(notes) == "my notes\n")
  }

  @Test(
    arguments: [
      ("/h/own", "/state", "/home", "/h/own"), ("", "/state", "/home", nil),
      (nil, "/state", "/home", "/state/gaz/history"),
      (nil, "relative", "/home", "/home/.local/state/gaz/history"),
      (nil, nil, "/home", "/home/.local/state/gaz/history"),
      (nil, nil, nil, nil),
    ] as [(String?, String?, String?, String?)])
  func thePathComesFromTheEnvironment(override: String?, state: String?, home: String?, path: String?) {
    #expect(History.path(override: override, stateHome: state, home: home) == path)
  }

  @Test func aSearchGoesFromNewToOldAndBack() {
    var search = HistorySearch(lines: ["Search a", "near b", "search c", "search c", "near d"])
    #expect(search.match?.line == nil)
    for letter in "sEArch".unicodeScalars { search.type(letter) }
    #expect(search.match?.line == "search c" && search.match?.offset == 0)
    search.older()
    #expect(search.match?.line == "Search a" && !search.hasFailed)
    search.older()
    #expect(search.match?.line == "Search a" && search.hasFailed)
    search.newer()
    #expect(search.match?.line == "search c" && !search.hasFailed)
    for _ in 0..<6 { search.shorten() }
    #expect(search.match?.line == nil)
  }
}
