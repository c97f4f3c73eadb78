import CEditline
import Glibc

/// A signal the program answers itself.
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

/// The signals of the process as something to read, instead of something that strikes anywhere.
///
/// Owned by the thread of the terminal, which makes it before it starts any other thread: threads inherit that the
/// signals are blocked. So do programs that are started; they must be given an empty mask.
package final class Signals {
  /// Readable while a signal waits.
  package let descriptor: Int32
  /// The signal that asked the program to end, once one was taken.
  package private(set) var ending: Signal?
  /// What is done, outside the prompt, where Ctrl-Z asks to stop; where the program goes on after somebody else
  /// stopped it; and where Ctrl-C interrupts.
  var stops: () -> Void = {}
  var continues: () -> Void = {}
  var interrupts: () -> Void = {}

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
    let signal = takeForAnother()
    if let signal, signal.isEnd { ending = signal }
    return signal
  }

  /// The same where another program has the terminal: what asks to end is for that one first.
  func takeForAnother() -> Signal? {
    var information = signalfd_siginfo()
    let size = MemoryLayout<signalfd_siginfo>.size
    guard read(descriptor, &information, size) == size else { return nil }
    return Signal(rawValue: Int32(bitPattern: information.ssi_signo))
  }

  /// Takes the next signal where a command or its output goes on: the signal, if that is to be given up for it.
  /// Where the program is asked to stop, this returns when it goes on.
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
