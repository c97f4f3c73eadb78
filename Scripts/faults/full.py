"""Nothing can be written: full disk, limit on file sizes, no write permission. Favorites can still be read."""
import os
import pathlib
import random
import resource
import subprocess
import sys

from program import Wrong, compare, remove
from story import Story

# Root may write everywhere, so the program runs as another user.
STRANGER = {"user": 65534} if os.geteuid() == 0 else {}


def full(program, folder, seed, count):
    """Returns the problems found, and a summary."""
    choose = random.Random(seed)
    folder = pathlib.Path(folder)
    problems, done = [], {}
    ways = [limited] + [unwritable] * canRun(program) + [full_disk] * (os.geteuid() == 0)
    for number in range(count):
        way = ways[number % len(ways)]
        remove(folder)
        home = folder / "home"
        home.mkdir(parents=True)
        try:
            way(program, home, choose)
            done[way.__name__] = done.get(way.__name__, 0) + 1
        except Wrong as wrong:
            problems.append(f"{number}, {way.__name__}: {wrong}")
    return problems, ", ".join(f"{times:,} {name}" for name, times in done.items())


def canRun(program):
    """Whether that user may run the program: it can be in a folder of root."""
    try:
        return subprocess.run([program.path, "--version"], capture_output=True, **STRANGER).returncode == 0
    except PermissionError:
        return False


def exhaust(program, home, story, **options):
    """Runs lines until the disk is full; then everything acknowledged must be there."""
    acknowledged, code, said = program.run(home, story.lines, **options)
    if code != 3 or "nothing is saved; there is no space left on the disk" not in said:
        raise Wrong(f"ended with {code} after {acknowledged} of {len(story.lines)}: {said[-300:]!r}")
    kept, notices = program.read(home, **options)
    compare(kept, story.states[acknowledged], story.states[acknowledged])
    if notices:
        raise Wrong(f"reading says {notices!r}")


def limited(program, home, choose):
    """A limit on the size of files, which sends a signal unless that is ignored."""
    limit = choose.randrange(40_000, 400_000)
    story = Story(choose.random()).tell(150)
    exhaust(program, home, story, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))


def full_disk(program, home, choose):
    size = choose.randrange(80, 400) * 1024
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", home], check=True)
    try:
        exhaust(program, home, Story(choose.random()).tell(150))
    finally:
        subprocess.run(["umount", home], check=True)


def unwritable(program, home, choose):
    """Read by a user who may not write."""
    story = Story(choose.random()).tell(20)
    program.run(home, story.lines)
    for path in [home, *home.rglob("*")]:
        os.chmod(path, 0o555 if path.is_dir() else 0o444)
    kept, notices = program.read(home, **STRANGER)
    compare(kept, story.state, story.state)
    if notices:
        raise Wrong(f"reading says {notices!r}")
    acknowledged, code, said = program.run(home, Story(1).tell(1).lines, **STRANGER)
    reason = "nothing is saved; the file of favorites or its folder is read-only"
    if (acknowledged, code) != (0, 3) or reason not in said:
        raise Wrong(f"ended with {code}, {acknowledged} acknowledged: {said[-300:]!r}")


WRITES_AHEAD = """
import os, signal, sqlite3, sys
database = sqlite3.connect(sys.argv[1], isolation_level=None)
database.execute("PRAGMA journal_mode = WAL")
database.execute("CREATE TABLE favorites (name)")
os.kill(os.getpid(), signal.SIGKILL)
"""
READS = """
import sqlite3, sys
sqlite3.connect("file:" + sys.argv[1] + "?mode=ro", uri=True).execute("SELECT * FROM favorites")
"""


def write_ahead(program, folder, seed, count):
    """The control: with a write-ahead log, the last writes cannot be read from a folder without write permission."""
    home = pathlib.Path(folder)
    home.mkdir(parents=True)
    path = home / "favorites.sqlite"
    subprocess.run([sys.executable, "-c", WRITES_AHEAD, path])
    (home / "favorites.sqlite-shm").unlink()
    os.chmod(path, 0o444)
    os.chmod(home, 0o555)
    result = subprocess.run(["python3", "-c", READS, path], capture_output=True, text=True, **STRANGER)
    return [result.stderr.strip().splitlines()[-1]] if result.returncode else [], "1 write-ahead log"
