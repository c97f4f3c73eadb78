"""Random keys, pastes and resizes against the program on a pseudo-terminal. See ../soak."""
import argparse
import os
import pathlib
import random
import re
import signal
import sys
import tempfile
import time

from session import Ended, Session

WORDS = ["search ", "s ", "near ", "select ", "list", "more", "help ", "datasets", "why ", "show ", "categories",
         "edit-categories", "select-category ", "check ", "set ", "set keys vi", "set keys emacs", "echo ", "history ",
         "about ", "--in ", "--limit ", "--near ", "--sort ", "par", "münch", "東京", "san ", "new york", "1", "48.1,11.5", "fr",
         "\"", "#", ";", "e\u0301", "👩\u200d👩\u200d👧", "\u200b", "ﷺ"]
ARROWS = [b"\x1b[A", b"\x1b[B", b"\x1b[C", b"\x1b[D", b"\x1b[H", b"\x1b[F", b"\x1b[3~", b"\x1b[Z", b"\x1b[1;5C",
          b"\x1b[1;5D", b"\x1b[3;5~", b"\x1bOA", b"\x1bOH", b"\x1b[5~", b"\x1b[6~"]
ODD = [b"\x1b", b"\x1b[", b"\x1b[1;", b"\x1b[99~", b"\x1b[200~", b"\x1b[201~", b"\xc3", b"\xff\xfe", b"\x9b", b"\0",
       b"x\x1b[D\x04"]
# Without the end of input and the quit key, which rightly end the program.
CONTROLS = [bytes([code]) for code in range(1, 32) if code not in (4, 10, 13, 28)] + [b"\x7f"] * 4
METAS = [b"\x1b" + key for key in (b"b", b"f", b"d", b"y", b"\r", b"\x7f", b"x", b"1", b"u")]
CHECK_EVERY = 1000


class Difference(Exception):
    pass


class Soak:
    def __init__(self, program, seed, folder, control=None):
        self.control = control
        self.random = random.Random(seed)
        self.history = pathlib.Path(folder) / "history"
        self.environment = {
            "HOME": folder, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "GAZ_HISTORY": str(self.history),
            "PATH": "/usr/bin:/bin", "EDITOR": "true", "GAZ_PAGER": "cat", "SWIFT_BACKTRACE": "enable=no"}
        self.program = program
        self.log = []
        self.counts = {"pastes with newlines": 0, "resizes": 0, "enters": 0, "starts": 0, "checks": 0}
        self.memory = []
        self.session = None
        self.start()

    def start(self):
        if self.session:
            self.session.close()
        # The memory of the previous process cannot be compared with that of the new one.
        self.memory = []
        self.counts["starts"] += 1
        self.session = Session([self.program, "-q"], self.environment)
        self.session.settle()

    def lines_run(self):
        return self.history.read_bytes().count(b"\n") if self.history.exists() else 0

    def run(self, events):
        for number in range(1, events + 1):
            try:
                self.event()
                if number % CHECK_EVERY == 0 or number == events:
                    self.check(number)
            except Ended as end:
                if end.args[0] != 0 or not self.was_asked_to_end():
                    raise
                self.start()

    def was_asked_to_end(self):
        lines = self.history.read_bytes().splitlines()
        # The history writes blanks and newlines in octal.
        last = re.sub(rb"\\([0-7]{3})", lambda octal: bytes([int(octal[1], 8)]), lines[-1] if lines else b"")
        return re.search(rb"\b(quit|exit|q)\b", last) is not None

    def press(self, keys):
        self.log.append(keys)
        del self.log[:-60]
        self.session.send(keys)

    def event(self):
        choose = self.random.random()
        if choose < 0.45:
            self.press(self.random.choice("abcdefghijklmnopqrstuvwxyz 0123456789-\".;#éü").encode())
        elif choose < 0.55:
            self.press(self.random.choice(WORDS).encode())
        elif choose < 0.70:
            self.press(self.random.choice(ARROWS))
        elif choose < 0.82:
            self.press(self.random.choice(CONTROLS))
        elif choose < 0.86:
            self.press(self.random.choice(METAS))
        elif choose < 0.88:
            self.press(self.random.choice(ODD))
        elif choose < 0.92:
            self.enter()
        elif choose < 0.95:
            self.paste()
        else:
            self.resize()

    def enter(self):
        """Runs a line, sometimes with more typed before the command ends."""
        self.counts["enters"] += 1
        self.press(b"\r" + (b"typed ahead" if self.random.random() < 0.2 else b""))
        # While a command has the terminal, some keys mean something else: they must not come then.
        self.session.settle()

    def paste(self):
        self.session.settle()
        # Ends a paste that was begun before.
        self.press(b"\x1b[201~")
        lines = self.random.choice([1, 1, 2, 5, 50])
        # No blank at the start, and never the same line twice: the history leaves those out.
        text = "\n".join(f"pasted{self.random.random()} {self.random.choice(WORDS)}" for _ in range(lines))
        if self.random.random() < 0.5:
            text += "\r\n"
        if self.random.random() < 0.05:
            text += "x" * 4000
        before = self.lines_run()
        start, end = (b"", b"") if self.control == "paste" else (b"\x1b[200~", b"\x1b[201~")
        self.press(start + text.encode() + end)
        if "\n" in text:
            self.counts["pastes with newlines"] += 1
            self.session.settle()
            if self.lines_run() != before:
                raise Difference("a pasted newline ran a command")
        if self.random.random() < 0.5:
            self.press(b"\x03")

    def resize(self):
        self.counts["resizes"] += 1
        kind = self.random.random()
        if kind < 0.02:
            size = (1, 1)
        elif kind < 0.1:
            size = (self.random.randint(1, 12), self.random.randint(1, 5))
        else:
            size = (self.random.randint(20, 120), self.random.randint(5, 50))
        self.log.append(size)
        self.session.resize(*size)

    def check(self, number):
        """Checks that the screen is what a fresh drawing makes, in its place and on an empty screen."""
        self.counts["checks"] += 1
        session = self.session
        session.settle()
        if self.control == "screen":
            session.stream.feed(b"stray")
        before = session.picture()
        os.kill(session.process, signal.SIGWINCH)
        session.settle()
        self.compare(before, session.picture(), "drawn again in its place")
        # Ends a paste or a search; then the same scene is drawn on an empty screen.
        self.press(b"\x1b[201~\x07")
        session.settle()
        rows, cursor = session.picture()
        self.press(b"\x0c")
        session.settle()
        fresh, fresh_cursor = session.picture()
        above = cursor[0] - fresh_cursor[0]
        rows = rows[max(0, above):]
        # If there was less room before, the last rows cannot be compared.
        self.compare((rows, [0, cursor[1]]), (fresh[:len(rows)], [0, fresh_cursor[1]]), "drawn on an empty screen")
        if above < 0 or any(fresh[len(rows):]):
            raise Difference(f"rows are missing on the screen: {above}")
        self.memory.append(session.memory())
        print(f"\r{number:,} events, {self.memory[-1]:,} kB ", end="", file=sys.stderr, flush=True)

    @staticmethod
    def compare(one, other, how):
        if one != other:
            shown = "\n".join(f"{a!r:<90} | {b!r}" for a, b in zip(one[0], other[0]) if a != b)
            raise Difference(f"{how}, the screen differs: cursors {one[1]} and {other[1]}\n{shown}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--events", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=int.from_bytes(os.urandom(4), "big"))
    parser.add_argument("--program", required=True)
    parser.add_argument("--control", choices=["paste", "screen"],
                        help="send pastes without marks, or draw what the program did not; it must be found")
    arguments = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        soak = Soak(arguments.program, arguments.seed, folder, arguments.control)
        problem = None
        try:
            soak.run(arguments.events)
        except Ended as end:
            problem = f"the program ended with {end}"
        except (Difference, TimeoutError) as difference:
            problem = str(difference)
        finally:
            drawn = soak.session.drawn
            soak.session.close()
    print(file=sys.stderr)
    counts = ", ".join(f"{count:,} {name}" for name, count in soak.counts.items())
    print(f"{arguments.events:,} events with seed {arguments.seed}: {counts}; {time.monotonic() - began:.0f} s")
    if problem:
        print(f"{problem}\nthe last keys and sizes: {soak.log}")
        sys.exit(1)
    if len(soak.memory) >= 20:
        half, end = soak.memory[len(soak.memory) // 2], soak.memory[-1]
        print(f"memory: {soak.memory[0]:,} kB at first, {half:,} kB after a half, {end:,} kB at the end")
        # The history grows to ten thousand lines, and some pages are first used late.
        if end > half * 1.25 + 512:
            sys.exit("the memory grows")


main()
