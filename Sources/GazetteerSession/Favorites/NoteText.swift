import GazetteerIndex

/// Any text, perhaps with several lines. An empty text removes the note.
package struct NoteText: Readable, Equatable {
  package let text: Untrusted

  package static var expected: Message { "a text" }
  package static var completes: Completes? { .nothing }

  package init(word: Untrusted) { text = word }
}
