import CEditline
import Glibc

/// A signal the program answers itself.
package enum Signal: Int32, CaseIterable, Sendable {
  case interrupt = 2
  case terminate = 15
  case hangUp = 1
  case resize = 28

  /// Whether the program is asked to end.
  package var isEnd: Bool { self == .terminate || self == .hangUp }
}

/// The signals of the process as something to read, instead of something that strikes anywhere.
///
/// Owned by the thread of the terminal, which makes it before it starts any other thread: threads inherit that the
/// signals are blocked. So do programs that are started; they must be given an empty mask.
package final class Signals {
  /// Readable while a signal waits.
  package let descriptor: Int32
  /// The signal that asked the program to end, once one was taken.
  package private(set) var ending: Signal?

  /// Blocks the signals; nil where the process is out of descriptors, and then it leaves them as they are.
  package init?() {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in Signal.allCases { sigaddset(&set, signal.rawValue) }
    descriptor = signalfd(-1, &set, Int32(SFD_NONBLOCK | SFD_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  deinit { close(descriptor) }

  /// The next signal that waits, if one does.
  package func take() -> Signal? {
    var information = signalfd_siginfo()
    let size = MemoryLayout<signalfd_siginfo>.size
    guard read(descriptor, &information, size) == size else { return nil }
    let signal = Signal(rawValue: Int32(bitPattern: information.ssi_signo))
    if let signal, signal.isEnd { ending = signal }
    return signal
  }
}
