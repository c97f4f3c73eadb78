import GazetteerIndex

/// What a command gives back: something to show, and what has happened by it.
package struct Reply: Equatable, Sendable {
  package var view: View?
  package var events: [Event]
  /// What to tell besides what was asked for.
  package var notices: [Message] = []
  /// Which kept edits the command is to be asked again with, in `Context.edits`; nil: this is its answer.
  package var editsWanted: EditsWanted?
  /// The canonical name of the command; set by `Session.answer`.
  package var command = ""
  /// How to print the view; set by `Session.answer`.
  package var format = Format.table

  package init(_ view: View? = nil, events: [Event] = []) {
    self.view = view
    self.events = events
  }

  /// No answer yet: the command wants to know some of the kept edits first.
  init(wanting edits: EditsWanted) {
    self.init()
    editsWanted = edits
  }
}
