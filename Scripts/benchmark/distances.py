"""Times the index by distance beside scipy: making it, the nearest places, and all places within a distance."""
import statistics

from scan import great_circle
from table import Times, number, pair

RADIUS = 5000  # metres; see Family.within
CHECKED = 100


def points_of(queries):
    return [tuple(map(float, query.split(","))) for query in queries]


def build(engine, scipy, rounds, table):
    ours, theirs = [], []
    for _ in range(rounds):
        nanoseconds, count = engine.once("index")
        table.check("places with a position", count, len(scipy.points))
        ours.append(nanoseconds / 1e6)
        theirs.append(scipy.build() / 1e6)
    mine, other = statistics.median(ours), statistics.median(theirs)
    table.add("index by distance: build", f"{number(mine)} ms", "scipy cKDTree", f"{number(other)} ms",
              f"{number(other / mine)}×", f"{count:,} places")


def search(engine, scipy, queries, rounds, table, checked):
    """The engine has the queries as the families `nearest` and `within`; scipy has its tree."""
    on_sphere = scipy.on_sphere(points_of(queries))
    ours, theirs = {"nearest": Times(), "within": Times()}, {"nearest": [], "within": []}
    for turn in range(-1, rounds):  # the first one warms up
        nearest = engine.run("nearest")
        nearest_of_scipy = scipy.nearest(on_sphere)
        within = engine.run("within")
        within_of_scipy, counts = scipy.within(on_sphere, RADIUS)
        if turn >= 0:
            ours["nearest"].add([answer.nanoseconds for answer in nearest])
            ours["within"].add([answer.nanoseconds for answer in within])
            theirs["nearest"].append(nearest_of_scipy / 1000)
            theirs["within"].append(within_of_scipy / 1000)
    same = sum(answer.total == count for answer, count in zip(within, counts))
    notes = {"nearest": f"distances of {checked}",
             "within": f"totals of {checked}, on average {number(statistics.mean(counts))};"
                       f" the peer's are the same in {same:,} of {len(counts):,}"}
    for family, work in [("nearest", "10 nearest, by great circle"),
                         ("within", f"within {RADIUS // 1000} km, by great circle: all places")]:
        mine, other = ours[family].mean(), statistics.median(theirs[family])
        table.add(work, f"{pair(ours[family])}, mean {number(mine)}", "scipy cKDTree, batched",
                  f"mean {number(other)} µs", f"{number(other / mine)}×", notes[family])


def check(engine, scan, queries, table):
    """Compares some answers with a linear scan. Returns how many, for the table."""
    points = points_of(queries)
    nearest, within = engine.run("nearest"), engine.run("within")
    by_id = {place.id: place for place in scan.places}
    for index in range(0, len(points), len(points) // CHECKED):
        point = points[index]
        found = [by_id[identity] for identity in nearest[index].ids]
        distances = great_circle(*point, [p.latitude for p in found], [p.longitude for p in found])
        table.check(f"nearest to {point}", millimetres(distances), millimetres(scan.nearest(*point)))
        table.check(f"places around {point}", within[index].total, scan.within(*point, RADIUS))
    return CHECKED


def millimetres(distances):
    return [round(float(distance), 3) for distance in distances]
