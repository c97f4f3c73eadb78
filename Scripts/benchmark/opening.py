"""Times opening a dataset, its snapshot and the indexes for typing, and says how much memory they need."""
import pathlib
import statistics

import peers
from engine import Engine
from table import number


def measure(engine, path, count, rounds, table):
    """`count` is the number of places. Afterwards, the engine has the indexes for typing."""
    load(engine, path, count, rounds, table)
    if path:
        columns(engine, path, count, rounds, table)
    snapshot(engine, count, rounds, table)
    # What the prompt makes in the background after opening a dataset. All that follows is measured with it.
    nanoseconds, _ = engine.once("prepare")
    table.add("the indexes for typing: build", f"{number(nanoseconds / 1e6)} ms", "", "", "", "")
    memory(path, count, table)


def beside(engine, request, peer, path, count, rounds, table):
    """The median milliseconds of gaz and of a peer; None without a path or without the peer."""
    ours, theirs = [], []
    for _ in range(rounds):
        nanoseconds, records = engine.once(request)
        table.check(f"records of {request}", records, count)
        ours.append(nanoseconds / 1e6)
        try:
            nanoseconds, rows = peer(path) if path else (None, None)
        except ImportError:
            continue
        if path:
            table.check(f"rows of {peer.__name__}", rows, count)
            theirs.append(nanoseconds / 1e6)
    return statistics.median(ours), statistics.median(theirs) if theirs else None


def load(engine, path, count, rounds, table):
    mine, other = beside(engine, "load", peers.duckdb_load, path, count, rounds, table)
    if path:
        table.add("open the file, searchable", f"{number(mine)} ms", "DuckDB, load only", f"{number(other)} ms",
                  f"{number(other / mine)}×", f"{count:,} places")
    else:
        table.add("open the snapshot", f"{number(mine * 1000)} µs", "", "", "", f"{count:,} places")


def columns(engine, path, count, rounds, table):
    mine, other = beside(engine, "columns", peers.simdjson_load, path, count, rounds, table)
    table.add("read the file into columns, without indexes", f"{number(mine)} ms", "pysimdjson, cold: its tree only",
              f"{number(other)} ms" if other else "left out", f"{number(other / mine)}×" if other else "",
              f"{count:,} places")


def snapshot(engine, count, rounds, table):
    for request, name in [("copy", "open its copy in the cache"), ("snapshot", "open its snapshot, all checked")]:
        times = []
        for _ in range(rounds):
            nanoseconds, places, size = engine.once(request)
            table.check("places of the snapshot", places, count)
            times.append(nanoseconds / 1e6)
        table.add(name, f"{number(statistics.median(times))} ms", "", "", "", f"{size / count:.0f} bytes a place")


def memory(path, count, table):
    """Memory of the process itself: pages of the program and of mapped files are not counted."""
    empty, full = Engine("generated:0", returns_memory=True), Engine(path, returns_memory=True)
    opened = resident(full) - resident(empty)
    full.once("prepare")
    prepared = resident(full) - resident(empty) - opened
    parts = [("memory: the indexes for typing", prepared)]
    if path:  # The built-in dataset is read in place.
        parts.insert(0, ("memory: the columns and indexes of the opened file", opened))
    for name, size in parts:
        table.add(name, f"{number(size / count)} bytes a place", "", "", "", f"{number(size / 1e6)} MB of the process")
    for engine in [empty, full]:
        engine.close()


def resident(engine):
    """Bytes of a process that has opened its dataset."""
    engine.ask("queries search 0")
    status = pathlib.Path(f"/proc/{engine.process.pid}/status").read_text(encoding="ascii")
    return next(int(line.split()[1]) * 1024 for line in status.splitlines() if line.startswith("RssAnon:"))
