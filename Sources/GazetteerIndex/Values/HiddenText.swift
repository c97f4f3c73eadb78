/// A text of a service that repeats a secret, so other words are shown instead. It is compared and sent, never shown.
package struct HiddenText: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
  package let text: Untrusted

  package init(_ text: Untrusted) { self.text = text }

  package var description: String { "(hidden)" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
