/// A copy on this machine of a source that could not be reached.
package struct LocalCopy: Equatable, Sendable {
  /// How long before the opening it was the newest version, in seconds.
  package let age: Int64
  /// Why the source could not be reached.
  package let reason: Message

  package init(age: Int64, reason: Message) {
    self.age = age
    self.reason = reason
  }
}
