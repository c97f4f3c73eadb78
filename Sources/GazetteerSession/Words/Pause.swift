/// How long to wait, up to an hour.
package struct Pause: Equatable, Sendable {
  package let seconds: Double
}
