import Glibc

/// Waiting for descriptors.
enum Readiness {
  /// Which of `descriptors` can be read without waiting (or have ended), once one can or `milliseconds` have passed.
  /// Negative descriptors never can; no time means for ever.
  static func wait(_ descriptors: Int32..., milliseconds: Int32 = -1) -> [Bool] {
    var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while poll(&polled, nfds_t(polled.count), milliseconds) < 0 && errno == EINTR {}
    return polled.map { $0.revents != 0 }
  }
}
