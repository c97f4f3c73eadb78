import Foundation
import Testing

@testable import GazetteerShell

/// A terminal: the test holds the keyboard and reads what is drawn; a program runs on the other side.
///
///     let terminal = try PseudoTerminal(columns: 80, rows: 24)
///     try terminal.run(PseudoTerminal.gaz, ["--no-rc"], environment: ["TERM": "xterm"])
///     terminal.awaits("gaz> ")
///     terminal.send("help\r")
///     try terminal.awaits { $0.line == "gaz>" }     what the screen shows, see `Display`
final class PseudoTerminal {
  /// The program that was built together with the tests.
  static var gaz: String {
    let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "/"
    return URL(fileURLWithPath: tests).deletingLastPathComponent().appendingPathComponent("gaz").path
  }

  private let keyboard: Int32
  /// The program's side. It stays open here, so that the terminal still exists when the program has ended.
  let screen: Int32
  let path: String
  private var process: pid_t?
  /// Everything drawn so far, and how much of it `awaits` has passed.
  private(set) var drawn: [UInt8] = []
  private var seen = 0
  /// The sizes that the window has had, each with how much was drawn before it.
  private(set) var sizes: [(drawn: Int, columns: UInt16, rows: UInt16)] = []
  /// The screen, once a test looks at it, and how much of the drawing and of the sizes it has been fed.
  var display: Display?
  var displayed = (drawn: 0, sizes: 0)
  /// The most bytes that are taken from the program at once, as on a slow line.
  var mostBytesAtOnce = 1 << 16

  init(columns: UInt16 = 80, rows: UInt16 = 24) throws {
    // <stdlib.h> hides posix_openpt from Swift. On Linux, it and its companions make these two requests.
    let lockRequest: UInt = 0x4004_5431
    let numberRequest: UInt = 0x8004_5430
    keyboard = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
    var locked: Int32 = 0
    var number: Int32 = -1
    try #require(ioctl(keyboard, lockRequest, &locked) == 0 && ioctl(keyboard, numberRequest, &number) == 0)
    path = "/dev/pts/\(number)"
    screen = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    try #require(screen >= 0)
    resize(columns: columns, rows: rows)
  }

  deinit {
    if let process {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
    close(screen)
    close(keyboard)
  }

  /// Starts `program` on this terminal, in a session of its own, with exactly the given environment.
  func run(_ program: String, _ arguments: [String] = [], environment: [String: String]) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // The leader of a new session gets the first terminal that it opens as its own.
    posix_spawn_file_actions_addopen(&actions, 0, path, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    // As in a shell, also if the tests run with Ctrl-C ignored, such as after `nohup … &`.
    var standard = none
    for signal in [SIGINT, SIGQUIT, SIGTSTP, SIGHUP, SIGPIPE] { sigaddset(&standard, signal) }
    posix_spawnattr_setsigdefault(&attributes, &standard)
    let newSession: Int16 = 0x80  // POSIX_SPAWN_SETSID, hidden like posix_openpt
    posix_spawnattr_setflags(&attributes, newSession | Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    let words = ([program] + arguments).map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for word in words + variables { free(word) } }
    var process = pid_t()
    try #require(posix_spawn(&process, program, &actions, &attributes, words, variables) == 0, "\(program) is there")
    self.process = process
  }

  /// Runs `work` on a thread of its own. Its descriptor of the terminal stays open until it returns, even if the test has
  /// ended before: a number that is closed belongs to the terminal of another test soon, whose keys `work` would take.
  func run(_ work: @escaping @Sendable (_ screen: Int32) -> Void) {
    let screen = fcntl(self.screen, F_DUPFD_CLOEXEC, 0)
    Worker.run {
      work(screen)
      close(screen)
    }
  }

  /// Presses keys: the bytes that a terminal would send.
  ///
  /// They go in small pieces, and drawn text is read in between, so that neither side waits for the other forever. No
  /// piece ends inside the sequence of a key: on a busy machine, the program could take its ESC for the key Escape.
  func send(_ keys: String, sourceLocation: SourceLocation = #_sourceLocation) {
    send(Array(keys.utf8), sourceLocation: sourceLocation)
  }

  func send(_ keys: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) {
    let end = SafetyLimit()
    var rest = keys[...]
    while !rest.isEmpty {
      var piece = rest.prefix(200)
      if piece.count < rest.count, let escape = piece.lastIndex(of: 0x1B), escape > piece.startIndex,
        piece.endIndex - escape < 16
      {
        piece = piece[..<escape]
      }
      let count = piece.withUnsafeBytes { write(keyboard, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
        read(waiting: 0)
      } else if end.isOver {
        Issue.record("the program does not read what is typed", sourceLocation: sourceLocation)
        return
      } else {
        read(waiting: 1)
      }
    }
  }

  /// Waits until `text` is drawn, after the text that earlier calls waited for.
  @discardableResult
  func awaits(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) -> Bool {
    let end = SafetyLimit()
    let wanted = Array(text.utf8)
    while true {
      if let found = drawn[seen...].firstRange(of: wanted) {
        seen = found.upperBound
        return true
      }
      if end.isOver { break }
      read(waiting: 50)
    }
    Issue.record("\(text.debugDescription) never came after \(recent)", sourceLocation: sourceLocation)
    return false
  }

  /// What was drawn after the last text that was waited for.
  var recent: String { String(decoding: drawn[seen...], as: UTF8.self).debugDescription }

  /// Reads until `condition` holds.
  func awaits(_ condition: () -> Bool) -> Bool {
    let end = SafetyLimit()
    while !condition() {
      if end.isOver { return false }
      read(waiting: 10)
    }
    return true
  }

  /// Reads until nothing was drawn for 0.2 seconds.
  func readsUntilQuiet() {
    let end = SafetyLimit()
    var count: Int
    repeat {
      count = drawn.count
      read(waiting: 200)
    } while drawn.count > count && !end.isOver
  }

  /// Waits for the end of the program. Returns its exit code, or minus the signal that ended it; nil if it does not
  /// end.
  func exitCode() -> Int32? {
    guard let process else { return nil }
    var status: Int32 = 0
    guard awaits({ waitpid(process, &status, WNOHANG) == process }) else { return nil }
    self.process = nil
    readToTheEnd()
    return status & 0x7f == 0 ? status >> 8 & 0xff : -(status & 0x7f)
  }

  /// Reads everything that the program has drawn before it ended: a mark that is written now comes after it.
  private func readToTheEnd() {
    let mark = Array("\u{1}end of the drawing\u{1}".utf8)
    guard write(screen, mark, mark.count) == mark.count else { return }
    _ = awaits { drawn.suffix(mark.count).elementsEqual(mark) }
    if drawn.suffix(mark.count).elementsEqual(mark) { drawn.removeLast(mark.count) }
  }

  func signal(_ signal: Int32) { if let process { kill(process, signal) } }

  /// Changes the size of the window. Everything drawn before belongs to the old size.
  func resize(columns: UInt16, rows: UInt16) {
    read(waiting: 0)
    sizes.append((drawn.count, columns, rows))
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(keyboard, UInt(TIOCSWINSZ), &size)
  }

  /// How the terminal treats what is typed: the flags that line editing changes.
  var modes: [UInt32] {
    var modes = termios()
    tcgetattr(screen, &modes)
    return [modes.c_iflag, modes.c_oflag, modes.c_lflag]
  }

  /// Reads what the program has drawn. Waits until there is something or the time is over.
  func read(waiting milliseconds: Int32) {
    var ready = pollfd(fd: keyboard, events: Int16(POLLIN), revents: 0)
    var bytes = [UInt8](repeating: 0, count: mostBytesAtOnce)
    guard poll(&ready, 1, milliseconds) > 0, ready.revents & Int16(POLLIN) != 0 else { return }
    let count = Foundation.read(keyboard, &bytes, bytes.count)
    if count > 0 { drawn += bytes[..<count] }
  }
}

/// A directory that is removed when the test ends.
final class ScratchDirectory {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "/gaz-test-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String, _ bytes: some Sequence<UInt8>) -> String {
    _ = FileManager.default.createFile(atPath: path + "/" + name, contents: Data(Array(bytes)))
    return path + "/" + name
  }
}
