"""The finders whose answers are compared."""
import collections
import os
import sqlite3
import subprocess
from concurrent.futures import ThreadPoolExecutor

from engine import Engine

MOST = 20


class Finder:
    """Answers a list of queries with the ids of its best places, best first."""

    every = 1  # Only every nth query is asked, if each takes long.


class Gaz(Finder):
    finds_others = True

    def __init__(self, path, every=1):
        self.name, self.every = "gaz" if every == 1 else f"gaz, only every {every}th", every
        self.engine = Engine(path)

    def ask(self, queries):
        folds = self.engine.fold(queries)
        answers = [answer.ids for answer in self.engine.run("search")]
        return [ids if fold else [] for ids, fold in zip(answers, folds, strict=True)]

    def close(self):
        self.engine.close()


class FTS5(Finder):
    """SQLite's full-text index: all words of the query begin words of the text."""

    def __init__(self, places, order, finds_others):
        self.name, self.finds_others = f"SQLite FTS5, {order}", finds_others
        key = {"bm25": "rank", "by population": "population DESC"}[order]
        self.statement = ("SELECT id FROM texts JOIN places ON places.rowid = texts.rowid WHERE texts MATCH ?"
                          f" ORDER BY {key} LIMIT {MOST}")
        self.database = sqlite3.connect(":memory:")
        self.database.execute("CREATE VIRTUAL TABLE texts USING fts5(text, content='', prefix='1 2 3')")
        self.database.execute("CREATE TABLE places (id, population INT)")
        self.database.executemany(
            "INSERT INTO texts (rowid, text) VALUES (?, ?)",
            [(row, "\n".join(p.names if finds_others else p.names[:1])) for row, p in enumerate(places, 1)])
        self.database.executemany("INSERT INTO places VALUES (?, ?)", [(p.id, p.population) for p in places])

    def ask(self, queries):
        return [[row[0] for row in self.database.execute(self.statement, [self.match(query)])] for query in queries]

    @staticmethod
    def match(query):
        return " ".join('"{}"*'.format(word.replace('"', '""')) for word in query.split())

    def close(self):
        self.database.close()


class Tantivy(Finder):
    """All words of the query begin words of the text; words that are the same count by BM25."""

    def __init__(self, places, order, finds_others):
        import tantivy

        self.tantivy = tantivy
        self.name, self.finds_others = f"tantivy, {order}", finds_others
        self.order = {"BM25 × log of population": {"weight_by_field": "population"},
                      "by population": {"order_by_field": "population"}}[order]
        builder = tantivy.SchemaBuilder()
        builder.add_text_field("text", tokenizer_name="folded")
        builder.add_unsigned_field("id", stored=True)
        builder.add_unsigned_field("population", fast=True)
        self.schema = builder.build()
        index = tantivy.Index(self.schema)
        analyzer = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.simple())
        analyzer = analyzer.filter(tantivy.Filter.lowercase()).filter(tantivy.Filter.ascii_fold())
        self.analyzer = analyzer.build()
        index.register_tokenizer("folded", self.analyzer)
        writer = index.writer(heap_size=200_000_000, num_threads=1)
        for place in places:
            document = tantivy.Document(text=place.names if finds_others else place.names[:1])
            document.add_unsigned("id", place.id)
            document.add_unsigned("population", place.population)
            writer.add_document(document)
        writer.commit()
        index.reload()
        self.searcher = index.searcher()

    def ask(self, queries):
        return [self.ids(query) for query in queries]

    def ids(self, query):
        make, occur = self.tantivy.Query, self.tantivy.Occur
        words = self.analyzer.analyze(query)
        if not words:
            return []
        parts = [(occur.Must, make.fuzzy_term_query(self.schema, "text", word, distance=0, prefix=True))
                 for word in words]
        parts += [(occur.Should, make.term_query(self.schema, "text", word)) for word in words]
        found = self.searcher.search(make.boolean_query(parts), MOST, count=False, **self.order)
        return [self.searcher.doc(address)["id"][0] for _, address in found.hits]

    def close(self):
        del self.searcher


class Fzf(Finder):
    """A process for each query. The input is in the order of population, which decides between equal scores."""

    every = 10

    def __init__(self, places, finds_others, path):
        self.name, self.finds_others, self.path = f"fzf, only every {self.every}th", finds_others, path
        self.places = collections.defaultdict(list)  # those of each line, in the order of the input
        with open(path, "w", encoding="utf-8") as lines:
            for place in sorted(places, key=lambda place: -place.population):
                line = "\t".join(place.names if finds_others else place.names[:1])
                lines.write(line + "\n")
                self.places[line].append(place.id)

    def ask(self, queries):
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            return list(pool.map(self.ids, queries))

    def ids(self, query):
        with open(self.path, "rb") as lines:
            process = subprocess.Popen(["fzf", "--tiebreak=index", f"--filter={query}"], stdin=lines,
                                       stdout=subprocess.PIPE, encoding="utf-8")
            found = [line.rstrip("\n") for line in (process.stdout.readline() for _ in range(MOST)) if line]
            process.stdout.close()
            process.wait()
        # Lines that are the same have the same score, and stay in the order of the input.
        return [self.places[line][found[:index].count(line)] for index, line in enumerate(found)]

    def close(self):
        os.remove(self.path)
