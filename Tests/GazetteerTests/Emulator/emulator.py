"""The screen of a terminal, for tests. It reads one JSON object a line, and answers each with what is shown.

in:  {"feed": BASE64}  {"resize": [COLUMNS, ROWS]}  {"above": true} adds the scrollback; several in one line
out: {"rows": [...], "cursor": [ROW, COLUMN], "hidden": false, "modes": [...], "title": "", "scrolled": N, "above": [...]}
"""
import base64
import json
import sys

import pyte
from pyte import modes
from wcwidth import wcwidth

SCROLLBACK = 20_000


class Terminal(pyte.HistoryScreen):
    """The screen of pyte, corrected where it differs from what real terminals agree on."""

    scrolled = 0
    # The screen that comes back after the other one; None while it is shown. pyte knows only one.
    first = None

    def draw(self, data):
        # A wide character that does not fit in the last column moves to the next row; pyte cuts it in two.
        for char in data:
            if wcwidth(char) == 2 and self.cursor.x == self.columns - 1 and modes.DECAWM in self.mode:
                self.cursor.x = self.columns
            super().draw(char)

    def index(self):
        if self.first is not None:
            # Nothing is above the other screen.
            return pyte.Screen.index(self)
        if self.cursor.y == self.lines - 1:
            self.scrolled += 1
        super().index()

    def set_mode(self, *codes, **options):
        if options.get("private") and 1049 in codes and self.first is None:
            self.first = (self.buffer, self.lines, self.columns, self.cursor.y, self.cursor.x)
            self.buffer = type(self.buffer)(self.buffer.default_factory)
        super().set_mode(*codes, **options)

    def reset_mode(self, *codes, **options):
        if options.get("private") and 1049 in codes and self.first is not None:
            lines, columns = self.lines, self.columns
            self.buffer, self.lines, self.columns, self.cursor.y, self.cursor.x = self.first
            self.first = None
            self.resize(lines, columns)
        super().reset_mode(*codes, **options)

    def resize(self, lines=None, columns=None):
        # Empty rows below the cursor are dropped first; then the first rows move to the scrollback, and the cursor
        # stays in its row. pyte cuts at the top and leaves the cursor where it was, perhaps outside.
        while self.lines > lines:
            if self.cursor.y < self.lines - 1 and not self.text(self.buffer[self.lines - 1]):
                self.buffer.pop(self.lines - 1, None)
            elif self.first is not None:
                # The other screen is cut at its end.
                self.buffer.pop(self.lines - 1, None)
                self.cursor.y = min(self.cursor.y, self.lines - 2)
            else:
                self.history.top.append(self.buffer[0])
                self.scrolled += 1
                for y in range(self.lines - 1):
                    self.buffer[y] = self.buffer[y + 1]
                self.buffer.pop(self.lines - 1, None)
                self.cursor.y = max(0, self.cursor.y - 1)
            self.lines -= 1
        super().resize(lines, columns)
        self.cursor.x = min(self.cursor.x, columns - 1)

    def text(self, line):
        """A row without trailing blanks."""
        return "".join(line[x].data for x in range(self.columns)).rstrip()

    def state(self, above):
        return {
            "rows": [self.text(self.buffer[y]) for y in range(self.lines)],
            "cursor": [self.cursor.y, self.cursor.x],
            "hidden": modes.DECTCEM not in self.mode,
            "modes": sorted(mode >> 5 if mode > 31 else mode for mode in self.mode),
            "title": self.title,
            "scrolled": self.scrolled,
            "above": [self.text(line) for line in self.history.top] if above else [],
        }


def main(columns, rows):
    screen = Terminal(columns, rows, history=2 * SCROLLBACK)
    stream = pyte.ByteStream(screen)
    for line in sys.stdin:
        request = json.loads(line)
        if "feed" in request:
            stream.feed(base64.b64decode(request["feed"]))
        if "resize" in request:
            columns, rows = request["resize"]
            screen.resize(rows, columns)
        print(json.dumps(screen.state(request.get("above", False))), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
