/// How long to wait for a server, in seconds.
package struct WebPatience: Sendable {
  /// For a connection.
  package var connecting = 5.0
  /// Between two pieces of an answer; whole seconds.
  package var idle = 15
  /// For the whole answer.
  package var total = 60.0

  package init() {}
}
