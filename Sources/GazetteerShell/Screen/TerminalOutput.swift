import Glibc

/// Writes to the terminal, even if another program has made its descriptor non-blocking.
package struct TerminalOutput: Sendable {
  private let descriptor: Int32

  package init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Writes all of `text`. If the terminal is gone, it does nothing; the next read will fail.
  package func write(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&ready, 1, -1)
      } else if errno != EINTR {
        return
      }
    }
  }
}
