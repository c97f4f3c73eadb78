"""Times drawing a map of 200 × 50 cells with five million places open, and the preview of a line with its map beside it.
Checks on the built-in dataset which places are on a map."""
import math
import random

import prompt
from engine import Engine
from table import Table, Times, pair, say

COUNT = 5_000_000
COLUMNS, ROWS = 200, 49
ZOOMS = [step / 2 for step in range(0, 37)]
COUNTS = [0, 20, 1000, 10_000]
MOST_LATITUDE = 85
PANE_ROWS = 20


def measure(rounds):
    say("map")
    table = Table()
    centers = [(p.latitude, p.longitude) for p in check(table)]
    engine = Engine(f"generated:{COUNT}")
    for count in COUNTS:
        times = Times()
        slowest = 0, 0
        for turn in range(-1, rounds):
            values = []
            for zoom in ZOOMS:
                for latitude, longitude in centers:
                    nanoseconds, rows, _ = map(int, engine.ask(f"map {zoom} {latitude} {longitude} {count}")[0])
                    table.check("rows of a map", rows, ROWS + 1)
                    values.append(nanoseconds)
                    slowest = max(slowest, (nanoseconds, zoom))
            if turn >= 0:
                times.add(values)
        table.add(f"a map of 200 × 50 cells, {count:,} places", pair(times), "", "", "",
                  f"{len(values)} maps at zooms 0 to 18; slowest {slowest[0] / 1e6:.1f} ms at zoom {slowest[1]}")
    pane(table, engine, rounds)
    engine.close()
    table.write(f"The map: {COUNT:,} made-up places open")
    return table.wrong


def pane(table, engine, rounds):
    """Types lines letter by letter, each with its preview and the map beside it, and without the map."""
    lines = [line[:end] for line in prompt.LINES if line.startswith(("search", "near", "s "))
             for end in range(1, len(line) + 1)]
    both, alone = Times(), Times()
    for turn in range(-1, rounds):
        answers = [answer for answer in map(lambda line: engine.ask("pane " + line), lines) if answer]
        for answer in answers:
            _, _, rows, map_rows = map(int, answer[0])
            table.check("rows of the map beside a preview", map_rows in (0, PANE_ROWS) and (map_rows > 0 or rows < 1), True)
        if turn >= 0:
            both.add([int(answer[0][0]) for answer in answers])
            alone.add([int(answer[0][1]) for answer in answers])
    extra = Times()
    extra.rounds = [[a - b for a, b in zip(*pair_of)] for pair_of in zip(both.rounds, alone.rounds)]
    table.add("a preview of 120 × 40 cells with its map", pair(both), "", "", "",
              f"{len(answers)} keys; without the map {pair(alone)}; the map adds {pair(extra)}")


def check(table):
    """Checks how many places are on the map around 30 large cities, which are returned."""
    engine = Engine(None)
    places = engine.places()
    largest = sorted(places, key=lambda place: -place.population)[:300]
    centers = random.Random(20240229).sample(largest, 30)
    marked = [places[index * len(places) // 1000] for index in range(1000)]
    for center in centers:
        for zoom in [1, 4, 7]:
            found = int(engine.ask(f"map {zoom} {center.latitude} {center.longitude} 1000")[0][2])
            expected = sum(not inside(place, center, zoom) for place in marked)
            table.check(f"places outside a map of {center.name} at zoom {zoom}", found, expected)
    engine.close()
    return centers


def ordinate(latitude):
    return math.degrees(math.asinh(math.tan(math.radians(latitude))))


def inside(place, center, zoom):
    scale = 64 * 2**zoom / 360
    room = max(0, ordinate(MOST_LATITUDE) - ROWS * 2 / scale)
    middle = min(max(ordinate(center.latitude), -room), room)
    x = ((place.longitude - center.longitude + 180) % 360 - 180) * scale + COLUMNS
    y = (middle - ordinate(place.latitude)) * scale + ROWS * 2
    return abs(place.latitude) <= MOST_LATITUDE and 0 <= x < COLUMNS * 2 and 0 <= y < ROWS * 4
