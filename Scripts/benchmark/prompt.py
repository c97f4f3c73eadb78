"""What a person at the prompt waits for, on a pseudo-terminal: the start, the echo of a key, candidates.

usage: prompt.py [PLACES]     runs alone; PLACES is a file to open; without it, the built-in dataset is in use
"""
import os
import pathlib
import re
import select
import statistics
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "terminal"))
from session import Session  # noqa: E402

PROGRAM = ".build/release/gaz"
STARTS = 50
LINES = ["search san mar", "search new york", "search market fr", "search --in fr par", "search springfield il",
         "near 48.1,11.5", "select 12", "search münchen", "s alb --prefix", "search qxz"]
ROUNDS = 4
# Columns and rows of a screen with room for the map beside the preview.
WIDE = 120, 40
TABS = ["search san m", "search new ", "search sa", "search alb", "search par", "search b", "search --in un", "se"]


def environment(folder):
    return {"HOME": folder, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "GAZ_HISTORY": "", "PATH": "/usr/bin:/bin"}


def chunk(descriptor, seconds):
    """What is drawn next, and when it came, in nanoseconds; b"" if nothing is drawn."""
    if not select.select([descriptor], [], [], seconds)[0]:
        return b"", 0
    came = time.perf_counter_ns()
    return os.read(descriptor, 1 << 16), came


def start_milliseconds(folder):
    """From the start of the process until the prompt is drawn."""
    master, slave = os.openpty()
    name = os.ttyname(slave)
    began = time.perf_counter_ns()
    # The first terminal that the leader of a new session opens becomes its controlling terminal.
    process = os.posix_spawn(
        PROGRAM, [PROGRAM], environment(folder), setsid=True,
        file_actions=[(os.POSIX_SPAWN_OPEN, 0, name, os.O_RDWR, 0), (os.POSIX_SPAWN_DUP2, 0, 1),
                      (os.POSIX_SPAWN_DUP2, 0, 2)])
    drawn, came = b"", 0
    while b"gaz> " not in drawn:
        data, came = chunk(master, 10)
        if not data:
            raise SystemExit("no prompt came")
        drawn += data
    os.write(master, b"\x04")
    os.waitpid(process, 0)
    os.close(master)
    os.close(slave)
    return (came - began) / 1e6


class Typist:
    """Types into a session and notes in µs how long each key took: until its echo, until the rows of its preview, and
    until their total is drawn too."""

    def __init__(self, session):
        self.session, self.times, self.listed, self.counted, self.wrong = session, [], [], [], []
        # How many lines had a map at their end.
        self.maps = 0

    def press(self, key):
        """The first drawing after a key at an idle prompt is its echo. Returns how long it took."""
        before = self.page()
        began = time.perf_counter_ns()
        os.write(self.session.master, key)
        drawings = [chunk(self.session.master, 10)]
        # What is drawn is read by the terminal later, so that this delays no further drawing.
        # Asking whether it is idle takes long, and a drawing that comes meanwhile would be read too late.
        while True:
            data, came = chunk(self.session.master, 0.004)
            if data:
                drawings.append((data, came))
            elif self.session.is_idle():
                break
        self.session.settle()
        microseconds = [(came - began) / 1000 for _, came in drawings]
        pages = []
        for data, _ in drawings:
            self.session.stream.feed(data)
            pages.append(self.page())
        if pages[-1] and pages[-1] != before:
            self.listed.append(microseconds[pages.index(pages[-1])])
            self.counted.append(microseconds[-1])
        return microseconds[0]

    def page(self):
        """The rows of the preview, without the total below them."""
        rows, (row, _) = self.session.picture()
        return [text for text in rows[row + 1 :] if text][:-1]

    def clear(self):
        self.session.send(b"\x05\x15")
        self.session.settle()

    def type(self, line):
        for letter in line:
            self.times.append(self.press(letter.encode()))
        rows, (row, _) = self.session.picture()
        self.maps += any("N↑" in text for text in rows[row + 1 :])
        shown = rows[row]
        if not shown.startswith("gaz> " + line.rstrip()):
            self.wrong.append(f"'{line}' is shown as '{shown}'")
        self.clear()


def pair(values):
    values = sorted(values)
    return f"{statistics.median(values):,.0f} / {values[min(len(values) - 1, int(len(values) * 0.99))]:,.0f} µs"


def measure(places):
    """Rows of (what, figure, check), and the wrong answers. Without `places`, the built-in dataset is used."""
    rows, wrong = [], []
    with tempfile.TemporaryDirectory() as folder:
        times = [start_milliseconds(folder) for _ in range(STARTS + 1)][1:]
        rows.append(("start of the process to prompt", f"mean {statistics.mean(times):.2f} ms", f"{STARTS} starts"))
        opening = ["-i", "-c", f'open "{places}"'] if places else []
        session = Session([PROGRAM, *opening], environment(folder))
        session.settle(600)
        opened = re.findall(r"([\d,]+) places", " ".join(session.picture()[0]))
        for preview in ["off", "on"]:
            session.send(f"set preview {preview}\r".encode())
            session.settle()
            typist = Typist(session)
            for _ in range(ROUNDS):
                for line in LINES:
                    typist.type(line)
            rows.append((f"key to echo, preview {preview}", pair(typist.times), f"{len(typist.times)} keys, lines read"))
            wrong += typist.wrong
            if preview == "on":
                for work, times in [("rows", typist.listed), ("total", typist.counted)]:
                    rows.append((f"key to the {work} of its preview", pair(times), f"{len(times)} keys"))
        tabs = []
        for _ in range(ROUNDS):
            for line in TABS:
                session.send(line.encode())
                session.settle()
                tabs.append(typist.press(b"\t"))
                typist.clear()
        rows.append(("Tab to candidates", pair(tabs), f"{len(tabs)} Tabs"))
        session.close()
        session = Session([PROGRAM, *opening], environment(folder), *WIDE)
        session.settle(600)
        typist = Typist(session)
        for _ in range(ROUNDS):
            for line in LINES:
                typist.type(line)
        size = " × ".join(map(str, WIDE))
        rows.append((f"key to echo, {size}, with the map", pair(typist.times), f"{len(typist.times)} keys, lines read"))
        rows.append(("key to the rows and the map of its preview", pair(typist.listed), f"{len(typist.listed)} keys"))
        if not typist.maps:
            typist.wrong.append("no map is shown beside a preview")
        wrong += typist.wrong
        session.close()
    return opened[-1] if opened else "no", rows, wrong


def main(places):
    count, rows, wrong = measure(places)
    print(f"\n## The prompt: {count} places in use\n\n| work | gaz | checked |\n|---|---|---|")
    for row in rows:
        print("| " + " | ".join(row) + " |")
    for problem in wrong:
        print("WRONG " + problem, file=sys.stderr)
    return wrong


if __name__ == "__main__":
    sys.exit(1 if main(sys.argv[1] if len(sys.argv) > 1 else None) else 0)
