"""Compares the rows that `gaz nearest` writes with the nearest places that scipy finds, see Scripts/compare."""
import csv
import json
import os
import subprocess
import sys
import tempfile

import numpy
from scipy.spatial import cKDTree

RADIUS = 6_371_008.8  # metres; that of gaz


def on_sphere(degrees):
    latitudes, longitudes = numpy.radians(numpy.array(degrees, dtype=float)).T
    radii = numpy.cos(latitudes)
    return numpy.c_[radii * numpy.cos(longitudes), radii * numpy.sin(longitudes), numpy.sin(latitudes)]


def rows(places, points, gaz):
    """The rows of gaz for some points, in their order."""
    with tempfile.TemporaryDirectory() as folder:
        with open(f"{folder}/places.jsonl", "w", encoding="utf-8") as file:
            file.writelines(json.dumps(place) + "\n" for place in places)
        with open(f"{folder}/points.csv", "w", encoding="utf-8") as file:
            file.writelines(["lat,lon\n", *(f"{latitude!r},{longitude!r}\n" for latitude, longitude in points)])
        environment = {**os.environ, **{f"XDG_{part}_HOME": folder for part in ("CACHE", "CONFIG", "DATA", "STATE")}}
        run = subprocess.run(
            [gaz, "--no-rc", f"{folder}/places.jsonl", "-c", f"nearest {folder}/points.csv"], capture_output=True,
            text=True, env=environment, check=False)
    found = list(csv.DictReader(run.stdout.splitlines()))
    if len(found) != len(points):
        sys.exit(f"gaz wrote {len(found)} rows for {len(points)} points: {run.stderr[:2000]}")
    return found


def differences(places, points, gaz):
    """The points for which the distance to the place of gaz is not that to the place of scipy, within a centimetre."""
    tree = cKDTree(on_sphere([(place["lat"], place["lon"]) for place in places]))
    chords, _ = tree.query(on_sphere(points))
    distances = 2 * RADIUS * numpy.arcsin(numpy.minimum(1, chords / 2))
    return [(point, row["nearest_id"], row["nearest_distance"], float(distance))
            for point, row, distance in zip(points, rows(places, points, gaz), distances, strict=True)
            if abs(float(row["nearest_distance"]) - distance) > 0.01]
