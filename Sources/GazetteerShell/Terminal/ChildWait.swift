import Glibc

/// Waits for a program that has the terminal, without keeping it from anything.
struct ChildWait {
  /// How long the program may take to heed a signal, in milliseconds.
  private static let patience: Int32 = 1000

  let process: pid_t
  let signals: Signals

  private enum Change {
    case stopped
    case ended(ChildProgram.End)
  }

  /// Gives the program what it reads, and waits for its end. A signal that ends this program is passed on, and more
  /// than that to a program that does not heed it.
  func end(feeding feed: PipeFeed) -> ChildProgram.End {
    /// What the program is yet to heed.
    var pending: Signal?
    // Whoever has the terminal next is to hear of the end, too.
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
      // The program has it, too, and may put the terminal in order first.
      case .stop: pending = pending ?? signal
      case .terminate, .hangUp:
        kill(process, signal.rawValue)
        pending = signal
      case .interrupt, .quit, .continue, .resize: break
      }
    }
  }

  /// Stops as the program has: to the user both are one job. When that goes on, both do.
  private func stopToo(_ pending: inout Signal?) {
    if pending == .stop { pending = nil }
    JobControl.stop(isWholeGroup: false)
    kill(process, SIGCONT)
  }

  /// What has become of the program since the last call.
  private func change() -> Change? {
    var status: Int32 = 0
    let changed = waitpid(process, &status, WNOHANG | WUNTRACED)
    guard changed != 0 else { return nil }
    // Somebody else has waited for it.
    guard changed > 0 else { return .ended(.exited(0)) }
    if status & 0xff == 0x7f { return .stopped }
    let signal = status & 0x7f
    return .ended(signal == 0 ? .exited(status >> 8 & 0xff) : .killed(by: signal))
  }
}
