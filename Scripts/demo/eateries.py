"""Places to eat around Newark Penn Station. Their names, numbers and positions are invented; the streets are real."""
import dataclasses
import math
import random

STATION = (40.7347, -74.1644)
# Name, what OpenStreetMap calls it, its cuisine, and its stars: "-" if nobody has rated it.
PLACES = """
Casa Oliveira|restaurant|portuguese|4.5
O Galo Dourado|restaurant|portuguese|4
Ferry Street Grill|restaurant|barbecue|3.5
The Third Platform|cafe|coffee_shop|4.5
Gate Six Coffee|cafe|coffee_shop|4
Ironbound Pizza|restaurant|pizza|4
Pizzeria Due Binari|restaurant|pizza|4.5
Slice of Market|fast_food|pizza|3
Noodle Junction|restaurant|noodle|4
Bao & Beyond|restaurant|chinese|3.5
Lotus Express|fast_food|chinese|2.5
Sushi Semaphore|restaurant|sushi|4.5
Ramen Stop|restaurant|ramen|4
Seoul Siding|restaurant|korean|4.5
Pho Penn|restaurant|vietnamese|4
Thai Timetable|restaurant|thai|3.5
Curry Concourse|restaurant|indian|4
Dosa Depot|fast_food|indian|3.5
Kabul Corner|restaurant|afghan|5
Falafel Fine|fast_food|falafel|4
Shawarma Shuttle|fast_food|shawarma|3
Taquería La Vía|restaurant|mexican|4.5
Burrito Bound|fast_food|mexican|3
Arepa Ahora|restaurant|venezuelan|4
Churrasco do Sul|restaurant|brazilian|4.5
Café Lisboa|cafe|portuguese|4
Pastéis & Pão|cafe|bakery|5
Brick City Bagels|fast_food|bagel|4
The Waiting Room|restaurant|american|3
Raymond Diner|restaurant|diner|3.5
Burger Signal|fast_food|burger|2
Patty & Points|fast_food|burger|3.5
Crab Car|restaurant|seafood|4
Paella Pública|restaurant|spanish|4.5
Tapas Terminal|restaurant|spanish|3.5
Jollof Junction|restaurant|west_african|4.5
Addis Arrivals|restaurant|ethiopian|-
Green Flag Salads|fast_food|salad|3.5
Sundae Service|cafe|ice_cream|4
Last Call Donuts|fast_food|donut|-
"""
STREETS = ["Ferry Street", "Market Street", "Raymond Boulevard", "Lafayette Street", "Edison Place", "Union Street"]


@dataclasses.dataclass
class Eatery:
    """A place; `stars` are None if nobody has rated it, and `kind` is node or way."""

    number: int
    kind: str
    name: str
    amenity: str
    cuisine: str
    stars: float | None
    reviews: int
    price: int
    latitude: float
    longitude: float
    house: int
    street: str
    vegetarian: bool

    @property
    def url(self):
        return f"https://example.org/?place={self.number}"

    @property
    def tags(self):
        """Its tags in OpenStreetMap."""
        return {
            "name": self.name, "amenity": self.amenity, "cuisine": self.cuisine, "addr:housenumber": str(self.house),
            "addr:street": self.street, "addr:city": "Newark", "addr:postcode": "07105", "website": self.url,
            "opening_hours": "Mo-Su 11:00-22:00", **({"diet:vegetarian": "yes"} if self.vegetarian else {}),
        }

    def metres(self, latitude, longitude):
        """Its distance from a point; exact enough for a town."""
        north = (self.latitude - latitude) * 111_195
        east = (self.longitude - longitude) * 111_195 * math.cos(math.radians(latitude))
        return math.hypot(north, east)

    def is_about(self, words):
        """Whether all words are in its name, its cuisine, its kind or its street."""
        text = f"{self.name} {self.cuisine} {self.amenity} {self.street} food".replace("_", " ").casefold()
        return all(word in text for word in words.casefold().split())


def make_eateries():
    """The same places each time, up to a mile from the station."""
    choose = random.Random(2)
    eateries = []
    for index, line in enumerate(PLACES.split("\n")[1:-1]):
        name, amenity, cuisine, stars = line.split("|")
        distance, angle = 80 + 1400 * choose.random() ** 1.5, 2 * math.pi * choose.random()
        latitude = STATION[0] + distance * math.cos(angle) / 111_195
        longitude = STATION[1] + distance * math.sin(angle) / 111_195 / math.cos(math.radians(STATION[0]))
        eateries.append(Eatery(
            number=900_001 + index, kind="way" if index % 7 == 3 else "node", name=name, amenity=amenity,
            cuisine=cuisine, stars=None if stars == "-" else float(stars),
            reviews=0 if stars == "-" else choose.randint(3, 900), price=choose.randint(1, 4),
            latitude=round(latitude, 6), longitude=round(longitude, 6), house=choose.randint(1, 399),
            street=choose.choice(STREETS), vegetarian=choose.random() < 0.3))
    return eateries
