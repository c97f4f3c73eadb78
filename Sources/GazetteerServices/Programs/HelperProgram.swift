import CFiles
import GazetteerIndex
import Glibc

/// Another program that works for this one: it gets an input and gives an output.
///
/// By default nobody can talk to it: it is in a process group of its own, so it cannot read the terminal, and it must end
/// within a minute. A program that may ask the user, such as `pass` for a PIN, stays in the group that has the terminal;
/// its errors are shown there, and it has as much time as the user.
package struct HelperProgram {
  package enum End: Equatable {
    case exited(Int32, output: [UInt8], errors: Untrusted)
    case killed
    /// The system's error number.
    case notStarted(Int32)
    case cancelled
  }

  /// The most bytes that are kept of its errors and, if nothing else is said, of its output.
  private static let limit = 1 << 16
  /// How long it may take, in milliseconds.
  private static let longest = 60_000

  private let words: [String]
  private let variables: [(name: String, value: [UInt8])]
  private let mayAsk: Bool
  /// The most bytes that are kept of its output.
  private let mostOutput: Int

  /// - Parameters:
  ///   - words: the program, which is looked up in PATH, and its arguments.
  ///   - variables: environment variables to set besides those of this program.
  ///   - mayAsk: whether it may ask the user on the terminal, which nothing else may use meanwhile.
  ///   - mostOutput: how many bytes of its output are kept.
  package init(
    _ words: [String], variables: [(name: String, value: [UInt8])] = [], mayAsk: Bool = false, mostOutput: Int? = nil
  ) {
    self.words = words
    self.variables = variables
    self.mayAsk = mayAsk
    self.mostOutput = mostOutput ?? Self.limit
  }

  /// The first line of an output, without its end. Commands print a secret there, and password managers more below it.
  package static func firstLine(of output: [UInt8]) -> [UInt8] { Array(output.prefix { $0 != 0x0A && $0 != 0x0D }) }

  /// The path of a program in the folders of PATH; nil if it is not installed.
  package static func path(of name: String, variable: (_ name: String) -> String?) -> String? {
    (variable("PATH") ?? "").split(separator: ":").lazy.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }

  /// Runs the program to its end. If this is cancelled, or takes too long, the program and its children are killed.
  package func run(input: [UInt8] = [], cancellation: Cancellation) -> End {
    var input = input[...]
    var pipes: [[Int32]] = []
    defer { for end in pipes.joined() where end >= 0 { close(end) } }
    for number in 0..<3 {
      var ends: [Int32] = [-1, -1]
      // Its input is a socket, because writing to a pipe that nobody reads would end this program.
      let isMade =
        number == 0
        ? socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends)
        : gaz_pipe(&ends)
      guard isMade == 0 else { return .notStarted(errno) }
      pipes.append(ends)
    }
    var wake: [Int32] = [-1, -1]
    guard gaz_pipe(&wake) == 0 else { return .notStarted(errno) }
    defer { for end in wake { close(end) } }
    let registration = cancellation.onCancel { [end = wake[1]] in
      var byte: UInt8 = 0
      _ = Glibc.write(end, &byte, 1)
    }
    defer { registration.end() }
    var process = pid_t()
    var start = ProgramStart(words)
    start.variables = variables
    start.descriptors = [(pipes[0][0], STDIN_FILENO), (pipes[1][1], STDOUT_FILENO)]
    if !mayAsk { start.descriptors.append((pipes[2][1], STDERR_FILENO)) }
    start.hasOwnGroup = !mayAsk
    let failure = start.run(&process)
    for end in [(0, 0), (1, 1), (2, 1)] {
      close(pipes[end.0][end.1])
      pipes[end.0][end.1] = -1
    }
    guard failure == 0 else { return .notStarted(failure) }
    for end in [pipes[0][1], pipes[1][0], pipes[2][0]] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    var outputs: [[UInt8]] = [[], []]
    let limits = [mostOutput, Self.limit]
    var left = Self.longest
    var status: Int32 = 0
    var hasEnded = false
    // It may close its outputs long before it ends, and its children may keep them open long after.
    while !hasEnded {
      hasEnded = Self.hasEnded(process, &status)
      if input.isEmpty, pipes[0][1] >= 0 { Self.end(&pipes[0][1]) }
      var polled = [
        pollfd(fd: wake[0], events: Int16(POLLIN), revents: 0),
        pollfd(fd: pipes[0][1], events: Int16(POLLOUT), revents: 0),
        pollfd(fd: pipes[1][0], events: Int16(POLLIN), revents: 0),
        pollfd(fd: pipes[2][0], events: Int16(POLLIN), revents: 0),
      ]
      let step = hasEnded ? 0 : pipes[1][0] >= 0 || pipes[2][0] >= 0 ? 100 : 20
      // Each output costs a bit of the time too, so that one which never ends does not last forever.
      let spent = poll(&polled, 4, Int32(step)) == 0 ? step : 10
      if !mayAsk { left -= spent }
      if !hasEnded, polled[0].revents != 0 || left <= 0 {
        kill(process, &status)
        return cancellation.isCancelled ? .cancelled : .killed
      }
      if polled[1].revents != 0 { Self.write(&input, to: &pipes[0][1]) }
      for index in 0..<2 where polled[index + 2].revents != 0 {
        Self.read(from: &pipes[index + 1][0], into: &outputs[index], most: limits[index])
      }
    }
    for index in 0..<2 where pipes[index + 1][0] >= 0 {
      Self.readRest(from: &pipes[index + 1][0], into: &outputs[index], most: limits[index])
    }
    guard status & 0x7F == 0 else { return .killed }
    return .exited(status >> 8 & 0xFF, output: outputs[0], errors: Untrusted(bytes: outputs[1]))
  }

  /// Ends the program and waits for its end.
  private func kill(_ process: pid_t, _ status: inout Int32) {
    guard mayAsk else {
      Glibc.kill(-process, SIGKILL)
      while waitpid(process, &status, 0) < 0, errno == EINTR {}
      return
    }
    // It may have changed the terminal, so it gets a moment to restore it.
    Glibc.kill(process, SIGTERM)
    for _ in 0..<10 {
      if Self.hasEnded(process, &status) { return }
      poll(nil, 0, 10)
    }
    Glibc.kill(process, SIGKILL)
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
  }

  private static func end(_ descriptor: inout Int32) {
    close(descriptor)
    descriptor = -1
  }

  private static func hasEnded(_ process: pid_t, _ status: inout Int32) -> Bool {
    let ended = waitpid(process, &status, WNOHANG)
    guard ended < 0, errno != EINTR else { return ended > 0 }
    // The system does not say how it ended, because the parent of this program wanted it so.
    status = SIGKILL
    return true
  }

  private static func write(_ input: inout ArraySlice<UInt8>, to descriptor: inout Int32) {
    let written = input.withUnsafeBytes {
      Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
    }
    if written > 0 {
      input = input.dropFirst(written)
    } else if written < 0, errno != EAGAIN, errno != EINTR {
      // It does not read all of its input.
      input = []
    }
  }

  /// What it left in a pipe. Its children may write more, which is not waited for.
  private static func readRest(from descriptor: inout Int32, into output: inout [UInt8], most: Int) {
    for _ in 0..<4 where descriptor >= 0 { read(from: &descriptor, into: &output, most: most) }
  }

  private static func read(from descriptor: inout Int32, into output: inout [UInt8], most: Int) {
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    let count = Glibc.read(descriptor, &buffer, buffer.count)
    if count > 0 {
      output += buffer.prefix(min(count, max(0, most - output.count)))
    } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
      end(&descriptor)
    }
  }
}
