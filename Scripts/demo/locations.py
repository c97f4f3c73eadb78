"""The locations that people have posted, the same for all protocols, and those that are there at the start."""
import datetime
import random
import threading
import time

from people import ME, PASSWORD, new_id

MINUTE = 60_000
FIRST = """Ada Alan Anita Barbara Bjarne Brian Carol Claude Dennis Donald Edsger Fei Frances Grace Guido Hedy Ivan Jean
Joan Karen Katherine Kathleen Ken Lynn Margaret Mary Niklaus Radia Shafi Sophie Tim Vint""".split()
LAST = """Adler Berger Castro Dubois Eriksen Fischer Garcia Hansen Ito Jansen Kaya Lopez Moreau Novak Okafor Petrov
Quinn Rossi Silva Tanaka Usman Varga Weber Xu Yilmaz Zhang""".split()
# A place and its position.
TOWNS = [
    ("Amsterdam", 52.374, 4.890), ("Athens", 37.984, 23.728), ("Austin, Texas", 30.267, -97.743),
    ("Bangalore", 12.972, 77.594), ("Berlin", 52.524, 13.411), ("Bogotá", 4.609, -74.082),
    ("Buenos Aires", -34.613, -58.377), ("Cairo", 30.063, 31.250), ("Cape Town", -33.926, 18.423),
    ("Dublin", 53.333, -6.249), ("Hanoi", 21.025, 105.841), ("Helsinki", 60.170, 24.935), ("Hoboken", 40.744, -74.032),
    ("İstanbul", 41.014, 28.950), ("Jersey City", 40.728, -74.078), ("Kraków", 50.061, 19.937),
    ("Lagos", 6.454, 3.395), ("Lisbon", 38.717, -9.133), ("London", 51.509, -0.126), ("Madrid", 40.417, -3.703),
    ("Mexico City", 19.428, -99.128), ("Montréal", 45.509, -73.588), ("Mountain View", 37.386, -122.084),
    ("München", 48.137, 11.575), ("Nairobi", -1.283, 36.817), ("Newark", 40.736, -74.172),
    ("Oslo", 59.913, 10.746), ("Ōsaka", 34.694, 135.502), ("Paris", 48.853, 2.349), ("Reykjavík", 64.135, -21.895),
    ("São Paulo", -23.548, -46.636), ("Seoul", 37.566, 126.978), ("Singapore", 1.290, 103.850),
    ("Sydney", -33.868, 151.207), ("Toronto", 43.706, -79.399), ("Zürich", 47.367, 8.550),
]


def now():
    """The time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def iso(milliseconds):
    """A time as the services write it, such as 2026-01-31T12:00:00.123Z."""
    when = datetime.datetime.fromtimestamp(milliseconds / 1000, datetime.timezone.utc)
    return f"{when:%Y-%m-%dT%H:%M:%S}.{milliseconds % 1000:03}Z"


def milliseconds(text):
    """A time in that form; raises ValueError for other texts."""
    return round(datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp() * 1000)


class Locations:
    """Records with the fields that clients give, `objectId`, and two times in milliseconds since 1970."""

    def __init__(self):
        self.lock = threading.Lock()
        self.records = {}

    def all(self):
        with self.lock:
            return [dict(record) for record in self.records.values()]

    def get(self, key):
        """A copy of the record, or None."""
        with self.lock:
            return dict(self.records[key]) if key in self.records else None

    def add(self, fields, created=None):
        created = created or now()
        record = {**fields, "objectId": new_id(), "createdAt": created, "updatedAt": created}
        with self.lock:
            self.records[record["objectId"]] = record
        return dict(record)

    def change(self, key, fields):
        """The changed record, or None if there is no such record."""
        with self.lock:
            if key not in self.records:
                return None
            self.records[key].update(fields, updatedAt=now())
            return dict(self.records[key])

    def remove(self, key):
        """Returns whether there was such a record."""
        with self.lock:
            return self.records.pop(key, None) is not None


def seed(people, locations):
    """The account of everybody, and 150 others with a location each: some at the same time, one without an owner."""
    start = now()
    people.add(ME, PASSWORD, "Sam", "Student", start)
    choose = random.Random(1)
    names = choose.sample([(first, last) for first in FIRST for last in LAST], 150)
    for number, (first, last) in enumerate(names):
        place, latitude, longitude = choose.choice(TOWNS)
        # The 98th to the 103rd have the same time: the end of a page of 100 is between them.
        age = MINUTE * (60 + 47 * (98 if 98 <= number <= 103 else number))
        locations.add({
            "uniqueKey": "" if number == 120 else f"u{number}", "firstName": first, "lastName": last,
            "mapString": place, "mediaURL": f"https://example.org/?{first.lower()}.{last.lower()}",
            "latitude": round(latitude + choose.gauss(0, 0.02), 4),
            "longitude": round(longitude + choose.gauss(0, 0.02), 4),
        }, start - age)
