import GazetteerIndex

/// What a command gives back: something to show, and what has happened by it.
package struct Reply: Equatable, Sendable {
  package var view: View?
  package var events: [Event]
  /// What to tell besides what was asked for.
  package var notices: [Message] = []
  /// The canonical name of the command; set by `Session.answer`.
  package var command = ""
  /// How to print the view; set by `Session.answer`.
  package var format = Format.table

  package init(_ view: View? = nil, events: [Event] = []) {
    self.view = view
    self.events = events
  }
}
