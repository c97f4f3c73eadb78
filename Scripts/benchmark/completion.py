"""Times what Tab costs with five million places, and checks its answers on fewer by a linear scan."""
import random

from engine import Engine
from table import Table, Times, pair, say

COUNT, CHECKED = 5_000_000, 100_000
LISTED, COUNTED = 100, 1000  # see CompletionContext.limit and Dataset.mostCounted
OTHERS = [
    "s", "near 1 --", "near 1 --within 5", "search --sort ", "search --category ", "search --category kin", "search --in ",
    "search --in united", "use ", "search field", "search --near mar", "search am se", "help d", "search zzzz",
]


def measure(rounds):
    say("completion")
    table = Table()
    engine = Engine(f"generated:{CHECKED}")
    places = engine.places()
    lines = queries(places)
    folds = [fold.removeprefix("search ") for fold in engine.take("complete", lines)]
    for fold, answer in zip(folds, engine.run("complete")):
        table.check(f"completion of '{fold}'", (answer.total, answer.ids), scan(places, fold))
    engine.close()
    engine = Engine(f"generated:{COUNT}")
    milliseconds = engine.once("prepare")[0] / 1e6
    table.add("the indexes for typing: build", f"{milliseconds:.0f} ms", "", "", "", "")
    checked = f"names and totals of all {len(lines)} at {CHECKED:,} places"
    for work, asked, check in [("Tab after 1 to 6 letters of a name", lines, checked),
                               ("Tab after all else, files left out", OTHERS, "")]:
        engine.take("complete", asked)
        times = Times()
        for turn in range(-1, rounds):
            answers = engine.run("complete")
            if turn >= 0:
                times.add([answer.nanoseconds for answer in answers])
        table.add(work, pair(times), "", "", "", check)
    engine.close()
    table.write(f"Completion: {COUNT:,} made-up places")
    return table.wrong


def queries(places):
    """The first one to six letters of names, as they are written."""
    chosen = random.Random(20240229).sample(places, 50)
    return [f"search {place.name[:length].strip()}" for place in chosen for length in range(1, 7)]


def scan(places, fold):
    """How many names begin with it, up to the limit of counting, and the best places of the first that are listed."""
    found = sorted((-p.population, p.fold, p.country, p.order) for p in places if p.fold.startswith(fold))
    best = {}
    for _, name, _, order in found:
        best.setdefault(name, order[1])
    return min(len(best), COUNTED), list(best.values())[:LISTED]
