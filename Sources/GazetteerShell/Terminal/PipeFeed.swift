import Glibc

/// Writes a text to a program that reads it slowly, or not at all.
final class PipeFeed {
  /// Call `write` when it is ready; -1 once everything is written or nobody reads any more.
  private(set) var descriptor: Int32
  private var rest: ArraySlice<UInt8>
  /// What SIGPIPE did before.
  private var before = sigaction()

  /// - Parameter descriptor: the pipe, which is closed at the end; -1 for none.
  init(_ text: String, into descriptor: Int32) {
    self.descriptor = descriptor
    rest = Array(text.utf8)[...]
    if descriptor >= 0 { _ = fcntl(descriptor, F_SETFL, O_NONBLOCK) }
    var ignoring = sigaction()
    ignoring.__sigaction_handler.sa_handler = SIG_IGN
    sigaction(SIGPIPE, &ignoring, &before)
  }

  deinit {
    end()
    sigaction(SIGPIPE, &before, nil)
  }

  /// Writes as much as the pipe takes now.
  func write() {
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 { rest = rest.dropFirst(count) }
      if count < 0, errno == EAGAIN { return }
      if count < 0, errno != EINTR { break }
    }
    end()
  }

  private func end() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }
}
