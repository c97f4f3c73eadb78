"""Damaged files: every change of what is kept is told, the damaged file is kept, and what can be had comes back."""
import collections
import pathlib
import random
import shutil
import sqlite3

from program import Wrong, remove
from story import Story

PAGE = 4096


def flip(choose, data):
    for _ in range(choose.choice([1, 1, 1, 8, 64])):
        data[choose.randrange(len(data))] ^= 1 << choose.randrange(8)


def zero(choose, data):
    start = choose.randrange(len(data) // PAGE) * PAGE
    data[start:start + PAGE] = bytes(PAGE)


def cut(choose, data):
    del data[choose.choice([0, choose.randrange(len(data)), choose.randrange(len(data) // PAGE) * PAGE]):]


def scribble(choose, data):
    start, count = choose.randrange(len(data)), choose.choice([1, 16, 512, 9000])
    data[start:start + count] = choose.randbytes(len(data[start:start + count]))


def swap(choose, data):
    one, other = (choose.randrange(len(data) // PAGE) * PAGE for _ in range(2))
    data[one:one + PAGE], data[other:other + PAGE] = data[other:other + PAGE], data[one:one + PAGE]


def replace(choose, data):
    data[:] = choose.choice([b"", b"not a database\n" * 100, choose.randbytes(len(data))])


KINDS = [flip, flip, flip, zero, cut, scribble, swap, replace]


def damages(program, folder, seed, count, check=None):
    """Problems found, and a summary. check: tells, in the program's place, what is kept and whether that is told."""
    choose = random.Random(seed)
    sound, home = pathlib.Path(folder) / "sound", pathlib.Path(folder) / "home"
    story = Story(choose.random(), lengths=(3, 30, 300, 9000)).tell(60)
    program.run(sound, story.lines)
    backup = read_tables(next(program.store(sound).parent.glob("backups/*")))
    problems, outcomes = [], collections.Counter()
    for number in range(count):
        remove(home)
        shutil.copytree(sound, home)
        kind = choose.choice(KINDS)
        data = bytearray(program.store(home).read_bytes())
        kind(choose, data)
        program.store(home).write_bytes(data)
        try:
            outcomes[(check or judge)(program, home, bytes(data), story.state, backup)] += 1
        except Wrong as wrong:
            problems.append(f"{number}, {kind.__name__}: {wrong}")
    said = ", ".join(f"{times:,} {outcome}" for outcome, times in outcomes.most_common())
    return problems, f"{count:,} damaged files of {len(data):,} bytes: {said}"


def read_tables(path):
    """The names that a file keeps."""
    database = sqlite3.connect(f"file:{path}?immutable=1", uri=True)
    names = {name for name, in database.execute("SELECT name FROM favorites")}
    database.close()
    return names


def judge(program, home, damaged, sound, backup):
    """How it ended, if well."""
    kept, said = program.read(home)
    copies = list(program.store(home).parent.glob("*.corrupt-*"))
    copies = [copy for copy in copies if not copy.name.endswith("-journal")]
    if not said:
        if kept != sound:
            raise Wrong("another content, and nothing is said")
        return "unharmed"
    if not copies or copies[0].read_bytes() != damaged:
        raise Wrong(f"the damaged file is not kept: {said!r}")
    if not backup & sound.keys() <= kept.keys():
        raise Wrong(f"not all of the backup is back: {said!r}")
    again, notices = program.read(home)
    if again != kept or notices:
        raise Wrong(f"the mended file has another content, or still complains: {notices!r}")
    acknowledged, _, said = program.run(home, ["add-favorite Another --at 1,2"])
    if acknowledged != 1:
        raise Wrong(f"nothing can be kept any more: {said!r}")
    return "told, all back" if kept == sound else "told, in part back"


def quick_check(program, home, damaged, sound, backup):
    """The control: SQLite's own check alone, where records are read whose sums nobody looks at."""
    try:
        database = sqlite3.connect(program.store(home))
        verdict = database.execute("PRAGMA quick_check").fetchone()[0]
        kept = sorted(bytes(record) for record, in database.execute("SELECT record FROM favorites"))
        database.close()
    except sqlite3.Error:
        return "told"
    untouched = sqlite3.connect(f"file:{program.store(home.parent / 'sound')}?immutable=1", uri=True)
    expected = sorted(bytes(record) for record, in untouched.execute("SELECT record FROM favorites"))
    if verdict == "ok" and kept != expected:
        raise Wrong("another content, and nothing is said")
    return "unharmed" if verdict == "ok" else "told"
