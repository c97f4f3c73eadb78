import CFiles
import Glibc

/// Starts another program as a shell does: no signal is blocked, and every signal has its default action. The variables
/// of gaz itself, `GAZ_…`, are not for others: some of them are passwords.
package struct ProgramStart {
  /// The program, which is looked up in PATH unless it is a path, and its arguments.
  private let words: [String]
  /// Environment variables to set besides those of this program.
  package var variables: [(name: String, value: [UInt8])] = []
  /// Which descriptors of this program it gets, and under which numbers. It has the standard ones of this program
  /// otherwise.
  package var descriptors: [(own: Int32, number: Int32)] = []
  /// Whether it is in a process group of its own, so that it can be ended together with its children. Then it cannot
  /// read the terminal.
  package var hasOwnGroup = false

  /// Waits a moment. A program that was just written may still be open for writing in a process that another thread has
  /// started, until that process runs its own program. Then it cannot be started yet.
  var pause: () -> Void = { poll(nil, 0, 20) }
  static let mostPauses = 50

  package init(_ words: [String]) { self.words = words }

  /// Returns 0 or the system's error number.
  package func run(_ process: inout pid_t) -> Int32 {
    // If it were ignored, the end of the program would not be reported.
    signal(SIGCHLD, SIG_DFL)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (own, number) in descriptors { posix_spawn_file_actions_adddup2(&actions, own, number) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setpgroup(&attributes, 0)
    let group = hasOwnGroup ? POSIX_SPAWN_SETPGROUP : 0
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | group))
    let arguments = words.map { strdup($0) } + [nil]
    let added = variables.map { strdup("\($0.name)=" + String(decoding: $0.value, as: UTF8.self)) }
    defer { for text in arguments + added { free(text) } }
    var environment: [UnsafeMutablePointer<CChar>?] = []
    var variable = gaz_variables()
    while let text = variable?.pointee {
      let name = String(cString: text).prefix { $0 != "=" }
      let isOwn = name.hasPrefix("GAZ_")
      if !isOwn, !variables.contains(where: { $0.name == name }) { environment.append(text) }
      variable = variable?.advanced(by: 1)
    }
    var failure: Int32 = 0
    for _ in 0..<Self.mostPauses {
      failure = posix_spawnp(&process, words[0], &actions, &attributes, arguments, environment + added + [nil])
      guard failure == ETXTBSY else { break }
      pause()
    }
    return failure
  }
}
