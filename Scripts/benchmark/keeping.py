"""Times of ten thousand favorites: from Enter until a change is reported as saved, which is when it is on the disk;
listing them, and Tab among them.

usage: keeping.py     runs alone; needs gaz and gaz-bench as Scripts/bench builds them
"""
import os
import pathlib
import re
import select
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "terminal"))
from engine import Engine  # noqa: E402
from session import Session  # noqa: E402

PROGRAM = ".build/release/gaz"
KEPT, ROUNDS, IN_PROCESS = 10_000, 200, 50
COUNTED = 1000  # see Dataset.mostCounted
SAID = re.compile(rb"(saved|gave|removed)[^\n]*\n")
TYPED = ["s", "sa", "san", "m", "mar", "new", "k", "ka", "b", "ber"]


def environment(folder):
    return {"HOME": folder, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "GAZ_HISTORY": "", "PATH": "/usr/bin:/bin"}


def run(folder, *commands):
    """The output of gaz for commands."""
    arguments = [word for command in commands for word in ("-c", command)]
    done = subprocess.run([PROGRAM, "-q", *arguments], env=environment(folder), capture_output=True, check=True)
    return done.stdout.decode()


def entered(session, line):
    """Types a line. Returns the milliseconds from Enter until the change is reported as saved."""
    session.send(line.encode())
    session.settle()
    drawn = b""
    began = time.perf_counter_ns()
    os.write(session.master, b"\r")
    while not SAID.search(drawn):
        if not select.select([session.master], [], [], 20)[0]:
            raise SystemExit(f"'{line}' was never reported as saved: {drawn!r}")
        drawn += os.read(session.master, 1 << 16)
    came = time.perf_counter_ns()
    session.settle()
    return (came - began) / 1e6


def figures(milliseconds):
    """Median and 99th percentile."""
    values = sorted(milliseconds)
    return statistics.median(values), values[min(len(values) - 1, int(len(values) * 0.99))]


def shown(milliseconds):
    return "{:.2f} / {:.2f} ms".format(*figures(milliseconds))


def prompt(folder, wrong):
    """The rows for edits at a prompt."""
    places = f"{folder}/places.jsonl"
    with open(places, "wb") as file:
        subprocess.run(["Scripts/make-places", str(KEPT + ROUNDS)], stdout=file, check=True)
    run(folder, f'open "{places}"', "search --limit all", f"favorite 1-{KEPT}")
    before = run(folder, "favorites --limit 0").strip()
    if before != f"{KEPT:,} places":
        wrong.append(f"{before} are kept, not {KEPT:,}")
    session = Session([PROGRAM, "-i", "-c", f'open "{places}"'], environment(folder), with_screen=False)
    session.settle()
    times = {"favorite": [], "note": [], "rate": []}
    for index in range(ROUNDS):
        place = f"places:{(KEPT + index) * 7}"
        times["favorite"].append(entered(session, f"favorite {place}"))
        times["note"].append(entered(session, f"note {place} ask for the room to the yard, {index}"))
        times["rate"].append(entered(session, f"rate {place} {index % 5 + 1}"))
    session.close()
    # The program was killed: everything reported as saved must still be there.
    after = run(folder, "favorites --limit 0", "favorites --min-rating 1 --limit 0").split("\n")
    expected = [f"{KEPT + ROUNDS:,} places", f"{ROUNDS} places"]
    if after[:2] != expected:
        wrong.append(f"after the end there are {after[:2]}, not {expected}")
    return [(f"Enter to saved: {work}", shown(values), f"{len(values)} times, found after kill -9")
            for work, values in times.items()]


def in_process(wrong):
    """The rows for queries of the favorites."""
    engine = Engine(f"generated:{KEPT}")
    engine.ask(f"keep {KEPT}")
    rows = []
    for work, request, least in [
        ("all of them, one row each", "say favorites --limit all", KEPT), ("the first 20", "say favorites", 20),
        ("one changed, in memory", "change", KEPT), ("one changed, and the data for searches", "change searched", KEPT)]:
        answers = [engine.once(request) for _ in range(IN_PROCESS)]
        if any(answer[1] < least for answer in answers):
            wrong.append(f"{request}: {answers[-1][1]} instead of {least}")
        rows.append((work, shown([answer[0] / 1e6 for answer in answers[1:]]), f"{answers[0][1]:,} counted"))
    tabs = []
    for turn in range(IN_PROCESS // 5):
        for typed in TYPED:
            nanoseconds, found, scanned = engine.once(f"tab favorites {typed}")
            tabs.append(nanoseconds / 1e6)
            if turn == 0 and found != min(scanned, COUNTED):
                wrong.append(f"Tab after 'favorites {typed}': {found}, a linear scan {scanned}")
    checked = f"names of {len(TYPED)} by a linear scan"
    rows.append(("Tab after the beginning of a name", shown(tabs[len(TYPED):]), checked))
    engine.close()
    return rows


def on_disk(folder, wrong):
    """The rows for reading the file."""
    engine = Engine(f"generated:{KEPT}")
    engine.ask(f"keep {KEPT}")
    engine.ask(f"store {folder}/kept/favorites.sqlite")
    rows = []
    for work, request, rounds, found in [
        ("all read from the file", "stored load", IN_PROCESS // 2, KEPT),
        ("changes read from the file", "stored news", ROUNDS, 0),
        ("one added to the file", "stored keep", ROUNDS, 1), ("changes read again", "stored news", ROUNDS, 0)]:
        answers = [engine.once(request) for _ in range(rounds)]
        if any(answer[1] != found for answer in answers):
            wrong.append(f"{request}: {answers[-1][1]} instead of {found}")
        values = [answer[0] / 1e6 for answer in answers[1:]]
        rows.append((work, "{:.3f} / {:.3f} ms".format(*figures(values)), f"{found:,} found, {rounds} times"))
    engine.close()
    return rows


def main():
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        rows = prompt(folder, wrong) + in_process(wrong) + on_disk(folder, wrong)
    print(f"\n## Favorites: {KEPT:,} kept\n\n| work | gaz, median / p99 | checked |\n|---|---|---|")
    for row in rows:
        print("| " + " | ".join(row) + " |")
    for problem in wrong:
        print("WRONG " + problem, file=sys.stderr)
    return wrong


if __name__ == "__main__":
    sys.exit(1 if main() else 0)
