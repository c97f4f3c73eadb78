"""Ends an export at every call that it makes, by each signal.

Afterwards, the file is the old or the new one, and no other file is left.
"""
import os
import re
import signal
import subprocess

from program import remove

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGUSR1, signal.SIGXCPU, signal.SIGKILL)
OLD = b"mine"


def exports(program, injector, folder, seed, count, unguarded=False):
    """Returns the problems found, and a summary.

    count: the most calls of an export that are tried. unguarded: also forbids the temporary file that SIGKILL leaves,
    until the next export, on a file system without unnamed files. So it must find problems.
    """
    del seed
    problems, ends = [], 0
    for named in (False, True):
        for replaces in (False, True):
            for end in SIGNALS:
                for call in range(1, count + 1):
                    found, code = export(program, injector, folder, end, call, named, replaces)
                    if code == 0:
                        break
                    ends += 1
                    where = f"{end.name} at call {call}, {'named' if named else 'unnamed'}, replacing: {replaces}"
                    if code not in (-end, 130):
                        problems.append(f"{where}: ended with {code}")
                    problems += [f"{where}: {problem}" for problem in check(found, end, replaces, unguarded)]
                    # The next export removes what SIGKILL left.
                    if found.keys() - {"trip.csv"}:
                        found, code = export(program, injector, folder, end, 0, named, replaces, isFirst=False)
                        if code or set(found) != {"trip.csv"}:
                            problems.append(f"{where}: the next export ended with {code} and left {sorted(found)}")
    remove(folder)
    return problems, f"{ends:,} exports ended"


def check(found, end, replaces, unguarded):
    kept = found.get("trip.csv")
    if kept is None and replaces or kept is not None and kept != OLD and not kept.endswith(b"\n"):
        yield f"the file is {kept!r}"
    others = sorted(found.keys() - {"trip.csv"})
    allowed = end == signal.SIGKILL and not unguarded and len(others) == 1 and re.match(r"\.gaz-[0-9a-f]+$", others[0])
    if others and not allowed:
        yield f"left {others}"


def export(program, injector, folder, end, call, named, replaces, isFirst=True):
    """The files that are there afterwards, and the exit code."""
    place = folder / "exports"
    if isFirst:
        remove(place)
        place.mkdir(parents=True)
        if replaces:
            (place / "trip.csv").write_bytes(OLD)
    shim = {"LD_PRELOAD": str(injector), "FAULTS_FOLDER": str(place), "FAULTS_CALL": "any", "FAULTS_ERROR": str(-end),
            "FAULTS_AT": str(call)}
    if named:
        shim["FAULTS_NAMED"] = "1"
    command = f"search berlin --limit 1; export {place}/trip.csv --of filtered --overwrite"
    run = subprocess.run(
        [program.path, "-c", command], env=program.environment(folder, shim), stdin=subprocess.DEVNULL,
        capture_output=True, timeout=120)
    return {name: (place / name).read_bytes() for name in os.listdir(place)}, run.returncode
