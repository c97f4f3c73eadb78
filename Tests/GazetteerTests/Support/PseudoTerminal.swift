import Foundation
import Testing

/// A terminal: the test holds the keyboard and reads what is drawn, a program sits on the other side.
///
///     let terminal = try PseudoTerminal(columns: 80, rows: 24)
///     try terminal.run(PseudoTerminal.gaz, ["--no-rc"], environment: ["TERM": "xterm"])
///     terminal.awaits("gaz> ")
///     terminal.send("help\r")
///     try terminal.awaits { $0.line == "gaz>" }     what the screen shows, see `Display`
final class PseudoTerminal {
  /// How long anything is waited for, in seconds: long, because only a failure waits so long.
  static let patience = 10.0
  /// The program as built beside the tests.
  static var gaz: String {
    let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "/"
    return URL(fileURLWithPath: tests).deletingLastPathComponent().appendingPathComponent("gaz").path
  }

  private let keyboard: Int32
  /// The program's side, kept open here too, so that the terminal outlives the program.
  let screen: Int32
  let path: String
  private var process: pid_t?
  /// All that was drawn so far, and how much of it `awaits` has gone past.
  private(set) var drawn: [UInt8] = []
  private var seen = 0
  /// The sizes of the window: each with how much was drawn when it came.
  private(set) var sizes: [(drawn: Int, columns: UInt16, rows: UInt16)] = []
  /// The screen, once somebody looks at it, with how much of the drawing and of the sizes it has been shown.
  var display: Display?
  var displayed = (drawn: 0, sizes: 0)
  /// How many bytes a second are taken from the program; nil: as many as there are.
  var bytesPerSecond: Int?

  init(columns: UInt16 = 80, rows: UInt16 = 24) throws {
    // <stdlib.h> hides posix_openpt from Swift; these two requests are what it and its kin do on Linux.
    let lockRequest: UInt = 0x4004_5431
    let numberRequest: UInt = 0x8004_5430
    keyboard = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
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
    let newSession: Int16 = 0x80  // POSIX_SPAWN_SETSID, hidden like posix_openpt
    posix_spawnattr_setflags(&attributes, newSession | Int16(POSIX_SPAWN_SETSIGMASK))
    let words = ([program] + arguments).map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for word in words + variables { free(word) } }
    var process = pid_t()
    try #require(posix_spawn(&process, program, &actions, &attributes, words, variables) == 0, "\(program) is there")
    self.process = process
  }

  /// Presses keys: the bytes a terminal would send.
  func send(_ keys: String) { send(Array(keys.utf8)) }

  func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      // In pieces that the line discipline takes, reading meanwhile, so that neither side waits for the other.
      let count = rest.prefix(512).withUnsafeBytes { write(keyboard, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
      read(waiting: 0)
    }
  }

  /// Waits until `text` is drawn, after what earlier calls waited for; a failure if it never is.
  @discardableResult
  func awaits(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) -> Bool {
    let end = Date(timeIntervalSinceNow: Self.patience)
    let wanted = Array(text.utf8)
    while true {
      if let found = drawn[seen...].firstRange(of: wanted) {
        seen = found.upperBound
        return true
      }
      guard Date() < end else { break }
      read(waiting: 50)
    }
    Issue.record("\(text.debugDescription) never came after \(recent)", sourceLocation: sourceLocation)
    return false
  }

  /// What was drawn and not yet waited for.
  var recent: String { String(decoding: drawn[seen...], as: UTF8.self).debugDescription }

  /// Waits until `condition` holds, reading on.
  func awaits(_ condition: () -> Bool) -> Bool {
    let end = Date(timeIntervalSinceNow: Self.patience)
    while !condition() {
      guard Date() < end else { return false }
      read(waiting: 10)
    }
    return true
  }

  /// Waits for the program's end: its exit code, or minus the signal that killed it; nil if it goes on.
  func exitCode() -> Int32? {
    guard let process else { return nil }
    var status: Int32 = 0
    guard awaits({ waitpid(process, &status, WNOHANG) == process }) else { return nil }
    self.process = nil
    // Its last words may still be on their way.
    read(waiting: 100)
    return status & 0x7f == 0 ? status >> 8 & 0xff : -(status & 0x7f)
  }

  func signal(_ signal: Int32) { if let process { kill(process, signal) } }

  /// Gives the window another size. What was drawn before was drawn for the old one.
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

  /// Takes what the program has drawn, once there is something or the time is over.
  func read(waiting milliseconds: Int32) {
    var ready = pollfd(fd: keyboard, events: Int16(POLLIN), revents: 0)
    // A slow line takes so much every twentieth of a second.
    var bytes = [UInt8](repeating: 0, count: bytesPerSecond.map { max(1, $0 / 20) } ?? 1 << 16)
    var patience = milliseconds
    while poll(&ready, 1, patience) > 0, ready.revents & Int16(POLLIN) != 0 {
      let count = Foundation.read(keyboard, &bytes, bytes.count)
      guard count > 0 else { return }
      drawn += bytes[..<count]
      patience = 0
      if bytesPerSecond != nil {
        usleep(50_000)
        return
      }
    }
  }
}

/// A directory that is gone after the test.
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
