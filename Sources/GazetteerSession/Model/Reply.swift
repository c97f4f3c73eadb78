import GazetteerIndex

/// What a command returns: what to show, what to change, and what the shell must do.
package struct Reply: Equatable, Sendable {
  package var view: View?
  /// The changes of the session.
  package var events: [Event]
  /// What the shell performs after the events were applied, in order.
  package var effects: [Effect]
  /// Notices to show to the user besides the view.
  package var notices: [Message] = []
  /// What the names of places in the command meant; set by `Session.answer`.
  package internal(set) var remarks: [Message] = []
  /// False if what is said about it are notices also with `--json`, because its output is for the commands after it.
  package var hasResult = true
  /// What a map beside the view shows; nil for none.
  package internal(set) var map: MapSubject?
  /// Whether it is drawn with ASCII only, whatever the style says.
  package var isASCII = false
  /// What the command needs before it can answer; nil if this is the answer.
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
  /// This reply, then another one. Its view is the other's.
  func followed(by next: Reply) -> Reply {
    var reply = next
    reply.events = events + next.events
    reply.effects = effects + next.effects
    reply.notices = notices + next.notices
    return reply
  }

  init(_ view: some Presentable, events: [Event] = [], effects: [Effect] = [], notices: [Message] = []) {
    self.init(View(view), events: events, effects: effects)
    self.notices = notices
  }
}
