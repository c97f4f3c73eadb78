#!/usr/bin/env python3
"""Fetches very many locations from a real Kinto, at the prompt, while the user types and others post. See ../soak."""
import argparse
import json
import os
import pathlib
import sys
import tempfile
import time

from server import Kinto, Poster, Proxy

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "terminal"))
from session import Session

# The most seconds until a key is on the screen: 99 of 100 keys, and each key, also on a machine that does other things.
MOST_KEYS, EACH_KEY = 0.25, 1
# The most memory: what the program needs without locations, and so many bytes for each.
MEMORY, MEMORY_OF_ONE = 48 << 20, 1500
# Every key is another letter, which is in no record and not in what the program says.
LETTERS = [chr(code) for code in (*range(0x0391, 0x03A2), *range(0x0410, 0x0450), *range(0x4E00, 0x9F00))]
# How many seconds each list is on its way until the first rows are there.
DISTANCE = 0.5
# How long to wait for something, in seconds.
PATIENCE = 1200
CONTROLS = {
    "lost": "the proxy takes a record out of all answers",
    "order": "records with equal times are expected in the other order",
    "rounds": "the requests are counted until row 150",
    "large": "the links are longer than the bound of the memory allows, if there are 20,000",
    "unread": "what is drawn is not read for two seconds, so that a key is late",
}


class Prompt:
    def __init__(self, program, folder, port):
        configuration = pathlib.Path(folder) / ".config/gaz"
        configuration.mkdir(parents=True)
        (configuration / "services.toml").write_text(
            f'[campus]\ndialect = "kinto"\nurl = "http://127.0.0.1:{port}/v1"\n')
        environment = {"HOME": folder, "TERM": "xterm", "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin",
                       "GAZ_TOKEN": "sesame", "GAZ_PAGER": "cat", "SWIFT_BACKTRACE": "enable=no"}
        self.session = Session([program, "--no-rc"], environment, 100, 40, with_screen=False)
        self.drawn, self.letters, self.keys = b"", iter(LETTERS), []
        self.awaits("gaz> ")

    def awaits(self, text):
        """Waits until a text is drawn. Returns what was drawn before it."""
        text, end = text.encode(), time.monotonic() + PATIENCE
        while text not in self.drawn:
            self.read(0.05)
            if time.monotonic() > end:
                raise TimeoutError(f"{text} never came after {self.drawn[-300:]}")
        before, _, self.drawn = self.drawn.partition(text)
        return before.decode(errors="replace")

    def read(self, seconds):
        data = self.session.read(seconds)
        self.drawn += data
        if not data:
            self.session.check_alive()

    def send(self, keys):
        """Presses keys, and reads nothing, as `Session.send` does."""
        os.write(self.session.master, keys)

    def mark(self, line, word):
        """Runs a line, and waits for the prompt after it. Returns what was drawn."""
        # As it is typed, the word does not look as it is printed.
        drawn = self.say(f'{line}; echo {word[:-1]}"{word[-1]}"', word)
        self.awaits("gaz> ")
        return drawn

    def say(self, line, text):
        self.send(line.encode() + b"\r")
        return self.awaits(text)

    def press(self, is_late):
        """Presses a key, and measures how long it takes until it is drawn."""
        letter = next(self.letters)
        begin = time.perf_counter()
        self.send(letter.encode())
        if is_late:
            time.sleep(2)
        self.awaits(letter)
        self.keys.append(time.perf_counter() - begin)
        if len(self.keys) % 30 == 0:
            self.send(b"\x15")

    def memory(self):
        """The most memory that it has had, in bytes."""
        for line in pathlib.Path(f"/proc/{self.session.process}/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) << 10
        return 0


class Run:
    def __init__(self, arguments, folder):
        self.arguments, self.figures, self.wrong = arguments, [], []
        control, self.folder = arguments.control, folder
        begin = time.monotonic()
        self.kinto = Kinto(folder, arguments.count, arguments.seed, 500, 4000 if control == "large" else 0)
        self.ids = self.kinto.ids()
        self.note("seconds until the server has them", f"{time.monotonic() - begin:.1f}")
        self.proxy = Proxy(self.kinto.port, self.ids[len(self.ids) // 3] if control == "lost" else None)
        self.prompt = Prompt(arguments.program, folder, self.proxy.port)

    def close(self):
        self.prompt.session.close()
        self.proxy.close()
        self.kinto.close()

    def note(self, name, value, wrong=None):
        self.figures.append((name, value))
        print(f"{name:52} {value}", flush=True)
        if wrong:
            self.wrong.append(wrong)

    def first_rows(self):
        self.proxy.distance = DISTANCE
        begin = time.monotonic()
        self.prompt.say("login campus --user ada", "logged in to campus as ada")
        self.prompt.say("wait; locations", "Place 0 ")
        if self.arguments.control == "rounds":
            self.prompt.say("more --limit 150", "Place 149 ")
        end = time.monotonic()
        self.proxy.distance = 0
        rounds = self.proxy.rounds(end)
        self.note("seconds from login to the first rows", f"{end - begin:.2f}, with {DISTANCE} on the way")
        self.note("lists asked for by then", sum(came < end for came, _ in self.proxy.lists))
        self.note("round trips by then", rounds, rounds != 1 and "the first rows need more than one round trip")

    def everything(self):
        """Types while all locations are fetched, and somebody else posts."""
        poster = Poster(self.kinto, self.ids, self.arguments.seed)
        poster.start()
        begin = time.monotonic()
        self.prompt.say("more --limit all", "in the background")
        asked = time.monotonic() + 20
        while not self.proxy.is_over.is_set():
            pause = time.monotonic() + 0.1
            while time.monotonic() < pause:
                self.prompt.read(0.01)
            self.prompt.press(self.arguments.control == "unread" and len(self.prompt.keys) == 3)
            if time.monotonic() > asked:
                self.prompt.send(b"\x15")
                self.prompt.mark("echo on", f"here-{len(self.prompt.keys)}")
                asked = time.monotonic() + 20
            self.prompt.drawn = self.prompt.drawn[-1000:]
        poster.stop()
        self.prompt.send(b"\x15")
        self.prompt.mark("wait", "all-here")
        keys = sorted(self.prompt.keys)
        self.note("seconds until all are fetched", f"{time.monotonic() - begin:.1f}")
        self.note("lists asked for", len(self.proxy.lists))
        self.note("changes by somebody else meanwhile", poster.changes, poster.failures and "the server refuses changes")
        self.note("keys typed meanwhile", len(keys))
        self.note("milliseconds until a key is drawn: usual", f"{keys[len(keys) // 2] * 1000:.1f}")
        self.note("milliseconds until a key is drawn: 99 of 100", f"{keys[len(keys) * 99 // 100] * 1000:.1f}",
                  keys[len(keys) * 99 // 100] > MOST_KEYS and "many keys are slow")
        self.note("milliseconds until a key is drawn: the slowest", f"{keys[-1] * 1000:.1f}",
                  keys[-1] > EACH_KEY and f"a key needs more than {EACH_KEY} s")
        bound = MEMORY + MEMORY_OF_ONE * self.arguments.count
        memory = self.prompt.memory()
        self.note("MB of memory, the most", f"{memory >> 20} of {bound >> 20}",
                  memory > bound and "it needs more memory than the bound")

    def same_list(self):
        """The list equals the server, after refreshes."""
        refreshes = 1
        while "nothing new" not in self.prompt.mark("refresh campus; wait", f"refreshed-{refreshes}."):
            refreshes += 1
            if refreshes > 1000:
                raise TimeoutError("refresh always finds something")
        self.note("refreshes after that", refreshes)
        file = pathlib.Path(self.folder) / "list.json"
        self.prompt.say(f"output {file}", "to stop: output")
        self.prompt.say("locations campus --limit all --json=id; output", "wrote 1 line")
        listed = [place["id"] for place in json.loads(file.read_text())["places"]]
        expected = self.kinto.ids(last_id_first=self.arguments.control != "order")
        missing, further = set(expected) - set(listed), set(listed) - set(expected)
        self.note("locations at the server", len(expected))
        self.note("listed twice", len(listed) - len(set(listed)),
                  len(listed) != len(set(listed)) and "locations are listed twice")
        self.note("missing", len(missing), missing and f"missing: {sorted(missing)[:5]}")
        self.note("listed, but not at the server", len(further), further and f"too many: {sorted(further)[:5]}")
        is_sorted = [id for id in expected if id not in missing] == [id for id in listed if id not in further]
        self.note("in the order of the server", "yes" if is_sorted else "no", not is_sorted and "the order is wrong")


def main():
    parser = argparse.ArgumentParser(formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True)
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=int.from_bytes(os.urandom(4), "big"))
    parser.add_argument("--control", choices=CONTROLS, help="; ".join(f"{name}: {what}" for name, what in CONTROLS.items()))
    arguments = parser.parse_args()
    print(f"{arguments.count} locations, seed {arguments.seed}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        run = Run(arguments, folder)
        try:
            run.first_rows()
            run.everything()
            run.same_list()
        finally:
            run.close()
    for sentence in run.wrong:
        print(f"wrong: {sentence}")
    sys.exit(1 if run.wrong else 0)


main()
