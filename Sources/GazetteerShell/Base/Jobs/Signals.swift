import CEditline
import Glibc

/// A signal that the program handles itself.
package enum Signal: Int32, CaseIterable, Sendable {
  case hangUp = 1
  case interrupt = 2
  case quit = 3
  case terminate = 15
  case child = 17
  case `continue` = 18
  case stop = 20
  case resize = 28

  /// Whether the program is asked to end.
  package var isEnd: Bool { self == .terminate || self == .hangUp || self == .quit }
}

/// The signals of the process, read from a descriptor instead of interrupting the program anywhere.
///
/// Owned by the terminal's thread. Make it before other threads start, so that the signals are blocked in them, too.
/// The signals are also blocked in programs that are started, so give these an empty mask.
package final class Signals {
  /// Readable while a signal is pending.
  package let descriptor: Int32
  /// The signal that asked the program to end; nil while there is none.
  package private(set) var ending: Signal?
  /// Called outside the prompt: at Ctrl-Z, after the program was continued, and at Ctrl-C.
  var stops: () -> Void = {}
  var continues: () -> Void = {}
  var interrupts: () -> Void = {}

  /// Blocks the signals; nil if the process is out of descriptors, and then they are not blocked.
  package init?() {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in Signal.allCases { sigaddset(&set, signal.rawValue) }
    descriptor = signalfd(-1, &set, Int32(SFD_NONBLOCK | SFD_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  deinit { close(descriptor) }

  /// Takes the next pending signal, if there is one.
  package func take() -> Signal? {
    let signal = takeForAnother()
    if let signal, signal.isEnd { ending = signal }
    return signal
  }

  /// Like `take`, while another program has the terminal: a request to end is for that program first.
  func takeForAnother() -> Signal? {
    var information = signalfd_siginfo()
    let size = MemoryLayout<signalfd_siginfo>.size
    guard read(descriptor, &information, size) == size else { return nil }
    return Signal(rawValue: Int32(bitPattern: information.ssi_signo))
  }

  /// Takes the next signal while a command is running or printing; returns it if that is a reason to give up. At Ctrl-Z
  /// this returns when the program is continued.
  func takeInterruption() -> Signal? {
    let signal = take()
    switch signal {
    case nil, .resize, .child: return nil
    case .stop: stops()
    case .continue: continues()
    case .interrupt:
      interrupts()
      return signal
    case .terminate, .hangUp, .quit: return signal
    }
    return nil
  }
}
