"""kill -9 while a file of an older version is migrated: it is the old file or the new one, and complete."""
import collections
import pathlib
import random
import shutil
import signal
import subprocess
import sys

from program import Wrong, compare, remove
from schemas import TABLES, tables, write_old
from story import Story

# The control: each step in a transaction of its own.
STEPWISE = """
import sqlite3, sys
database = sqlite3.connect(sys.argv[1], isolation_level=None)
database.execute("ALTER TABLE edits ADD COLUMN author TEXT NOT NULL DEFAULT ''")
database.execute("ALTER TABLE edits ADD COLUMN undoes INTEGER")
database.execute("CREATE INDEX changes_by_favorite ON changes (favorite, edit)")
database.execute("CREATE TABLE properties (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT")
database.execute("PRAGMA user_version = 3")
"""


def migrations(program, injector, folder, seed, count, stepwise=False):
    """Returns the problems found, and a summary."""
    choose = random.Random(seed)
    current, home = pathlib.Path(folder) / "current", pathlib.Path(folder) / "home"
    story = Story(choose.random()).tell(80)
    program.run(current, story.lines)
    newest = tables(program.store(current))
    command = [program.path, "-c", "favorites --limit 1"]
    if stepwise:
        command = [sys.executable, "-c", STEPWISE, str(program.store(home))]
    shim = {"LD_PRELOAD": str(injector), "FAULTS_FOLDER": str(home), "FAULTS_CALL": "any", "FAULTS_ERROR": "-9",
            "FAULTS_COUNT": str(pathlib.Path(folder) / "count")}
    calls, problems, outcomes = 0, [], collections.Counter()
    while outcomes["killed"] < count:
        remove(home)
        path = program.store(home)
        path.parent.mkdir(parents=True)
        # The control has steps only from the first version.
        write_old(1 if stepwise else choose.choice(list(TABLES)), program.store(current), path)
        oldest = tables(path)
        # The first calls copy the old file, the last write the new one.
        at = choose.randint(choose.choice([1, max(1, calls - 60)]), calls) if calls else 0
        environment = program.environment(home, {**shim, "FAULTS_AT": str(at)})
        code = subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, capture_output=True).returncode
        if code != -signal.SIGKILL:
            calls = int(pathlib.Path(shim["FAULTS_COUNT"]).read_text())
        outcomes["killed" if code == -signal.SIGKILL else "left alone"] += 1
        try:
            outcomes[judge(home, path, oldest, newest)] += 1
            if not stepwise:
                read(program, home, oldest, newest, story.state)
        except Wrong as wrong:
            problems.append(f"{sum(outcomes.values())}: {wrong}")
    said = ", ".join(f"{times:,} {outcome}" for outcome, times in outcomes.most_common())
    return problems, f"migrations of {len(TABLES)} old versions, of {calls:,} calls: {said}"


def judge(home, path, oldest, newest):
    """Returns which of the two it is; wrong if it is neither."""
    copy = home / "copy"
    shutil.copytree(path.parent, copy)
    now = tables(copy / path.name)
    if now not in (oldest, newest):
        raise Wrong(f"neither old nor new: version {now[0]}, {len(now[1])} columns, {now[2]}")
    return "old" if now == oldest else "new"


def read(program, home, oldest, newest, state):
    """Checks that the next session finds everything and finishes the migration."""
    kept, said = program.read(home)
    if said:
        raise Wrong(f"reading says {said!r}")
    compare(kept, state, state)
    if tables(program.store(home)) != newest:
        raise Wrong("the next session does not migrate it")
    backup = program.store(home).parent / f"backups/favorites.sqlite.v{oldest[0]}"
    if tables(backup) != oldest:
        raise Wrong("the backup differs from the old file")
