"""Times conditions, orders and counts by columns beside DuckDB and SQLite, at two sizes. Each question is asked several
times in one session: the first time, a column is read from the data of all places; later it is there."""
import csv
import json
import os
import random
import re
import sqlite3
import statistics
import subprocess
import tempfile
import time

import duckdb

from table import Table, number, say

SIZES = [200_000, 5_000_000]
PROGRAM = ".build/release/gaz"
FOLDER = ".build/bench"
COLUMNS = {"name": "VARCHAR", "lat": "DOUBLE", "lon": "DOUBLE", "country": "VARCHAR", "rating": "DOUBLE",
           "visits": "BIGINT", "opened": "DATE", "owner": "VARCHAR"}
# What gaz is asked, and the same for the others. Each round asks with another number, so that no answer is known.
QUESTIONS = [
    (["count", "--where", "rating>={0}.5"], "SELECT count(*) FROM places WHERE rating >= {0}.5"),
    (["count", "--where", "country=DE", "--where", "visits<{0}000"],
     "SELECT count(*) FROM places WHERE country = 'DE' AND visits < {0}000"),
    (["count", "--where", "owner~park {0}"], "SELECT count(*) FROM places WHERE owner LIKE '%park {0}%'"),
    (["search", "--sort", "visits", "--limit", "2{0}", "--columns", "visits"],
     "SELECT visits FROM places WHERE visits IS NOT NULL ORDER BY visits LIMIT 2{0}"),
    (["search", "--where", "visits>{0}", "--sort", "opened", "--limit", "20", "--columns", "opened"],
     "SELECT opened FROM places WHERE visits > {0} AND opened IS NOT NULL ORDER BY opened LIMIT 20"),
    (["count", "--by", "country", "--where", "visits>{0}"],
     "SELECT country, count(*) FROM places WHERE visits > {0} GROUP BY country ORDER BY 2 DESC, 1 LIMIT 20"),
    (["count", "--by", "owner", "--where", "visits>{0}", "--limit", "20"],
     "SELECT owner, count(*) FROM places WHERE visits > {0} AND owner IS NOT NULL GROUP BY owner ORDER BY 2 DESC, 1 "
     "LIMIT 20"),
    (["count", "--by", "name", "--where", "visits>{0}", "--limit", "20"],
     "SELECT name, count(*) FROM places WHERE visits > {0} GROUP BY name ORDER BY 2 DESC, 1 LIMIT 20"),
    (["search", "--in-columns", "park {0}77", "--limit", "0"],
     "SELECT count(*) FROM places WHERE " + " AND ".join(
         "(" + " OR ".join(f"lower(CAST({column} AS VARCHAR)) LIKE '%{word}%'" for column in COLUMNS
                           if column not in ("lat", "lon")) + ")" for word in ("park", "{0}77"))),
]


def written(count):
    """A file of so many made-up places with columns of every type, some values missing."""
    path = f"{FOLDER}/columns-{count}.csv"
    if os.path.exists(path):
        return path
    say(f"making {count:,} rows")
    chance = random.Random(7)
    countries = ["US", "CN", "IN", "DE", "FR", "BR", "JP", "IT", "ES", "PL"]
    things = ["park", "mill", "bank", "farm", "shop", "hotel"]
    with open(path + ".part", "w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(COLUMNS)
        for row in range(count):
            pick = chance.random()
            rows.writerow([
                f"Place {row}", round(chance.uniform(-60, 70), 5), round(chance.uniform(-180, 180), 5),
                countries[int(pick * pick * 10)], round(chance.uniform(0, 5), 1) if pick < 0.9 else "",
                chance.randrange(10**6) if pick > 0.1 else "",
                f"{chance.randint(1950, 2029)}-{chance.randint(1, 12):02}-{chance.randint(1, 28):02}",
                f"{chance.choice(things)} {chance.randrange(1000)}" if pick < 0.8 else ""])
    os.replace(path + ".part", path)
    return path


def asked(path, rounds):
    """The answers of gaz, and the milliseconds of each round."""
    arguments = []
    for words, _ in QUESTIONS:
        line = " ".join(f"'{word}'" if word[0] != "-" else word for word in words) + " --json"
        for turn in range(rounds + 1):
            arguments += ["-c", line.format(turn + 1)]
    with tempfile.TemporaryDirectory() as home:
        environment = {**os.environ, **{f"XDG_{part}_HOME": home for part in ("CACHE", "CONFIG", "DATA", "STATE")}}
        ran = subprocess.run(
            [PROGRAM, "--no-rc", "--data", home, "--timer", path, *arguments], capture_output=True, encoding="utf-8",
            env=environment, check=True)
    answers = [json.loads(line) for line in ran.stdout.splitlines() if line.startswith("{")]
    times = [float(found) for found in re.findall(r"total ([0-9.,]+) ms", ran.stdout + ran.stderr)]
    return answers, times


def values(words, answer):
    if "--by" in words:
        return [(row.get("value"), row["count"]) for row in answer["values"]][:20]
    if words[0] == "count":
        return [(answer["count"],)]
    if "--in-columns" in words:
        return [(answer["total"],)]
    return [(place.get("attributes", place)[words[-1]],) for place in answer["places"]]


def timed(run):
    began = time.perf_counter_ns()
    rows = run()
    return (time.perf_counter_ns() - began) / 1e6, rows


def measure(rounds):
    wrong = []
    for count in SIZES:
        say(f"columns of {count:,} places")
        path = written(count)
        table = Table()
        answers, times = asked(path, rounds)
        duck = duckdb.connect()
        types = ", ".join(f"'{name}': '{type}'" for name, type in COLUMNS.items())
        duck.execute(f"CREATE TABLE places AS SELECT * FROM read_csv('{path}', header=true, columns={{{types}}})")
        lite = sqlite3.connect(":memory:")
        lite.execute("CREATE TABLE places (name, lat REAL, lon REAL, country, rating REAL, visits INTEGER, opened, owner)")
        with open(path, encoding="utf-8", newline="") as file:
            rows = csv.reader(file)
            next(rows)
            lite.executemany("INSERT INTO places VALUES (?,?,?,?,?,?,?,?)", ([v or None for v in row] for row in rows))
        for index, (words, sql) in enumerate(QUESTIONS):
            mine = times[index * (rounds + 1):][:rounds + 1]
            given = answers[index * (rounds + 1):][:rounds + 1]
            name = "`" + " ".join(words).format("N") + "`"
            for peer, execute in [("DuckDB, two threads", duck.execute), ("SQLite", lite.execute)]:
                theirs = []
                for turn, answer in enumerate(given):
                    milliseconds, rows = timed(lambda: execute(sql.format(turn + 1)).fetchall())
                    theirs.append(milliseconds)
                    table.check(f"{name} of {peer}", [tuple(map(str, row)) for row in values(words, answer)],
                                [tuple(map(str, row)) for row in rows])
                later, other = statistics.median(mine[1:]), statistics.median(theirs[1:])
                table.add(name, f"{number(later)} ms, the first time {number(mine[0])}", peer, f"{number(other)} ms",
                          f"{number(other / later)}×", "the answers are the same")
        table.write(f"Columns: {count:,} made-up places")
        wrong += table.wrong
    return wrong
