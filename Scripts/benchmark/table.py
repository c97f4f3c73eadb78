"""Times, and the table that shows them."""
import statistics
import sys


def say(text):
    """Prints progress to stderr; the table goes to stdout."""
    print(text, file=sys.stderr, flush=True)


class Times:
    """The times of one program for one family of queries, by round and by query."""

    def __init__(self):
        self.rounds = []

    def add(self, nanoseconds):
        self.rounds.append(nanoseconds)

    def microseconds(self):
        """Each query's median over the rounds."""
        return [statistics.median(values) / 1000 for values in zip(*self.rounds)]

    def median(self):
        return statistics.median(self.microseconds())

    def p99(self):
        values = sorted(self.microseconds())
        return values[min(len(values) - 1, int(len(values) * 0.99))]

    def mean(self):
        return statistics.mean(self.microseconds())


class Table:
    def __init__(self):
        self.rows, self.wrong = [], []

    def add(self, work, ours, peer, theirs, ratios, check):
        self.rows.append((work, ours, peer, theirs, ratios, check))
        say("  ".join(self.rows[-1]))

    def check(self, what, ours, scanned):
        if ours != scanned:
            self.wrong.append(f"{what}: gaz {ours}, a linear scan {scanned}")
            say("WRONG " + self.wrong[-1])

    def write(self, title):
        print(f"\n## {title}\n")
        print("| work | gaz | peer | peer's | ratio | checked by a linear scan |")
        print("|---|---|---|---|---|---|")
        for row in self.rows:
            print("| " + " | ".join(row) + " |")
        sys.stdout.flush()


def number(value):
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def pair(times):
    return f"{number(times.median())} / {number(times.p99())} µs"


def ratio(ours, theirs):
    return f"{number(theirs.median() / ours.median())}× / {number(theirs.p99() / ours.p99())}×"
