import GazetteerIndex

/// What a command returns: something to show, what it changes, and what it asks for.
package struct Reply: Equatable, Sendable {
  package var view: View?
  /// What changes the session.
  package var events: [Event]
  /// What is performed after the events have been applied, in order.
  package var effects: [Effect]
  /// What to tell the user besides the view.
  package var notices: [Message] = []
  /// What the command needs before it can answer; nil: this is its answer.
  package var needs: Need?
  /// In a dry run, the powers that the command needs and does not have; set by `Session.answer`.
  package internal(set) var missingPowers: Set<Power> = []
  /// The canonical name of the command; set by `Session.answer`.
  package var command = ""
  /// How to print the view; set by `Session.answer`.
  package var format = Format.table

  package init(_ view: View? = nil, events: [Event] = [], effects: [Effect] = []) {
    self.view = view
    self.events = events
    self.effects = effects
  }

  /// No answer yet.
  init(needs: Need) {
    self.init()
    self.needs = needs
  }
}

extension Reply {
  init(_ view: some Presentable, events: [Event] = [], effects: [Effect] = []) {
    self.init(View(view), events: events, effects: effects)
  }
}
