extension HelpTopic {
  static let keys = HelpTopic(
    "keys", "key", "editing", "bindings", "shortcuts",
    summary: "The keys of the prompt; set keys vi has those of vi instead.",
    sections: [
      .init(
        "moving",
        ("Ctrl-A, Ctrl-E", "To the start, the end of the line; so do Home and End."),
        ("Ctrl-B, Ctrl-F", "A character back, forward; so do Left and Right."),
        ("Alt-B, Alt-F", "A word back, forward; so do Ctrl-Left and Ctrl-Right.")),
      .init(
        "changing",
        ("Ctrl-K, Ctrl-U", "Cut to the end of the line, the whole line."),
        ("Ctrl-W, Alt-D", "Cut the word before, after the cursor."),
        ("Ctrl-Y", "Put back what was cut."), ("Ctrl-_", "Undo."),
        ("Ctrl-X Ctrl-E", "Edit the line in an editor: GAZ_EDITOR, VISUAL or EDITOR.")),
      .init(
        "completing",
        ("Tab, Shift-Tab", "Complete the word; again: the next candidate, the one before."),
        ("Right", "At the end of the line: take the grey hint.")),
      .init(
        "history",
        ("Up, Down", "The line before, after; so do Ctrl-P and Ctrl-N."),
        ("Ctrl-R", "Search as you type; again: an older one; Ctrl-S: a newer one; Ctrl-G: give up."),
        ("!!, !12, !sea", "The last line, that of a number, the newest that begins so.")),
      .init(
        "the rest",
        ("Enter", "Run the line; inside an open quote: go on in a new row."),
        ("Ctrl-C", "Drop the line, or interrupt the command."),
        ("Ctrl-D", "On an empty line: leave. Else: delete the character under the cursor."),
        ("Ctrl-L", "Clear the screen."), ("Ctrl-Z", "Back to the shell that gaz was started from; fg returns.")),
      .init(
        "in a picker",
        ("letters", "Show only what holds them."), ("Up, Down", "Move."), ("Space", "Tick or untick."),
        ("Enter, Esc", "Done; cancel.")),
    ])
}
