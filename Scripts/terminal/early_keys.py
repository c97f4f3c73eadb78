"""Types at random moments: while the program starts, while commands run, around other programs. See ../soak."""
import argparse
import os
import pathlib
import random
import sys
import tempfile
import termios
import time

from session import Ended, Session

LEFT, DELETE = b"\x1b[D", b"\x7f"
# Ends as "zürich": the arrows and the backspace must work.
EDITED = "zürixch".encode() + LEFT * 2 + DELETE
PLAIN = b"plainword"
# Ends as "word": the terminal itself echoes an arrow that comes too early, but the program must read it.
ARROW = b"wrd" + LEFT * 2 + b"o"


class Wrong(Exception):
    pass


def is_raw(session):
    return not termios.tcgetattr(session.slave)[3] & (termios.ICANON | termios.ECHO)


class Typing:
    def __init__(self, program, choose, folder):
        self.choose = choose
        self.history = pathlib.Path(folder) / "history"
        self.environment = {"HOME": folder, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin",
                            "GAZ_HISTORY": str(self.history), "EDITOR": "true", "GAZ_PAGER": "cat",
                            "SWIFT_BACKTRACE": "enable=no"}
        self.arguments = [program, "-q"]
        # How often an arrow came before the program had the terminal, and was echoed.
        self.echoed = 0

    def wait(self, seconds):
        """Awake all the time, because a sleep may be long."""
        end = time.perf_counter() + self.choose.random() * seconds
        while time.perf_counter() < end:
            pass

    def run(self, moment):
        """Types at a moment; the lines that the program got must be those that were typed."""
        self.history.unlink(missing_ok=True)
        session = Session(self.arguments, self.environment, with_screen=False)
        drawn = b""
        expected = []
        try:
            # Before that, the terminal itself echoes what is typed, and handles the backspace.
            end = time.monotonic() + 20
            while moment != "before" and not is_raw(session) and time.monotonic() < end:
                pass
            if moment == "start":
                self.wait(0.004)
                session.send(EDITED + b"\r")
                expected.append("zürich")
            elif moment == "before":
                self.wait(0.02)
                was_raw = is_raw(session)
                session.send(ARROW + b"\r")
                expected.append("word")
            else:
                line = {"command": b"sleep 0.02", "pager": b"help", "editor": b"edited"}[moment]
                session.send(line + (b"\x18\x05" if moment == "editor" else b"") + b"\r")
                self.wait(0.06)
                # Other programs restore the terminal as they found it; only letters arrive unchanged then.
                session.send((EDITED if moment == "command" else PLAIN) + b"\r")
                expected += [line.decode(), "zürich" if moment == "command" else "plainword"]
            session.send(b"quit\r")
            end = time.monotonic() + 30
            while time.monotonic() < end:
                try:
                    drawn += session.read(0.05)
                    session.check_alive()
                except Ended as ended:
                    if ended.args[0] != 0:
                        raise Wrong(f"it ended with {ended}") from ended
                    break
            else:
                raise Wrong("it did not end")
        finally:
            session.close()
        lines = self.history.read_text().split("\n")[1:-1] if self.history.exists() else []
        lines = [line.replace("\\040", " ") for line in lines]
        if lines != expected + ["quit"]:
            raise Wrong(f"{moment}: typed {expected}, got {lines}; drawn {drawn[-300:]}")
        is_echoed = b"^[[D" in drawn
        if moment == "before" and not was_raw:
            self.echoed += is_echoed
        elif moment in ("start", "command", "before") and is_echoed:
            raise Wrong(f"{moment}: an arrow was echoed: {drawn[-300:]}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=200, help="how often at each moment")
    parser.add_argument("--moments", default="start,before,command,pager,editor")
    parser.add_argument("--seed", type=int, default=int.from_bytes(os.urandom(4), "big"))
    parser.add_argument("--program", required=True)
    arguments = parser.parse_args()
    failed = False
    for moment in arguments.moments.split(","):
        wrong = []
        with tempfile.TemporaryDirectory() as folder:
            typing = Typing(arguments.program, random.Random(arguments.seed), folder)
            for _ in range(arguments.count):
                try:
                    typing.run(moment)
                except Wrong as problem:
                    wrong.append(str(problem))
        failed = failed or bool(wrong)
        print(f"{moment}: {len(wrong)} of {arguments.count} wrong, with seed {arguments.seed}"
              + (f"; {typing.echoed} echoed, because they came too early" if typing.echoed else ""), flush=True)
        for problem in wrong[:2]:
            print(f"  {problem}")
    sys.exit(failed)


main()
