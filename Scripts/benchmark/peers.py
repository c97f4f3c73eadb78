"""The peers. Each answers a folded query of a family with (nanoseconds, total)."""
import gc
import json
import sqlite3
import subprocess
import time

import numpy
from scipy.spatial import cKDTree

from regions import is_word
from scan import EARTH_RADIUS


def timed(work):
    """Without the collector of Python, which would look through all places here: nanoseconds, result."""
    gc.disable()
    start = time.perf_counter_ns()
    result = work()
    nanoseconds = time.perf_counter_ns() - start
    gc.enable()
    return nanoseconds, result


class SQLite:
    """In memory, with prepared statements. The cost of an empty statement through Python is subtracted."""

    def __init__(self, places):
        self.database = sqlite3.connect(":memory:", cached_statements=64)
        self.run("CREATE TABLE places (id, fold TEXT, name TEXT, country TEXT, population INT)")
        self.database.executemany(
            "INSERT INTO places VALUES (?, ?, ?, ?, ?)",
            [(p.id, p.fold, p.name, p.country, p.population) for p in places])
        self.run("CREATE INDEX by_fold ON places (fold, name, country, id)")
        self.run("CREATE INDEX by_country ON places (country, fold, name, id)")
        self.run("CREATE VIRTUAL TABLE words USING fts5(name, alternates, region, content='', prefix='1 2 3',"
                 " tokenize=\"unicode61 remove_diacritics 0 categories 'L* N* Co M*'\")")
        self.database.executemany(
            "INSERT INTO words (rowid, name, alternates, region) VALUES (?, ?, ?, ?)",
            [(row, p.fold, " ".join(p.alternates), " ".join(p.region.words)) for row, p in enumerate(places)])
        self.run("CREATE VIRTUAL TABLE trigrams USING fts5(name, content='', tokenize='trigram case_sensitive 1')")
        self.database.executemany(
            "INSERT INTO trigrams (rowid, name) VALUES (?, ?)", [(row, p.fold) for row, p in enumerate(places, 1)])
        self.run("ANALYZE")
        self.database.commit()
        self.countries = sorted({(p.country, " ".join(p.region.country_words)) for p in places})
        self.overhead = min(timed(lambda: self.run("SELECT 1"))[0] for _ in range(1000))

    def run(self, statement, *values):
        return self.database.execute(statement, values).fetchall()

    def measure(self, *statements):
        """Runs the statements; the first gives the total."""
        nanoseconds, results = timed(lambda: [self.run(*statement) for statement in statements])
        return max(1, nanoseconds - len(statements) * self.overhead), results[0][0][0]

    def prefix(self, query):
        codes = json.dumps([code for code, words in self.countries
                            if all(is_word(token, words.split()) for token in query.split(" "))])
        where = "(fold >= ?1 AND fold < ?2) OR country IN (SELECT value FROM json_each(?3))"
        values = (query, query + "\U0010FFFF", codes)
        return self.measure(
            (f"SELECT count(*) FROM places WHERE {where}", *values),
            (f"SELECT id FROM places WHERE {where} ORDER BY fold >= ?1 AND fold < ?2 DESC, fold, name, country, id"
             " LIMIT 20", *values))

    def search(self, query):
        match = " ".join(f'"{token}"*' for token in query.split(" "))
        return self.measure(
            ("SELECT count(*) FROM words WHERE words MATCH ?", match),
            ("SELECT rowid FROM words WHERE words MATCH ? ORDER BY rank LIMIT 20", match))

    def inside(self, query):
        return self.measure(("SELECT count(*) FROM trigrams WHERE trigrams MATCH ?", f'"{query}"'))

    def inside_page(self, query):
        """Places of the same population come in any order."""
        return self.measure(
            ("SELECT count(*) FROM trigrams WHERE trigrams MATCH ?", f'"{query}"'),
            ("SELECT id FROM trigrams JOIN places ON places.rowid = trigrams.rowid WHERE trigrams MATCH ?"
             " ORDER BY population DESC LIMIT 20", f'"{query}"'))


class Tantivy:
    def __init__(self, places):
        import tantivy

        self.tantivy = tantivy
        builder = tantivy.SchemaBuilder()
        builder.add_text_field("name", stored=False, tokenizer_name="raw", index_option="basic")
        self.schema = builder.build()
        index = tantivy.Index(self.schema)
        writer = index.writer(heap_size=200_000_000, num_threads=1)
        for place in places:
            writer.add_document(tantivy.Document(name=[place.fold, *place.alternates]))
        writer.commit()
        index.reload()
        self.searcher = index.searcher()

    def typo(self, query):
        def work():
            fuzzy = self.tantivy.Query.fuzzy_term_query(
                self.schema, "name", query, distance=2, transposition_cost_one=True, prefix=True)
            return self.searcher.search(fuzzy, 20, count=True)

        nanoseconds, result = timed(work)
        return nanoseconds, result.count


class Scipy:
    def __init__(self, places):
        self.points = self.on_sphere([(p.latitude, p.longitude) for p in places if p.latitude == p.latitude])

    @staticmethod
    def on_sphere(degrees):
        latitudes, longitudes = numpy.radians(degrees).T
        radii = numpy.cos(latitudes)
        return numpy.c_[radii * numpy.cos(longitudes), radii * numpy.sin(longitudes), numpy.sin(latitudes)]

    def build(self):
        nanoseconds, self.tree = timed(lambda: cKDTree(self.points))
        return nanoseconds

    def nearest(self, points):
        """All points in one call; nanoseconds for each point."""
        return timed(lambda: self.tree.query(points, k=10))[0] / len(points)

    def within(self, points, metres):
        """All points in one call: nanoseconds for each point, and how many places are within a distance of each."""
        chord = 2 * numpy.sin(metres / EARTH_RADIUS / 2)
        nanoseconds, found = timed(lambda: self.tree.query_ball_point(points, chord, return_sorted=False))
        return nanoseconds / len(points), [len(rows) for rows in found]


class Fzf:
    """One process for each query, which includes reading the names."""

    def __init__(self, places, path):
        self.path = path
        with open(path, "w", encoding="utf-8") as file:
            file.writelines(p.fold + "\n" for p in places)

    def inside(self, query):
        with open(self.path, "rb") as names:
            nanoseconds, result = timed(lambda: subprocess.run(
                ["fzf", "--exact", "--literal", "+i", "+s", f"--filter={query}"], stdin=names, stdout=subprocess.PIPE))
        return nanoseconds, result.stdout.count(b"\n")


def duckdb_load(path):
    """Reads the JSON file into a table: nanoseconds, rows."""
    import duckdb

    with duckdb.connect() as database:
        statement = "CREATE TABLE places AS SELECT * FROM read_json(?)"
        nanoseconds, _ = timed(lambda: database.execute(statement, [path]))
        return nanoseconds, database.execute("SELECT count(*) FROM places").fetchone()[0]


def simdjson_load(path):
    """Reads the JSON file into a tree, with a parser that has no memory yet: nanoseconds, rows."""
    import simdjson

    nanoseconds, tree = timed(lambda: simdjson.Parser().load(path))
    return nanoseconds, len(tree)
