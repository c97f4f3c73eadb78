"""Times a process from its start to its end, with its output read through a pipe."""
import os
import sqlite3
import statistics
import time

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


def world_database(places, path):
    if os.path.exists(path):
        os.remove(path)
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE places (fold TEXT, name TEXT, country TEXT, population INT)")
        rows = [(text, p.name, p.country, p.population) for p in places for text in [p.fold, *p.alternates]]
        database.executemany("INSERT INTO places VALUES (?, ?, ?, ?)", rows)
        database.execute("CREATE INDEX by_fold ON places (fold, population)")


def measure(places, folder):
    """Median milliseconds by name, interleaved. Programs that do not answer Tokyo are reported and left out."""
    database = f"{folder}/world.db"
    world_database(places, database)
    query = ("SELECT name, country FROM places WHERE fold >= 'tokio' AND fold < 'tokip' "
             "ORDER BY population DESC LIMIT 20")
    commands = {
        "gaz": [".build/release/gaz", "-c", "search tokio"],
        "hello": [f"{folder}/hello"],
        "sqlite3": ["sqlite3", database, query],
    }
    environment = {**os.environ, "XDG_DATA_HOME": folder, "XDG_STATE_HOME": folder, "XDG_CONFIG_HOME": folder}
    problems = []
    for name in ["gaz", "sqlite3"]:
        if b"Tokyo" not in spawned(commands[name], environment)[1]:
            problems.append(f"{name} does not find Tokyo by tokio")
            del commands[name]
    times = {name: [] for name in commands}
    for _ in range(RUNS):
        for name, arguments in commands.items():
            times[name].append(spawned(arguments, environment)[0])
    return {name: statistics.median(values) for name, values in times.items()}, problems
