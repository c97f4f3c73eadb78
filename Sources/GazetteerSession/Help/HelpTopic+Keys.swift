extension HelpTopic {
  static let keys = HelpTopic(
    "keys", "key", "editing", "bindings", "shortcuts",
    summary: "The keys of the prompt; set keys vi turns on the keys of vi.",
    sections: [
      .init(
        "moving",
        ("Ctrl-A, Ctrl-E", "To the start or end of the line; also Home and End."),
        ("Ctrl-B, Ctrl-F", "One character back or forward; also Left and Right."),
        ("Alt-B, Alt-F", "One word back or forward; also Ctrl-Left and Ctrl-Right.")),
      .init(
        "changing",
        ("Ctrl-K, Ctrl-U", "Cut from the cursor to the end or start of the line."),
        ("Ctrl-W, Alt-D", "Cut the word before or after the cursor."),
        ("Ctrl-Y, Alt-Y", "Insert the last cut; replace it with an earlier cut."), ("Ctrl-_", "Undo."),
        ("Alt-.", "Insert the last word of the previous line; again: of an older line."),
        ("Alt-Enter", "Start a new row."),
        ("Ctrl-X Ctrl-E", "Edit the line in an editor: GAZ_EDITOR, VISUAL or EDITOR.")),
      .init(
        "completing",
        ("Tab, Shift-Tab", "Complete the word; again: the next or previous candidate."),
        ("Right", "At the end of the line: accept the grey hint.")),
      .init(
        "choosing from the preview",
        ("Down", "Go into the rows, unless the line is empty or from the history; Page Down: always."),
        ("Up, Down", "Move; Up at the first row returns to the line. Page Up, Page Down: the first or last row."),
        ("Enter", "Select the place, as select does."),
        ("Esc, Ctrl-G", "Return to the line; any other key does too, and then does its work.")),
      .init(
        "history",
        ("Up, Down", "The previous line; on a line from the history, also the next; also Ctrl-P and Ctrl-N."),
        ("Ctrl-R", "Search as you type; again: an older line; Ctrl-S: a newer line; Ctrl-G: cancel."),
        ("!!, !12, !sea", "The last line; line 12; the newest line that begins with sea.")),
      .init(
        "the rest",
        ("Enter", "Run the line; inside an open quote: start a new row."),
        (
          "Ctrl-C",
          "Discard the line, or interrupt the command; on an empty line: stop what goes on in the background, except messages."
        ),
        ("Ctrl-D", "On an empty line: quit. Otherwise: delete the character under the cursor."),
        ("Ctrl-L", "Clear the screen."), ("Ctrl-Z", "Stop gaz and return to the shell; fg continues it.")),
      .init(
        "vi keys",
        ("Esc", "Switch to commands; then the prompt ends with a colon."),
        ("i, a, I, A, R", "Type before or after the cursor, at the start, at the end, over the text."),
        ("o, O", "Start a new row below or above that of the cursor."),
        ("h, l, w, b, e, 0, $", "Move by characters or words, or to the start or end; also W, B, E, %, |."),
        ("f, t, F, T", "Move to the next or previous X, or next to it: fX; repeat with ; and comma."),
        ("x, X, r, ~, s, S", "Delete at or before the cursor, replace, change case, retype a character or the line."),
        ("d, c, y, p, P", "Cut, change or copy with a movement: dw, dd; insert after or before the cursor."),
        ("D, C, Y", "Cut, change or copy to the end of the line."),
        ("u, U, .", "Undo the last change or all changes; repeat the last change."),
        ("j, k", "The next line; the previous line."),
        ("/, n, N", "Search the history; search again; search again in the other direction."),
        ("v", "Edit the line in an editor.")),
      .init(
        "in a picker",
        ("letters", "Show only items that contain them."), ("Up, Down", "Move."), ("Space", "Tick or untick."),
        ("Ctrl-A, Ctrl-D", "Tick all or none."), ("Enter, Esc", "Done or cancel."),
        ("1 to 9", "Where only one can be taken: take that one.")),
      .init(
        "on the map of map -i",
        ("arrows", "Move by a quarter of the map; also h, j, k and l."),
        ("+, -", "Closer, farther; also Page Down and Page Up."), ("f", "All places; also Home."),
        ("a number", "With Enter: select the place of that number."),
        ("/", "Search as you type; Enter: show the list of it; Esc: what was shown before."), ("q, Esc", "Leave.")),
    ])
}
