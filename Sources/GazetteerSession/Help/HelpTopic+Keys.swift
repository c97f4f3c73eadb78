extension HelpTopic {
  static let keys = HelpTopic(
    "keys", "key", "editing", "bindings", "shortcuts",
    summary: "The keys of the prompt; set keys vi chooses those of vi.",
    sections: [
      .init(
        "moving",
        ("Ctrl-A, Ctrl-E", "To the start, the end of the line; so do Home and End."),
        ("Ctrl-B, Ctrl-F", "A character back, forward; so do Left and Right."),
        ("Alt-B, Alt-F", "A word back, forward; so do Ctrl-Left and Ctrl-Right.")),
      .init(
        "changing",
        ("Ctrl-K, Ctrl-U", "Cut from the cursor to the end of the line, to its start."),
        ("Ctrl-W, Alt-D", "Cut the word before, after the cursor."),
        ("Ctrl-Y, Alt-Y", "Insert what was cut; replace it by what was cut before."), ("Ctrl-_", "Undo."),
        ("Alt-.", "Insert the last word of the line before; again: of an older line."),
        ("Alt-Enter", "Start a new row."),
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
        "vi keys",
        ("Esc", "Start commands; until text is typed again, the prompt ends with a colon."),
        ("i, a, I, A, R", "Type before or after the cursor, at the start, at the end, over the text."),
        ("o, O", "Start a new row below or above that of the cursor."),
        ("h, l, w, b, e, 0, $", "Move by characters and words, to the start, to the end; also W, B, E, %, |."),
        ("f, t, F, T", "Move to the next or the last X, or next to it: fX; repeat with ; and comma."),
        ("x, X, r, ~, s, S", "Delete after or before the cursor, replace, change case, retype a character, the line."),
        ("d, c, y, p, P", "Cut, change, copy with a movement: dw, dd; insert after or before the cursor."),
        ("D, C, Y", "Cut, change, copy to the end of the line."),
        ("u, U, .", "Undo the last change, all changes; repeat the last change."),
        ("j, k", "The next line, the last line."), ("/, n, N", "Search the history; search again, back."),
        ("v", "Edit the line in an editor.")),
      .init(
        "in a picker",
        ("letters", "Show only what contains them."), ("Up, Down", "Move."), ("Space", "Tick or untick."),
        ("Ctrl-A, Ctrl-D", "Tick all, none."), ("Enter, Esc", "Done; cancel.")),
    ])
}
