import GazetteerIndex

/// What the user is asked before something is done that cannot be meant by accident.
package struct Question: Equatable, Sendable {
  /// Without its mark: `remove Paris from the favorites`.
  package let text: Message
  /// What `--allow` gives the consent for, where nobody can be asked.
  package let power: Power
  /// What happens at yes.
  package let events: [Event]
  /// What is said at no.
  package let refusal: Message

  package init(_ text: Message, power: Power, yes events: [Event], no refusal: Message) {
    self.text = text
    self.power = power
    self.events = events
    self.refusal = refusal
  }
}
