"""Makes queries from the places, the same in every run."""
import random

LETTERS = "abcdefghijklmnopqrstuvwxyz"


class Queries:
    def __init__(self, places):
        self.random = random.Random(20240229)
        self.places = [place for place in places if place.fold]
        self.long = [place for place in self.places if len(place.fold) >= 8 and " " not in place.fold]
        self.words = [place for place in self.places if " " in place.fold]

    def all(self):
        return {
            "prefix": [self.prefix() for _ in range(300)],
            "search": [make() for make, count in [
                (self.prefix, 100), (self.two_words, 50), (self.name_and_country, 50), (self.inside, 50),
                (self.typo, 50)] for _ in range(count)],
            "inside": [self.inside() for _ in range(300)],
            "typo": [self.two_typos() for _ in range(300)],
            "nearest": [self.point() for _ in range(10_000)],
        }

    def prefix(self):
        """The first one to eight characters of a name, as it is written."""
        while True:
            name = self.random.choice(self.places).name
            text = name[: self.random.randint(1, 8)]
            if text.strip() and text.isprintable() and text[0].isalnum():
                return text

    def two_words(self):
        head, tail = self.random.choice(self.words).fold.split(" ")[:2]
        return head[: self.random.randint(1, 5)] + " " + tail[: self.random.randint(1, 5)]

    def name_and_country(self):
        place = self.random.choice(self.places)
        return place.fold + " " + place.country.lower()

    def inside(self):
        """Three to eight characters from the middle of a word."""
        while True:
            word = max(self.random.choice(self.places).fold.split(" "), key=len)
            if len(word) >= 6:
                start = self.random.randint(1, len(word) - 4)
                return word[start : start + self.random.randint(3, 8)]

    def typo(self):
        return self.misspelt(self.random.choice(self.long).fold)

    def two_typos(self):
        """Eight characters or more, so that two errors are allowed."""
        while True:
            text = self.misspelt(self.misspelt(self.random.choice(self.long).fold))
            if len(text) >= 8:
                return text

    def misspelt(self, text):
        at = self.random.randint(1, len(text) - 2)
        letter = self.random.choice(LETTERS)
        return self.random.choice([
            text[:at] + letter + text[at:], text[:at] + letter + text[at + 1 :], text[:at] + text[at + 1 :],
            text[:at] + text[at + 1] + text[at] + text[at + 2 :]])

    def point(self):
        """A point a few kilometres from a place."""
        while True:
            place = self.random.choice(self.places)
            latitude = place.latitude + self.random.gauss(0, 0.05)
            longitude = place.longitude + self.random.gauss(0, 0.05)
            if abs(latitude) <= 90 and abs(longitude) <= 180:
                return f"{latitude!r},{longitude!r}"
