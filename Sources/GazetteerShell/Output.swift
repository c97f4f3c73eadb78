import GazetteerSession
import Glibc

/// Where the program's words go. What goes in is neutralised already.
package struct Output {
  /// Results: one call for a reply, every line ended.
  package var show: (String) -> Void
  /// Notices, every line ended.
  package var tell: (String) -> Void
  /// Errors, every line ended, with the code that the program ends with where the error ends it.
  package var complain: (String, ExitCode) -> Void

  package init(
    show: @escaping (String) -> Void, tell: @escaping (String) -> Void, complain: @escaping (String, ExitCode) -> Void
  ) {
    self.show = show
    self.tell = tell
    self.complain = complain
  }
}

/// Bytes on their way into a descriptor.
package final class DescriptorWriter {
  private let descriptor: Int32
  /// Asked between pieces whether to give up what is being written, such as an endless list.
  var isInterrupted: () -> Bool = { false }
  /// Whether what was written last was given up.
  private(set) var hasGivenUp = false
  /// The system's word for why writing failed; nothing is written from then on. 0 for no failure.
  package private(set) var failure: Int32 = 0

  /// So much at a time, so that an interruption is noticed in between.
  private static let piece = 1 << 16

  package init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Writes all of `text`, waiting as long as it takes.
  package func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)[...]
      while !rest.isEmpty, failure == 0 {
        hasGivenUp = isInterrupted()
        if hasGivenUp { break }
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
  }
}
