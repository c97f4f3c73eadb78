import Glibc

/// Waiting for descriptors.
enum Readiness {
  /// Waits until one of `descriptors` can be read or has ended, or `milliseconds` have passed; returns which ones can
  /// or have. Negative descriptors are ignored. Negative milliseconds mean no limit.
  static func wait(_ descriptors: Int32..., milliseconds: Int32 = -1) -> [Bool] {
    var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while poll(&polled, nfds_t(polled.count), milliseconds) < 0 && errno == EINTR {}
    return polled.map { $0.revents != 0 }
  }
}
