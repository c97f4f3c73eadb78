import CTerminal
import GazetteerServices
import Glibc

/// Another program that gets the terminal for a while, in the state that a shell would give it: the terminal as it was
/// found, no signal blocked, every signal with its default action.
struct ChildProgram {
  enum End: Equatable, Sendable {
    case exited(Int32)
    case killed(by: Int32)
    /// The system's error number.
    case notStarted(Int32)
  }

  private let words: [String]
  private let defaults: [(name: String, value: String)]

  /// - Parameters:
  ///   - command: a shell command, such as `less -R`.
  ///   - arguments: added to the command; the shell does not interpret them.
  ///   - defaults: environment variables to set if they are not set.
  init(_ command: String, arguments: [String] = [], defaults: [(name: String, value: String)] = []) {
    // A plain command replaces the shell, so that signals reach the program itself.
    let isPlain = command.utf8.allSatisfy {
      Character(Unicode.Scalar($0)).isLetter || " -+_./0123456789".utf8.contains($0)
    }
    let script = (isPlain ? "exec " : "") + command + (arguments.isEmpty ? "" : " \"$@\"")
    words = ["sh", "-c", script, "sh"] + arguments
    self.defaults = defaults
  }

  /// Runs the program and waits for its end. It alone gets Ctrl-C and Ctrl-\; Ctrl-Z stops both programs.
  ///
  /// - Parameter input: its standard input; nil: the terminal.
  func run(on terminal: Terminal, signals: Signals, input: String? = nil) -> End {
    let end = terminal.lend { run(signals: signals, input: input) }
    if case .killed = end { terminal.makePlain() }
    return end
  }

  private func run(signals: Signals, input: String?) -> End {
    var ends: [Int32] = [-1, -1]
    if input != nil, pipe(&ends) != 0 { return .notStarted(errno) }
    for end in ends where end >= 0 { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // If it were ignored, the end of the program would not be reported.
    signal(SIGCHLD, SIG_DFL)
    var process = pid_t()
    let failure = start(&process, reading: ends[0])
    if ends[0] >= 0 { close(ends[0]) }
    let feed = PipeFeed(input ?? "", into: ends[1])
    guard failure == 0 else { return .notStarted(failure) }
    return ChildWait(process: process, signals: signals).end(feeding: feed)
  }

  /// Starts the program. Returns 0 or the system's error number.
  private func start(_ process: inout pid_t, reading input: Int32) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if input >= 0 { posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    let arguments = words.map { strdup($0) } + [nil]
    let added = defaults.filter { getenv($0.name) == nil }.map { strdup("\($0.name)=\($0.value)") }
    defer { for text in arguments + added { free(text) } }
    var variables: [UnsafeMutablePointer<CChar>?] = []
    var variable = gaz_terminal_variables()
    while let text = variable.pointee {
      variables.append(text)
      variable += 1
    }
    return posix_spawn(&process, "/bin/sh", &actions, &attributes, arguments, variables + added + [nil])
  }
}

extension Environment {
  /// Whether a program of this name is in one of the folders of PATH.
  func finds(program name: String) -> Bool { path(ofProgram: name) != nil }

  /// Its path.
  func path(ofProgram name: String) -> String? { HelperProgram.path(of: name, variable: variable) }
}
