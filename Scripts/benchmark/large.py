"""Times searches in five million made-up places beside the peers. The answers are compared with a linear scan for fewer
such places; at five million, totals are compared with those of SQLite where it counts the same."""
import distances
from engine import Engine
from peers import Scipy, SQLite, Tantivy
from queries import Queries
from scan import Scan
from table import Table, Times, pair, ratio, say

COUNT, CHECKED = 5_000_000, 200_000


class Large:
    def __init__(self, rounds):
        self.rounds, self.table = rounds, Table()
        few = Engine(f"generated:{CHECKED}")
        places = few.places()
        self.queries = Queries(places).all()
        self.check(few, Scan(places))
        self.engine = Engine(f"generated:{COUNT}")
        milliseconds = self.engine.once("prepare")[0] / 1e6
        self.table.add("the indexes for typing: build", f"{milliseconds:.0f} ms", "", "", "", "")
        self.folds = {family: self.engine.take(family, queries) for family, queries in self.queries.items()}

    def check(self, engine, scan):
        """Compares all answers at the smaller size, then closes the engine."""
        say("checking")
        engine.once("prepare")
        pages = [("prefix", scan.prefix), ("search", lambda query: scan.search(query)[:2]),
                 ("inside-page", scan.inside_page)]
        for family, scanned in pages:
            for query, answer in zip(engine.take(family, self.queries[family]), engine.run(family)):
                self.table.check(f"{family} '{query}'", (answer.total, answer.ids), scanned(query))
        for family, scanned in [("start", scan.start), ("inside", scan.inside), ("typo", scan.typo)]:
            for query, answer in list(zip(engine.take(family, self.queries[family]), engine.run(family)))[::10]:
                self.table.check(f"{family} '{query}'", answer.total, scanned(query))
        points = self.queries["nearest"]
        for family in ["nearest", "within"]:
            engine.take(family, points)
        distances.check(engine, scan, points, self.table)
        engine.close()

    def measure(self):
        say("preparing")
        places = self.engine.places()
        scipy, sqlite = Scipy(places), SQLite(places)
        tantivy = Tantivy(places)
        del places
        say("timing")
        self.compare("prefix", "`--prefix`: first page, exact total", "SQLite, same answers", sqlite.prefix, True)
        self.start_of_names()
        self.compare("search", "search: first page, exact total", "SQLite FTS5, words by prefix, ranked", sqlite.search)
        self.compare("inside", "substring: total", "SQLite FTS5 trigram", sqlite.inside, True)
        self.compare("inside-page", "substring: first page, exact total", "SQLite FTS5 trigram, by population",
                     sqlite.inside_page, True)
        self.compare("typo", "typing errors, within 2: total", "tantivy, within 2", tantivy.typo)
        distances.build(self.engine, scipy, 1, self.table)
        distances.search(
            self.engine, scipy, self.queries["nearest"], self.rounds, self.table, f"100 at {CHECKED:,} places")
        self.engine.close()

    def start_of_names(self):
        times = Times()
        for turn in range(-1, self.rounds):
            answers = self.engine.run("start")
            if turn >= 0:
                times.add([answer.nanoseconds for answer in answers])
        self.table.add("names that start with a text: total", pair(times), "", "", "", f"at {CHECKED:,} places")

    def compare(self, family, work, peer, ask, counts_the_same=False):
        ours, theirs = Times(), Times()
        for turn in range(-1, self.rounds):
            answers = self.engine.run(family)
            found = [ask(query) for query in self.folds[family]]
            if turn >= 0:
                ours.add([answer.nanoseconds for answer in answers])
                theirs.add([nanoseconds for nanoseconds, _ in found])
        check = f"at {CHECKED:,} places"
        if counts_the_same:
            check += ", totals of the peer"
            for query, answer, (_, total) in zip(self.folds[family], answers, found):
                self.table.check(f"{family} '{query}' of {peer}", answer.total, total)
        self.table.add(work, pair(ours), peer, pair(theirs), ratio(ours, theirs), check)


def measure(rounds):
    say(f"{COUNT:,} made-up places")
    large = Large(rounds)
    large.measure()
    large.table.write(f"Searches: {COUNT:,} made-up places")
    return large.table.wrong
