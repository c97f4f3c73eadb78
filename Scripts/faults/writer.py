"""Carries out the lines of a story in SQLite, with settings that may be weaker than those of the program.

usage: writer.py JOURNAL SYNCHRONOUS [deferred]     reads lines; says "saved it" after each commit
       writer.py --read                             prints what is kept
"""
import json
import os
import pathlib
import sqlite3
import sys
import time

path = pathlib.Path(os.environ["XDG_DATA_HOME"]) / "gaz/favorites.sqlite"


def read():
    if not path.exists():
        return {}
    database = sqlite3.connect(path)
    if not database.execute("SELECT 1 FROM sqlite_schema").fetchone():
        return {}
    check = database.execute("PRAGMA integrity_check").fetchone()[0]
    if check != "ok":
        sys.exit(check)
    return dict(database.execute("SELECT name, note FROM favorites"))


def make(folder):
    """Makes a folder and those above it, and flushes their names, so that only the settings make a difference."""
    if not folder.exists():
        make(folder.parent)
        folder.mkdir(exist_ok=True)
        above = os.open(folder.parent, os.O_RDONLY)
        os.fsync(above)
        os.close(above)


def change(database, line):
    words = line.split()
    if words[0] == "add-favorite":
        note = words[words.index("--note") + 1] if "--note" in words else None
        database.execute("INSERT INTO favorites VALUES (?, ?)", (" ".join(words[1:words.index("--at")]), note))
    elif "note" in words:
        name = line.split(";")[0].removeprefix("favorites ")
        database.execute("UPDATE favorites SET note = ? WHERE name = ?", (words[-1], name))
    else:
        database.execute("DELETE FROM favorites WHERE name = ?", (line.split(";")[0].removeprefix("favorites "),))


def keep(journal, synchronous, deferred=False):
    make(path.parent)
    database = sqlite3.connect(path, isolation_level=None)
    database.execute(f"PRAGMA journal_mode = {journal}")
    database.execute(f"PRAGMA synchronous = {synchronous}")
    database.execute("CREATE TABLE IF NOT EXISTS favorites (name TEXT PRIMARY KEY, note TEXT)")
    if deferred:
        database.execute("PRAGMA busy_timeout = 0")
    for line in sys.stdin:
        try:
            database.execute("BEGIN" if deferred else "BEGIN IMMEDIATE")
            if deferred:
                database.execute("SELECT count(*) FROM favorites").fetchone()
                # Long enough for another session to write in between.
                time.sleep(0.005)
            change(database, line)
            database.execute("COMMIT")
        except sqlite3.OperationalError as error:
            if database.in_transaction:
                database.execute("ROLLBACK")
            print("nothing is saved:", error, file=sys.stderr, flush=True)
            if not deferred:
                sys.exit(1)
            continue
        print("saved it", file=sys.stderr, flush=True)


if sys.argv[1] == "--read":
    print(json.dumps(read()))
else:
    keep(sys.argv[1], sys.argv[2], "deferred" in sys.argv)
