import Glibc

/// Writes text to a descriptor, in a way that the user can interrupt.
package final class DescriptorWriter {
  private var descriptor: Int32
  private var isOwned = false
  private var signals: Signals?
  /// Whether the user interrupted the last write, for example of an endless list.
  private(set) var hasGivenUp = false
  /// The system's error number once writing failed; nothing is written from then on. 0: no failure.
  package private(set) var failure: Int32 = 0

  /// Bytes written at a time, so that an interruption is noticed in between.
  private static let piece = 1 << 16
  /// After an interruption, the current line is completed if at most this many bytes of it are left.
  private static let longestEnd = 1 << 12
  private static let newline = UInt8(ascii: "\n")

  package init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { if isOwned { close(descriptor) } }

  /// Lets `signals` interrupt writing to a terminal, even a slow one.
  package func listen(to signals: Signals) {
    self.signals = signals
    // The terminal is opened again, so that writing never blocks; the old descriptor is shared with programs that do
    // not expect that. If it cannot be opened, an interruption waits for the terminal.
    let own = open("/proc/self/fd/\(descriptor)", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    if own >= 0 { (descriptor, isOwned) = (own, true) }
  }

  /// Writes all of `text`, waiting as long as it takes.
  package func write(_ text: String) {
    hasGivenUp = false
    var text = text
    text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)[...]
      while !rest.isEmpty, failure == 0 {
        if !hasGivenUp, isInterrupted() {
          hasGivenUp = true
          rest = endOfLine(rest)
        } else {
          writeSome(&rest)
        }
      }
    }
  }

  /// Waits until something can be written; true if the user interrupts that.
  private func isInterrupted() -> Bool {
    guard let signals else { return false }
    while true {
      var polled = [
        pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0),
        pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
      ]
      poll(&polled, 2, -1)
      if polled[1].revents != 0, signals.takeInterruption() != nil { return true }
      if polled[0].revents != 0 { return false }
    }
  }

  /// What is still written after an interruption: the end of the line, so that the next text starts on a new line. A
  /// program that is about to end does not wait for that.
  private func endOfLine(_ rest: Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer> {
    let end = rest.prefix(Self.longestEnd).firstIndex(of: Self.newline)
    guard signals?.ending == nil, let end else { return rest.prefix(0) }
    return rest[...end]
  }

  private func writeSome(_ rest: inout Slice<UnsafeRawBufferPointer>) {
    let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(Self.piece))
    let count = Glibc.write(descriptor, piece.baseAddress, piece.count)
    if count >= 0 {
      rest = rest.dropFirst(count)
    } else if errno == EAGAIN {
      var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      poll(&ready, 1, -1)
    } else if errno != EINTR {
      failure = errno
    }
  }
}
