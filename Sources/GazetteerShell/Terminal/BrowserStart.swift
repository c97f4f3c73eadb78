import GazetteerServices
import Glibc

/// Opening a link in the user's browser. The user may be typing meanwhile, so `xdg-open` gets no terminal, neither for
/// reading nor for what it says, and no Ctrl-C.
enum BrowserStart {
  /// How long it is watched, in steps of 20 milliseconds. It may be the browser itself, which runs as long as its window.
  private static let patience = 100

  /// Whether the link was opened, as far as that is known soon.
  static func opens(_ link: String) -> Bool {
    let nowhere = open("/dev/null", O_RDWR | O_CLOEXEC)
    guard nowhere >= 0 else { return false }
    defer { close(nowhere) }
    var start = ProgramStart(["xdg-open", link])
    start.descriptors = [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO].map { (nowhere, $0) }
    start.hasOwnGroup = true
    var process = pid_t()
    guard start.run(&process) == 0 else { return false }
    var status: Int32 = 0
    for _ in 0..<patience {
      if waitpid(process, &status, WNOHANG) != 0 { return status == 0 }
      poll(nil, 0, 20)
    }
    // Its end is taken note of, so that nothing of it is left.
    Worker.run { [process] in
      var status: Int32 = 0
      waitpid(process, &status, 0)
    }
    return true
  }
}
