import CTerminal
import GazetteerIndex
import GazetteerServices
import Glibc

/// Another program whose output is read, such as the one that knows a password. It gets no terminal.
struct CapturedProgram {
  /// The program, found in the folders of PATH, and its arguments.
  let words: [String]
  /// Its standard input.
  var input: Secret?

  /// The most bytes of its output.
  private static let longest = 1 << 16

  /// Runs it and waits for its end. Returns what it has printed; nil if it could not be started or has failed.
  func output(_ cancellation: Cancellation) -> [UInt8]? {
    var (toProgram, fromProgram): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    guard pipe(&toProgram) == 0 else { return nil }
    guard pipe(&fromProgram) == 0 else {
      for end in toProgram { close(end) }
      return nil
    }
    for end in toProgram + fromProgram { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    signal(SIGCHLD, SIG_DFL)
    var process = pid_t()
    let failure = start(&process, reading: toProgram[0], writing: fromProgram[1])
    close(toProgram[0])
    close(fromProgram[1])
    guard failure == 0 else {
      close(toProgram[1])
      close(fromProgram[0])
      return nil
    }
    let registration = cancellation.onCancel { [process] in _ = kill(process, SIGTERM) }
    feed(toProgram[1])
    let printed = read(fromProgram[0])
    close(fromProgram[0])
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    registration.end()
    return status == 0 ? printed : nil
  }

  /// Secrets are shorter than the buffer of a pipe, so that writing never waits.
  private func feed(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    // The program may have ended already.
    let before = signal(SIGPIPE, SIG_IGN)
    defer { signal(SIGPIPE, before) }
    input?.write(to: descriptor)
    close(descriptor)
  }

  private func read(_ descriptor: Int32) -> [UInt8] {
    var printed: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = Glibc.read(descriptor, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return printed }
      if printed.count < Self.longest { printed += piece.prefix(count) }
    }
  }

  private func start(_ process: inout pid_t, reading input: Int32, writing output: Int32) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
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
    defer { for text in arguments { free(text) } }
    return posix_spawnp(&process, words[0], &actions, &attributes, arguments, gaz_terminal_variables())
  }
}
