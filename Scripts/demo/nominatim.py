"""The search of Nominatim: by words or by kind, in a box or anywhere; and the nearest place to a point."""
import math

from eateries import STATION, Eatery
from web import Reply

LICENCE = "Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright"
MOST = 40
# What is not for eating, found only by its words: name, amenity, house and street, latitude, longitude.
LANDMARKS = """
Prudential Center|events_venue|25|Lafayette Street|40.7334|-74.1711
Newark City Hall|townhall|920|Broad Street|40.7317|-74.1744
Newark Public Library|library|5|Washington Street|40.7437|-74.1719
Van Buren Library|library|140|Van Buren Street|40.7276|-74.1581
"""


def number(query, name, usual=None):
    try:
        value = float(query.get(name, usual))
    except (TypeError, ValueError):
        value = math.nan
    if not math.isfinite(value):
        raise Reply(400, text=f"Parameter '{name}' must be a number.", kind="text/plain")
    return value


def landmarks():
    for index, line in enumerate(LANDMARKS.split("\n")[1:-1]):
        name, amenity, house, street, latitude, longitude = line.split("|")
        yield Eatery(
            number=800_001 + index, kind="way", name=name, amenity=amenity, cuisine="", stars=None, reviews=0, price=0,
            latitude=float(latitude), longitude=float(longitude), house=int(house), street=street, vegetarian=False)


class Nominatim:
    def __init__(self, eateries):
        self.eateries = [*eateries, *landmarks()]

    def answer(self, request):
        query = request.query
        if query.get("format", "jsonv2") not in ("json", "jsonv2"):
            raise Reply(400, text="Parameter 'format' must be one of: json, jsonv2", kind="text/plain")
        match request.method, request.path:
            case "GET", ["search"]:
                return Reply(200, [entry(eatery, query) for eatery in self.found(query)])
            case "GET", ["reverse"]:
                point = number(query, "lat"), number(query, "lon")
                return Reply(200, entry(min(self.eateries, key=lambda eatery: eatery.metres(*point)), query))
        raise Reply(404, text="Not Found", kind="text/plain")

    def found(self, query):
        if "q" not in query and "amenity" not in query:
            raise Reply(400, text="Nothing to search for.", kind="text/plain")
        found, centre = self.eateries, STATION
        if "viewbox" in query:
            west, north, east, south = self.box(query["viewbox"])
            centre = (north + south) / 2, (east + west) / 2
            if query.get("bounded") == "1":
                found = [eatery for eatery in found
                         if south <= eatery.latitude <= north and west <= eatery.longitude <= east]
        if "amenity" in query:
            found = [eatery for eatery in found if eatery.amenity == query["amenity"]]
        found = [eatery for eatery in found if eatery.is_about(query.get("q", ""))]
        found.sort(key=lambda eatery: eatery.metres(*centre))
        return found[:max(1, min(MOST, int(number(query, "limit", 10))))]

    @staticmethod
    def box(text):
        try:
            one, two, three, four = (float(part) for part in text.split(","))
        except ValueError:
            raise Reply(400, text="Parameter 'viewbox' must be four numbers.", kind="text/plain") from None
        # Any two corners that are opposite to each other.
        return min(one, three), max(two, four), max(one, three), min(two, four)


def entry(eatery, query):
    place = {
        "place_id": eatery.number * 10, "licence": LICENCE, "osm_type": eatery.kind, "osm_id": eatery.number,
        "lat": str(eatery.latitude), "lon": str(eatery.longitude), "category": "amenity", "type": eatery.amenity,
        "place_rank": 30, "importance": 0.00007, "addresstype": "amenity", "name": eatery.name,
        "display_name": f"{eatery.name}, {eatery.house}, {eatery.street}, Newark, New Jersey, 07105, United States",
        "boundingbox": [str(round(value + step, 6)) for value in (eatery.latitude, eatery.longitude)
                        for step in (-0.00005, 0.00005)],
    }
    if query.get("addressdetails") == "1":
        place["address"] = {
            "amenity": eatery.name, "house_number": str(eatery.house), "road": eatery.street, "city": "Newark",
            "state": "New Jersey", "postcode": "07105", "country": "United States", "country_code": "us"}
    if query.get("extratags") == "1":
        place["extratags"] = {key: value for key, value in eatery.tags.items()
                              if not key.startswith("addr:") and key not in ("name", "amenity")}
    return place
