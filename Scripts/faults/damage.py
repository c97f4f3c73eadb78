"""Damaged files: the program reports every change of content, keeps the damaged file and recovers what it can."""
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


# The state before the damage: names with their notes, all edits, and the names in the backup.
Sound = collections.namedtuple("Sound", "state past backup")


def damages(program, folder, seed, count, check=None, times=1):
    """Returns the problems found, and a summary. check: used instead of `judge`; times: files for each of `count`."""
    choose = random.Random(seed)
    sound, home = pathlib.Path(folder) / "sound", pathlib.Path(folder) / "home"
    story = Story(choose.random(), lengths=(12, 30, 300, 9000)).tell(60)
    program.run(sound, story.lines)
    backup = names(next(program.store(sound).parent.glob("backups/*")))
    expected = Sound(story.state, program.past(sound)[0], backup & story.state.keys())
    problems, outcomes = [], collections.Counter()
    for number in range(count * times):
        remove(home)
        shutil.copytree(sound, home)
        kind = choose.choice(KINDS)
        data = bytearray(program.store(home).read_bytes())
        kind(choose, data)
        program.store(home).write_bytes(data)
        try:
            outcomes[(check or judge)(program, home, bytes(data), expected)] += 1
        except Wrong as wrong:
            problems.append(f"{number}, {kind.__name__}: {wrong}")
    said = ", ".join(f"{times:,} {outcome}" for outcome, times in outcomes.most_common())
    return problems, f"{count * times:,} damaged files: {said}"


def names(path):
    """The names in a file."""
    database = sqlite3.connect(f"file:{path}?immutable=1", uri=True)
    kept = {name for name, in database.execute("SELECT name FROM favorites")}
    database.close()
    return kept


def judge(program, home, damaged, sound):
    """Checks a run. Returns how it ended."""
    kept, said = program.read(home)
    if not said and kept != sound.state:
        raise Wrong("the favorites differ, and nothing is reported")
    if not said:
        past, said = program.past(home)
        if not said and past != sound.past:
            raise Wrong("the history differs, and nothing is reported")
    if not said:
        return "undamaged"
    if "none is lost" in said and kept != sound.state:
        raise Wrong(f"the favorites differ, and the report says that none is lost: {differences(kept, sound.state)}")
    copies = [copy for copy in program.store(home).parent.glob("*.corrupt-*") if not copy.name.endswith("-journal")]
    if not copies or copies[0].read_bytes() != damaged:
        raise Wrong(f"the damaged file is not kept: {said!r}")
    if not sound.backup <= kept.keys():
        raise Wrong(f"something of the backup is not recovered: {said!r}")
    again, notices = program.read(home)
    if again != kept or notices:
        raise Wrong(f"the repaired file has different content, or is still reported as damaged: {notices!r}")
    acknowledged, _, said = program.run(home, ["add-favorite Another --at 1,2"])
    if acknowledged != 1:
        raise Wrong(f"nothing can be saved any more: {said!r}")
    return "reported, all recovered" if kept == sound.state else "reported, partly recovered"


def differences(kept, sound):
    lost = [name for name in sound if name not in kept]
    extra = [name for name in kept if name not in sound]
    changed = [name for name in kept if name in sound and kept[name] != sound[name]]
    return f"{len(lost)} lost, {len(extra)} too many, {len(changed)} changed"


def quick_check(program, home, damaged, sound):
    """The control: only SQLite's own check, without the checksums of the rows."""
    try:
        database = sqlite3.connect(program.store(home))
        verdict = database.execute("PRAGMA quick_check").fetchone()[0]
        kept = sorted(repr(row) for row in database.execute("SELECT record FROM favorites"))
        database.close()
    except (sqlite3.Error, TypeError, UnicodeDecodeError):
        # Two of these are Python's own: no verdict at all (TypeError), and text that is not UTF-8.
        return "reported"
    untouched = sqlite3.connect(f"file:{program.store(home.parent / 'sound')}?immutable=1", uri=True)
    expected = sorted(repr(row) for row in untouched.execute("SELECT record FROM favorites"))
    if verdict == "ok" and kept != expected:
        raise Wrong("the content differs, and nothing is reported")
    return "undamaged" if verdict == "ok" else "reported"
