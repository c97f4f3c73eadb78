import Foundation

@testable import GazetteerShell

/// How long a test waits for something before it fails. It is far more than a slow machine needs, so that no result
/// depends on speed.
struct SafetyLimit {
  static let seconds = 120.0
  static let milliseconds = Int32(seconds * 1000)

  private let end = Date(timeIntervalSinceNow: seconds)

  var isOver: Bool { Date() >= end }

  /// Waits until `condition` holds. Returns whether it does.
  static func wait(until condition: () -> Bool) -> Bool {
    let end = SafetyLimit()
    while !condition() {
      if end.isOver { return false }
      poll(nil, 0, 1)
    }
    return true
  }
}

extension Mailbox {
  /// Whether something is posted before the safety limit is over.
  func hasMail() -> Bool { Readiness.wait(descriptor, milliseconds: SafetyLimit.milliseconds) == [true] }
}
