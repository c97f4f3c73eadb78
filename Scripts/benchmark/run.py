"""Times gaz-bench and the peers, round by round, and prints the table. See ../bench.

usage: run.py [--rounds N] [--only PART,…] [CITIES.json]
"""
import argparse
import os
import pathlib
import sys
import time

import completion
import distances
import filters
import keeping
import large
import mapping
import opening
import peers
import prompt
import sources
import spelling
import start
from engine import Engine
from queries import Queries
from scan import Scan
from table import Table, Times, pair, ratio, say

PARTS = ["world", "cities", "names", "large", "columns", "completion", "favorites", "map", "prompt"]
FOLDER = ".build/bench"


class Run:
    def __init__(self, path, rounds):
        self.path, self.rounds, self.table, self.engine = path, rounds, Table(), Engine(path)
        say("preparing")
        self.places = self.engine.places()
        self.scan = Scan(self.places)
        made = Queries(self.places)
        self.queries, self.further = made.all(), made.further()
        self.folds = {family: self.engine.take(family, queries) for family, queries in self.queries.items()}
        self.answers = {}
        self.sqlite = peers.SQLite(self.places)
        self.scipy = peers.Scipy(self.places)
        self.fzf = peers.Fzf(self.places, f"{FOLDER}/names.txt")
        try:
            self.tantivy = peers.Tantivy(self.places)
        except ImportError:
            self.tantivy = None

    def all(self):
        opening.measure(self.engine, self.path, len(self.places), self.rounds, self.table)
        contenders = {
            "prefix": [("SQLite, same answers", self.sqlite.prefix)],
            "start": [],
            "search": [("SQLite FTS5, words by prefix, ranked", self.sqlite.search)],
            "inside": [("SQLite FTS5 trigram", self.sqlite.inside)],
            "inside-page": [("SQLite FTS5 trigram, by population", self.sqlite.inside_page)],
            "typo": [("tantivy, within 2", self.tantivy.typo)] if self.tantivy else [],
        }
        say("timing")
        times = {}
        for turn in range(-1, self.rounds):  # the first one warms up
            for family, asked in contenders.items():
                self.answers[family] = self.engine.run(family)
                self.note(times, turn, (family, "gaz"), [answer.nanoseconds for answer in self.answers[family]])
                for name, ask in asked:
                    found = [ask(query) for query in self.folds[family]]
                    self.note(times, turn, (family, name), [nanoseconds for nanoseconds, _ in found])
                    self.answers[family, name] = [total for _, total in found]
        self.times = times
        self.prefix(contenders["prefix"][0][0])
        self.start_of_names()
        self.search(contenders["search"][0][0])
        self.inside(contenders["inside"][0][0])
        self.inside_page(contenders["inside-page"][0][0])
        self.typo(contenders["typo"][0][0] if contenders["typo"] else None)
        distances.build(self.engine, self.scipy, self.rounds, self.table)
        points = self.queries["nearest"]
        checked = distances.check(self.engine, self.scan, points, self.table)
        distances.search(self.engine, self.scipy, points, self.rounds, self.table, checked)
        self.further_kinds()

    @staticmethod
    def note(times, turn, key, nanoseconds):
        times.setdefault(key, Times())
        if turn >= 0:
            times[key].add(nanoseconds)

    def prefix(self, peer):
        for query, answer in zip(self.folds["prefix"], self.answers["prefix"]):
            total, ids = self.scan.prefix(query)
            self.table.check(f"prefix '{query}'", (answer.total, answer.ids), (total, ids))
        for query, answer, total in zip(self.folds["prefix"], self.answers["prefix"], self.answers["prefix", peer]):
            self.table.check(f"prefix '{query}' of SQLite", total, answer.total)
        self.compare("prefix", "`--prefix`: first page, exact total", peer, "totals and pages of all")

    def start_of_names(self):
        for query, answer in zip(self.folds["start"], self.answers["start"]):
            self.table.check(f"start '{query}'", answer.total, self.scan.start(query))
        self.table.add("names that start with a text: total", pair(self.times["start", "gaz"]), "", "", "",
                       "totals of all")

    def search(self, peer):
        held = []
        for index, (query, answer) in enumerate(zip(self.folds["search"], self.answers["search"])):
            total, ids, exact = self.scan.search(query)
            held.append(exact)
            self.table.check(f"search '{query}'", (answer.total, answer.ids), (total, ids))
        both = [Times() for _ in range(2)]
        for times, key in zip(both, ["gaz", peer]):
            times.rounds = [[value for value, exact in zip(values, held) if exact]
                            for values in self.times["search", key].rounds]
        self.table.add(
            f"search, the {sum(held)} queries that tiers 0–5 answer: first page, exact total", pair(both[0]), peer,
            pair(both[1]), ratio(*both), "totals and pages of all")
        self.table.add(f"search, all {len(held)} queries, `inside` and `typo` where asked",
                       pair(self.times["search", "gaz"]), "", "", "", "totals and pages of all")

    def inside(self, peer):
        for query, answer, total in zip(self.folds["inside"], self.answers["inside"], self.answers["inside", peer]):
            scanned = self.scan.inside(query)
            self.table.check(f"inside '{query}'", answer.total, scanned)
            self.table.check(f"inside '{query}' of SQLite", total, scanned)
        self.compare("inside", "substring: total", peer, "totals of all")
        theirs = Times()
        queries = [query for query in self.folds["inside"] if query.isascii()][:20]
        for turn in range(-1, 2):
            found = [self.fzf.inside(query) for query in queries]
            if turn >= 0:
                theirs.add([nanoseconds for nanoseconds, _ in found])
        for query, (_, total) in zip(queries, found):
            self.table.check(f"inside '{query}' of fzf", total, self.scan.inside(query))
        self.table.add("substring: total", pair(self.times["inside", "gaz"]), "fzf --exact --filter, a process each",
                       pair(theirs), ratio(self.times["inside", "gaz"], theirs), "totals of 20")

    def inside_page(self, peer):
        for query, answer, total in zip(
                self.folds["inside-page"], self.answers["inside-page"], self.answers["inside-page", peer]):
            self.table.check(f"page inside '{query}'", (answer.total, answer.ids), self.scan.inside_page(query))
            self.table.check(f"page inside '{query}' of SQLite", total, answer.total)
        self.compare("inside-page", "substring: first page, exact total", peer, "totals and pages of all")

    def typo(self, peer):
        totals = [answer.total for answer in self.answers["typo"]]
        others = self.answers["typo", peer] if peer else totals
        # Every tenth, and all for which the peer has a different count.
        checked = [index for index in range(len(totals)) if index % 10 == 0 or totals[index] != others[index]]
        for index in checked:
            query = self.folds["typo"][index]
            self.table.check(f"typo '{query}'", totals[index], self.scan.typo(query))
        if peer:
            same = sum(map(int.__eq__, totals, others))
            self.compare("typo", "typing errors, within 2: total", peer,
                         f"totals of {len(checked)}; the peer's are the same in {same} of {len(totals)}")
        else:
            self.table.add("typing errors, within 2: total", pair(self.times["typo", "gaz"]), "tantivy", "left out", "",
                           f"totals of {len(checked)}")

    def further_kinds(self):
        works = {"prefix": "`--prefix`, beginnings of countries",
                 "search": "search by other names, codes, regions and short forms, and with words too many"}
        for family, work in works.items():
            folds = self.engine.take(family, self.further[family])
            times = Times()
            for turn in range(-1, self.rounds):
                answers = self.engine.run(family)
                if turn >= 0:
                    times.add([answer.nanoseconds for answer in answers])
            for query, answer in zip(folds, answers):
                scanned = self.scan.prefix(query) if family == "prefix" else self.scan.search(query)[:2]
                self.table.check(f"{family} '{query}'", (answer.total, answer.ids), scanned)
            self.table.add(work, pair(times), "", "", "", f"totals and pages of all {len(folds)}")

    def start(self):
        start.measure(self.places, self.path, FOLDER, self.table)

    def spelling(self):
        spelling.measure(self.engine, self.folds["typo"], self.places, self.rounds, self.table)

    def compare(self, family, work, peer, check):
        ours, theirs = self.times[family, "gaz"], self.times[family, peer]
        self.table.add(work, pair(ours), peer, pair(theirs), ratio(ours, theirs), check)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", default=",".join(PARTS))
    parser.add_argument("cities", nargs="?")
    asked = parser.parse_args()
    parts, rounds = asked.only.split(","), asked.rounds
    if unknown := set(parts) - set(PARTS):
        parser.error(f"no such part: {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
    began = time.time()
    l2 = pathlib.Path("/sys/devices/system/cpu/cpu0/cache/index2/size")
    cache = f", {l2.read_text().strip()} of L2 a core" if l2.exists() else ""
    print("# gaz and its peers in one run\n\nMade by `Scripts/bench`, in interleaved rounds; µs are median / p99 over"
          f" the queries, each at its median of {rounds} rounds. Machine: {os.cpu_count()} cores{cache}.\n\n"
          "A ratio above 1 is for gaz. SQLite and tantivy are called from Python; what an empty statement of SQLite\n"
          "costs there is taken off. FTS5 and fzf answer less: no tiers, no regions of their own, no totals by tier."
          "\nsymspellpy knows whole names only.")
    wrong = []
    if "world" in parts:
        wrong += dataset("The built-in world", None, rounds, Run.start)
    if "cities" in parts and asked.cities:
        wrong += dataset("The cities", asked.cities, rounds, Run.spelling, Run.start)
    elif "cities" in parts:
        print("\nNo file of cities was given: the world only.")
    if "names" in parts:
        path = sources.written(list(sources.cities()), "cities500")
        wrong += dataset("Cities of 500 people and more, with their other names", path, rounds)
    if "large" in parts:
        wrong += large.measure(rounds)
    if "columns" in parts:
        wrong += filters.measure(rounds)
    if "completion" in parts:
        wrong += completion.measure(rounds)
    if "favorites" in parts:
        wrong += keeping.main()
    if "map" in parts:
        wrong += mapping.measure(rounds)
    if "prompt" in parts:
        wrong += prompt.main(os.environ.get("GAZ_BENCH_PLACES"))
    print(f"\n{len(wrong)} answers are wrong.")
    say(f"{time.time() - began:.0f} s")
    sys.exit(1 if wrong else 0)


def dataset(title, path, rounds, *further):
    """Measures with one dataset, prints its table and returns the wrong answers. `further` are methods of `Run`."""
    say(title)
    run = Run(path, rounds)
    run.all()
    for measure in further:
        measure(run)
    run.engine.close()
    run.table.write(f"{title}: {len(run.places):,} places")
    return run.table.wrong


main()
