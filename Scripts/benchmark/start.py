"""Times a process from its start to its end, with its output read through a pipe."""
import glob
import os
import sqlite3
import statistics
import time

from table import number

RUNS = 60


def spawned(arguments, environment):
    """Milliseconds, output."""
    reading, writing = os.pipe()
    start = time.perf_counter_ns()
    process = os.posix_spawnp(
        arguments[0], arguments, environment,
        file_actions=[(os.POSIX_SPAWN_DUP2, writing, 1), (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0)])
    os.close(writing)
    output = b""
    while chunk := os.read(reading, 65536):
        output += chunk
    os.waitpid(process, 0)
    spent = (time.perf_counter_ns() - start) / 1e6
    os.close(reading)
    return spent, output


def write_database(places, path):
    if os.path.exists(path):
        os.remove(path)
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE places (fold TEXT, name TEXT, country TEXT, population INT)")
        rows = [(text, p.name, p.country, p.population) for p in places for text in [p.fold, *p.alternates]]
        database.executemany("INSERT INTO places VALUES (?, ?, ?, ?)", rows)
        database.execute("CREATE INDEX by_fold ON places (fold, population)")


def measure(places, path, folder, table):
    """Adds the row of a search for Tokyo in the copy of the file that is in the cache; without a `path`, in the
    built-in dataset. A program that does not find it is wrong."""
    work, word = ("process start to ranked answer", "tokio") if path is None else (
        "process start to ranked answer, from the copy in the cache", "tokyo")
    database = f"{folder}/{'cities' if path else 'world'}.db"
    write_database(places, database)
    query = (f"SELECT name, country FROM places WHERE fold >= '{word}' AND fold < '{word[:-1]}p' "
             "ORDER BY population DESC LIMIT 20")
    commands = {
        "gaz": [".build/release/gaz", *([path] if path else []), "-c", f"search {word}"],
        "hello": [f"{folder}/hello"],
        "sqlite3": ["sqlite3", database, query],
    }
    folders = {f"XDG_{kind}_HOME": os.path.abspath(folder) for kind in ["CACHE", "CONFIG", "DATA", "STATE"]}
    environment = {**os.environ, **folders}
    problems = [f"{name} does not find Tokyo by {word}" for name in ["gaz", "sqlite3"]
                if b"Tokyo" not in spawned(commands[name], environment)[1]]
    if path and not glob.glob(f"{folder}/gaz/parsed/*.parsed"):
        problems.append("gaz keeps no copy of the file")
    for problem in problems:
        table.add(work, "left out", "", "", "", problem)
        table.wrong.append(problem)
    if problems:
        return
    times = {name: [] for name in commands}
    for _ in range(RUNS):
        for name, arguments in commands.items():
            times[name].append(spawned(arguments, environment)[0])
    ours, hello, theirs = (statistics.median(times[name]) for name in ["gaz", "hello", "sqlite3"])
    table.add(work, f"{ours:.2f} ms, {ours - hello:+.2f} over hello world", "sqlite3", f"{theirs:.2f} ms",
              f"{number(theirs / ours)}×", "Tokyo found")
