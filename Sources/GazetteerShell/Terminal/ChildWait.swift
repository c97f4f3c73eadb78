import Glibc

/// Waits for a program that has the terminal.
struct ChildWait {
  /// How long the program may take to react to a signal, in milliseconds.
  private static let patience: Int32 = 1000

  let process: pid_t
  let signals: Signals

  private enum Change {
    case stopped
    case ended(ChildProgram.End)
  }

  /// Writes the program's input and waits for its end. A signal that ends this program is passed on; a program that
  /// does not react to it is killed.
  func end(feeding feed: PipeFeed) -> ChildProgram.End {
    /// The signal that the program has not reacted to yet.
    var pending: Signal?
    // The prompt must receive it, too.
    defer { if let pending, pending.isEnd { kill(getpid(), pending.rawValue) } }
    while true {
      var polled = [
        pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: feed.descriptor, events: Int16(POLLOUT), revents: 0),
      ]
      if poll(&polled, 2, pending == nil ? -1 : Self.patience) == 0 {
        if pending == .stop { stopToo(&pending) } else { kill(process, SIGKILL) }
      }
      if polled[1].revents != 0 { feed.write() }
      guard polled[0].revents != 0, let signal = signals.takeForAnother() else { continue }
      switch signal {
      case .child:
        switch change() {
        case .ended(let end): return end
        case .stopped: stopToo(&pending)
        case nil: break
        }
      // The program has received it, too, and may restore the terminal first.
      case .stop: pending = pending ?? signal
      case .terminate, .hangUp:
        kill(process, signal.rawValue)
        pending = signal
      case .interrupt, .quit, .continue, .resize: break
      }
    }
  }

  /// Stops this program as well, because both are one job to the user. When it is continued, so is the other.
  private func stopToo(_ pending: inout Signal?) {
    if pending == .stop { pending = nil }
    JobControl.stop(isWholeGroup: false)
    kill(process, SIGCONT)
  }

  /// What happened to the program since the last call.
  private func change() -> Change? {
    var status: Int32 = 0
    let changed = waitpid(process, &status, WNOHANG | WUNTRACED)
    guard changed != 0 else { return nil }
    // It is gone already: another part of the process waited for it.
    guard changed > 0 else { return .ended(.exited(0)) }
    if status & 0xff == 0x7f { return .stopped }
    let signal = status & 0x7f
    return .ended(signal == 0 ? .exited(status >> 8 & 0xff) : .killed(by: signal))
  }
}
