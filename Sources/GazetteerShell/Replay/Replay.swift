import GazetteerIndex
import GazetteerSession

package struct Replay {
  package enum Purpose: String, Sendable { case play, check, update }
  var output: DescriptorWriter?
  var errors: DescriptorWriter?
  init(of path: Untrusted, _ settings: Settings, in environment: Environment) {}
  func run(_ purpose: Purpose) -> ExitCode { .failed }
}
