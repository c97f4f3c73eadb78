"""Times names with typing errors beside symspellpy, which answers less: whole names only, and no places."""
import pathlib

from peers import timed
from table import Times, number, pair, ratio

WORK = "typing errors, within 2: total"


def measure(engine, folds, places, rounds, table):
    """The engine has the queries whose folds are given as the family `typo`."""
    try:
        from symspellpy import SymSpell, Verbosity
    except ImportError:
        table.add(WORK, "", "symspellpy", "left out", "", "")
        return
    names = sorted({place.fold for place in places})
    before = resident()
    peer = SymSpell(max_dictionary_edit_distance=2)
    nanoseconds, _ = timed(lambda: [peer.create_dictionary_entry(name, 1) for name in names])
    size = resident() - before
    ours, theirs = Times(), Times()
    for turn in range(-1, rounds):  # the first one warms up
        answers = engine.run("typo")
        found = [timed(lambda: peer.lookup(query, Verbosity.ALL, max_edit_distance=2))[0] for query in folds]
        if turn >= 0:
            ours.add([answer.nanoseconds for answer in answers])
            theirs.add(found)
    table.add(WORK, pair(ours), "symspellpy, whole names", pair(theirs), ratio(ours, theirs),
              f"only times; {len(names):,} names, made in {number(nanoseconds / 1e9)} s, {number(size / 1e6)} MB")


def resident():
    status = pathlib.Path("/proc/self/status").read_text(encoding="ascii")
    return next(int(line.split()[1]) * 1024 for line in status.splitlines() if line.startswith("VmRSS:"))
