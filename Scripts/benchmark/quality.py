"""Measures how soon, and how high, gaz and its peers list the place that is meant. See ../quality.

usage: quality.py [--without fzf]
"""
import argparse
import random
import sys
from dataclasses import dataclass

import finders
import sources
from table import say

TYPED, NAMES, OTHERS, SEED = 500, 1500, 1000, 20240229
GOALS = (2.8, 2.0)


class Measure:
    """The queries for a list of places."""

    def __init__(self, places):
        self.typed = sorted(places, key=lambda p: (-p.population, p.id))[:TYPED]
        chance = random.Random(SEED)
        self.names = [(p.names[0], p.id) for p in chance.sample(places, NAMES)]
        named = [(p, [n for n in p.names[1:] if n.casefold() != p.names[0].casefold()]) for p in places]
        self.others = [(chance.choice(names), p.id) for p, names in chance.sample([n for n in named if n[1]], OTHERS)]

    def row(self, finder):
        typed, names, others = (queries[:: finder.every] for queries in [self.typed, self.names, self.others])
        first, third = letters(finder, typed)
        never = sum(count > len(place.names[0]) for place, count in zip(typed, first))
        return Row(finder, mean(first, typed), mean(third, typed), never, reciprocal(finder, names),
                   reciprocal(finder, others))


def letters(finder, places):
    """For each place, the letters of its name that are typed until it is the first answer, and one of the first three.

    One more than the name has if the whole name is not enough.
    """
    first, third = ([len(place.names[0]) + 1 for place in places] for _ in range(2))
    left, length = list(range(len(places))), 0
    while left:
        length += 1
        beginnings = {row: places[row].names[0][:length].strip() for row in left}
        asked = sorted(set(beginnings.values()))
        answers = dict(zip(asked, finder.ask(asked), strict=True))
        for row in left:
            ids = answers[beginnings[row]]
            if places[row].id in ids[:1]:
                first[row] = length
            if places[row].id in ids[:3]:
                third[row] = min(third[row], length)
        left = [row for row in left if length < min(first[row], len(places[row].names[0]))]
    return first, third


def mean(counts, places):
    """Each place counts as often as it has people."""
    return sum(count * place.population for count, place in zip(counts, places)) / sum(p.population for p in places)


def reciprocal(finder, queries):
    """The mean of 1 / rank; 0 for a place that is not among the answers."""
    answers = finder.ask([query for query, _ in queries])
    ranks = [ids.index(id) + 1 for (_, id), ids in zip(queries, answers, strict=True) if id in ids]
    return sum(1 / rank for rank in ranks) / len(queries)


@dataclass
class Row:
    finder: object
    first: float
    third: float
    never: int
    names: float
    others: float

    def text(self):
        looks_at = "all names" if self.finder.finds_others else "first names"
        return (f"| {self.finder.name} | {looks_at} | {self.first:.2f} | {self.third:.2f} | {self.never} "
                f"| {self.names:.3f} | {self.others:.3f} |")


def made(places, path, without):
    """The finders, one after the other, since each holds much memory."""
    yield finders.Gaz(path)
    for finds_others in [True, False]:
        for order in ["by population", "bm25"]:
            yield finders.FTS5(places, order, finds_others)
        for order in ["by population", "BM25 × log of population"]:
            yield finders.Tantivy(places, order, finds_others)
    if "fzf" not in without:
        yield finders.Gaz(path, every=finders.Fzf.every)
        for finds_others in [True, False]:
            yield finders.Fzf(places, finds_others, sources.FOLDER / "fzf.txt")


def compare(title, places, path, without):
    """Prints the table of a dataset. Returns what falls short."""
    say(title)
    measure = Measure(places)
    print(f"\n## {title}: {len(places):,} places\n")
    print("| finder | looks at | letters until first | until among three | never first | names | other names |")
    print("|---|---|---|---|---|---|---|")
    rows = []
    for finder in made(places, path, without):
        row = measure.row(finder)
        finder.close()
        rows.append(row)
        print(row.text(), flush=True)
        say(row.text())
    gaz = rows[0]
    same = {row.finder.every: row for row in rows if isinstance(row.finder, finders.Gaz)}
    short = []
    if gaz.first > GOALS[0] or gaz.third > GOALS[1]:
        short.append(f"{title}: {gaz.first:.2f} and {gaz.third:.2f} letters; the goals are {GOALS[0]} and {GOALS[1]}")
    for row in rows:
        own = same[row.finder.every]
        if row is not own and row.finder.finds_others and (own.first >= row.first or own.third >= row.third):
            short.append(f"{title}: not ahead of {row.finder.name}: {row.first:.2f} and {row.third:.2f} letters")
    return short


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--without", default="", help="fzf, which takes the most time")
    without = parser.parse_args().without.split(",")
    print(f"""# How soon the place that is meant comes first

Made by `Scripts/quality`; all finders answer the same queries about the same data in one run.

- **Letters**: the names of the {TYPED} largest cities are typed letter by letter, until the city itself, not one of the
  same name, is the first answer, or one of the first three. A city counts as often as it has people. One that the whole
  name does not bring up counts one letter more than its name has.
- **Names**, **other names**: {NAMES:,} complete names and {OTHERS:,} other names, of places that are drawn at random:
  the mean of 1 / rank of the place, or 0 if it is not among the first {finders.MOST}. Namesakes keep it below 1.
- fzf runs once for each query, so it is asked only for every {finders.Fzf.every}th city and name, and gaz once more for
  the same ones. Its input is in the order of population, which decides between equal scores.
- Goals for gaz: at most {GOALS[0]} and {GOALS[1]} letters, and fewer than all finders that look at all names.""")
    short = compare("The built-in world", list(sources.world()), None, without)
    places = list(sources.cities())
    short += compare("Cities of 500 people and more", places, sources.written(places, "cities500"), without)
    print("\n" + ("\n".join(short) if short else "All goals are reached."))
    sys.exit(1 if short else 0)


main()
