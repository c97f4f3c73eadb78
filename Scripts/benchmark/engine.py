"""Runs gaz-bench and talks to it."""
import os
import subprocess
from dataclasses import dataclass

from regions import Region, Regions

PROGRAM = ".build/release/gaz-bench"


@dataclass(slots=True)
class Place:
    id: object  # int or str
    fold: str
    alternates: list
    country: str
    region: Region
    population: int
    latitude: float
    longitude: float
    name: str

    @property
    def order(self):
        return (isinstance(self.id, str), self.id)


@dataclass
class Answer:
    nanoseconds: int
    total: int
    ids: list


def identity(text):
    try:
        return int(text)
    except ValueError:
        return text


class Engine:
    """gaz-bench with one dataset; without a `path`, the built-in one.

    If it `returns_memory`, it gives the system each large block that it does not need any more. Else the C library
    keeps some of them.
    """

    def __init__(self, path, returns_memory=False):
        tunables = {"GLIBC_TUNABLES": "glibc.malloc.mmap_threshold=65536"} if returns_memory else {}
        self.process = subprocess.Popen(
            [PROGRAM] + ([path] if path else []), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            encoding="utf-8", env={**os.environ, **tunables})

    def ask(self, request):
        self.process.stdin.write(request + "\n")
        self.process.stdin.flush()
        lines = []
        while (line := self.process.stdout.readline()) != "\n":
            if not line:
                raise SystemExit(f"gaz-bench ended at: {request.splitlines()[0]}")
            lines.append(line.rstrip("\n").split("\t"))
        return lines

    def places(self):
        regions = Regions(self.fold)
        return [
            Place(identity(row[0]), row[1], row[2].split(";") if row[2] else [], row[3], regions.region(row[3], row[4]),
                  int(row[5]), float(row[6]), float(row[7]), row[8])
            for row in self.ask("dump")]

    def fold(self, texts, family="search"):
        """Folds texts, which are the queries of a family from then on."""
        self.ask("\n".join([f"queries {family} {len(texts)}", *texts]))
        return [line[0] for line in self.ask(f"fold {family}")]

    def take(self, family, queries):
        """Sends the queries of a family that are not empty when folded, and returns their folds."""
        folds = self.fold(queries, family)
        if all(folds):
            return folds
        return self.take(family, [query for query, fold in zip(queries, folds) if fold])

    def run(self, family):
        return [
            Answer(int(row[0]), int(row[1]), [identity(word) for word in row[2].split(" ") if word])
            for row in self.ask(f"run {family}")]

    def close(self):
        self.process.stdin.close()
        self.process.wait()

    def once(self, request):
        """Asks for a measurement of the whole: nanoseconds, count."""
        return [int(word) for word in self.ask(request)[0]]
