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
    words = ["/bin/sh", "-c", script, "sh"] + arguments
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
    var process = pid_t()
    var start = ProgramStart(words)
    if ends[0] >= 0 { start.descriptors = [(ends[0], STDIN_FILENO)] }
    start.variables = defaults.filter { getenv($0.name) == nil }.map { ($0.name, Array($0.value.utf8)) }
    let failure = start.run(&process)
    if ends[0] >= 0 { close(ends[0]) }
    let feed = PipeFeed(input ?? "", into: ends[1])
    guard failure == 0 else { return .notStarted(failure) }
    return ChildWait(process: process, signals: signals).end(feeding: feed)
  }
}

extension Environment {
  /// Whether a program of this name is in one of the folders of PATH.
  func finds(program name: String) -> Bool { path(ofProgram: name) != nil }

  /// Its path.
  func path(ofProgram name: String) -> String? { HelperProgram.path(of: name, variable: variable) }
}
