"""Asks gaz and DuckDB the same random questions, and gaz and scipy for nearest places, see Scripts/compare."""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import unicodedata

import duckdb

import nearest_rows

parser = argparse.ArgumentParser()
parser.add_argument("--questions", type=int, default=200)
parser.add_argument("--seed", type=int, default=1)
parser.add_argument("--rows", type=int, default=20_000)
parser.add_argument("--points", type=int, default=10_000)
parser.add_argument("--cities", required=True)
parser.add_argument("file", nargs="?")
options = parser.parse_args()
chance = random.Random(options.seed)


def places():
    """The first places of the file, with columns of every type."""
    with open(options.cities, encoding="utf-8") as file:
        text = file.read()
    records = json.loads(text) if text.lstrip().startswith("[") else [json.loads(line) for line in text.splitlines()]
    for record in records[: options.rows]:
        day = f"{chance.randint(1990, 2029)}-{chance.randint(1, 12):02}-{chance.randint(1, 28):02}"
        yield {
            "id": record["_id"],
            "name": record["name"],
            "country": record["country"],
            "lat": record["coord"]["lat"],
            "lon": record["coord"]["lon"],
            "score": chance.choice([None, round(chance.uniform(-5, 5), 2), chance.randint(-20, 20)]),
            "visits": chance.choice([None, chance.randint(0, 10**6)]),
            "opened": chance.choice([None, day]),
            "label": chance.choice([None, "Cafe", "Bar", "Restaurant", "Tea house", "bar"]),
        }


WHOLE = str.maketrans(
    {"ß": "ss", "ł": "l", "Ł": "L", "ø": "o", "Ø": "O", "đ": "d", "Đ": "D", "ð": "d", "Ð": "D", "ı": "i", "æ": "ae",
     "Æ": "AE", "œ": "oe", "Œ": "OE", "þ": "th", "Þ": "TH", "ħ": "h", "Ħ": "H", "ŧ": "t", "Ŧ": "T"}
)


def is_kept(letter):
    return not (unicodedata.category(letter) == "Mn" or "\u02b0" <= letter <= "\u02ff")


def is_word(letter):
    category = unicodedata.category(letter)
    return category[0] in "LN" or category == "Mc"


def fold_once(text):
    letters = unicodedata.normalize("NFKD", text.translate(WHOLE))
    letters = "".join(filter(is_kept, letters)).casefold()
    return " ".join("".join(letter if is_word(letter) else " " for letter in letters).split())


def fold(text):
    """Without case and accents, as the search of gaz compares texts."""
    return fold_once(fold_once(text))


TYPES = {
    "id": "BIGINT", "country": "VARCHAR", "lat": "DOUBLE", "lon": "DOUBLE", "score": "DOUBLE", "visits": "DOUBLE",
    "opened": "DATE", "label": "VARCHAR",
}
# Two more words for columns of places.
NAMES = {"lat": "latitude", "lon": "longitude"}


def literal(column, value):
    return f"DATE '{value}'" if TYPES[column] == "DATE" else "'" + value.replace("'", "''") + "'" \
        if TYPES[column] == "VARCHAR" else str(value)


def condition(rows):
    """A condition for gaz, and the same for DuckDB."""
    column = chance.choice(list(TYPES))
    value = None
    while value is None:
        value = chance.choice(rows)[column]
    operator = chance.choice(["=", "!=", "<", "<=", ">", ">="] + ["~"] * (TYPES[column] == "VARCHAR"))
    word = f"{NAMES.get(column, column)}{operator}{value}"
    if operator == "~":
        return word, f"contains(fold({column}), {literal(column, fold(value))})"
    # Bytes decide about texts, as they do in DuckDB.
    return word, f"{column} {operator} {literal(column, value)}"


def question(rows):
    conditions = [condition(rows) for _ in range(chance.randint(0, 2))]
    words = [word for each in conditions for word in ("--where", each[0])]
    where = " AND ".join(each[1] for each in conditions) or "true"
    column = chance.choice(list(TYPES))
    name = NAMES.get(column, column)
    if chance.random() < 0.4:
        # Equally frequent values are in the order of numbers, dates or bytes.
        return ["count", "--by", name, "--limit", "50", *words], (
            f"SELECT {column}, count(*) FROM places WHERE {where} AND {column} IS NOT NULL "
            f"GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 50"
        )
    reverse = chance.random() < 0.5
    direction = "DESC" if reverse else "ASC"
    key = f"fold({column}) {direction} NULLS LAST, " if TYPES[column] == "VARCHAR" else ""
    # Equal values are in the order of name, country and id.
    order = f"{key}{column} {direction} NULLS LAST, folded, country, id"
    flags = ["--reverse"] if reverse else []
    return ["search", "--sort", name, *flags, "--limit", "50", *words], (
        f"SELECT id, count(*) OVER () FROM places WHERE {where} ORDER BY {order} LIMIT 50"
    )


def quoted(word):
    if word.startswith("--"):
        return word
    return '"' + word.replace("\\", "\\\\").replace('"', '\\"') + '"'


def answers(commands, file):
    """The objects that gaz prints for the commands."""
    lines = [" ".join(quoted(word) for word in words) + " --json" for words in commands]
    with tempfile.TemporaryDirectory() as home:
        arguments = [os.environ["GAZ"], "--no-rc", "--data", home, file]
        for line in lines:
            arguments += ["-c", line]
        environment = {**os.environ, **{f"XDG_{part}_HOME": home for part in ("CACHE", "CONFIG", "DATA", "STATE")}}
        run = subprocess.run(arguments, capture_output=True, text=True, env=environment, check=False)
    found = [json.loads(line) for line in run.stdout.splitlines() if line.startswith("{")]
    if len(found) != len(commands):
        sys.exit(f"gaz gave {len(found)} answers to {len(commands)} questions: {run.stderr[:2000]}")
    return found


def as_number(text, column):
    return float(text) if TYPES[column] in ("BIGINT", "DOUBLE") else str(text)


def main():
    rows = list(places())
    database = duckdb.connect()
    database.create_function("fold", lambda text: fold(text), ["VARCHAR"], "VARCHAR")
    columns = ", ".join(f"{name} {type}" for name, type in TYPES.items())
    database.execute(f"CREATE TABLE places (name VARCHAR, folded VARCHAR, {columns})")
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "places.jsonl")
        with open(file, "w", encoding="utf-8") as output:
            for row in rows:
                output.write(json.dumps({key: value for key, value in row.items() if value is not None}) + "\n")
        table = os.path.join(folder, "table.jsonl")
        with open(table, "w", encoding="utf-8") as output:
            for row in rows:
                output.write(json.dumps({"folded": fold(row["name"]), **row}) + "\n")
        database.execute(
            f"INSERT INTO places BY NAME SELECT * FROM read_json('{table}', format='newline_delimited', columns={{"
            + "name: 'VARCHAR', folded: 'VARCHAR', "
            + ", ".join(f"{name}: '{type}'" for name, type in TYPES.items())
            + "})"
        )
        questions = [question(rows) for _ in range(options.questions)]
        found = answers([words for words, _ in questions], file)
    equal = 0
    for (words, sql), answer in zip(questions, found, strict=True):
        wanted = database.execute(sql).fetchall()
        if words[0] == "count":
            column = next(name for name in TYPES if NAMES.get(name, name) == words[2])
            given = [(as_number(row["value"], column), row["count"]) for row in answer["values"] if "value" in row]
            same = given == [(as_number(value, column), count) for value, count in wanted]
        else:
            given = [place["id"] for place in answer["places"]]
            same = given == [row[0] for row in wanted] and answer["total"] == (wanted[0][1] if wanted else 0)
        equal += same
        if not same:
            print(f"differs: gaz {' '.join(words)}\n  gaz    {given[:6]}\n  DuckDB {wanted[:6]}\n  {sql}")
    print(f"{equal} of {options.questions} answers about {len(rows):,} places are those of DuckDB")
    points = [(round(chance.uniform(-90, 90), 6), round(chance.uniform(-180, 180), 6)) for _ in range(options.points)]
    wrong = nearest_rows.differences(rows, points, os.environ["GAZ"])
    for point, identity, given, wanted in wrong[:10]:
        print(f"differs: nearest to {point}: gaz {identity} in {given} m, scipy {wanted:.2f} m")
    print(f"{len(points) - len(wrong):,} of {len(points):,} nearest places are as far away as those of scipy")
    sys.exit(0 if equal == options.questions and not wrong else 1)


main()
