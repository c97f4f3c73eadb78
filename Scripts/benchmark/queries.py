"""Makes queries from the places, the same in every run."""
import random

LETTERS = "abcdefghijklmnopqrstuvwxyz"
SHORT = {"saint": "st", "sainte": "ste", "mount": "mt", "fort": "ft", "st": "saint", "mt": "mount", "ft": "fort"}


class Queries:
    def __init__(self, places):
        self.random = random.Random(20240229)
        self.places = [place for place in places if place.fold]
        self.long = [place for place in self.places if len(place.fold) >= 8 and " " not in place.fold]
        self.words = [place for place in self.places if " " in place.fold]

    def all(self):
        families = {
            "prefix": [self.prefix() for _ in range(300)],
            "search": [make() for make, count in [
                (self.prefix, 100), (self.two_words, 50), (self.name_and_country, 50), (self.inside, 50),
                (self.typo, 50)] for _ in range(count)],
            "inside": [self.inside() for _ in range(300)],
            "typo": [self.two_typos() for _ in range(300)],
            "nearest": [self.point() for _ in range(10_000)],
        }
        return {**families, "start": families["prefix"], "inside-page": families["inside"],
                "within": families["nearest"]}

    def further(self):
        """Queries for the rest of the rules: further names, codes, regions, short forms, words that are left out."""
        named = [place for place in self.places if place.alternates]
        short = [place for place in self.words if any(word in SHORT for word in place.fold.split(" "))]
        kinds = [(self.region, 30), (self.name_and_region, 40), (self.misspelt_name_and_region, 10),
                 (self.too_many, 20), (lambda: self.other_form(self.random.choice(short)), 20 if short else 0),
                 (lambda: self.alternate(self.random.choice(named)), 40 if named else 0)]
        return {
            "prefix": [self.country() for _ in range(40)],
            "search": [make() for make, count in kinds for _ in range(count)],
        }

    def country(self):
        """Words of a country, some of them cut off."""
        words = self.random.choice(self.places).region.country_words or ["us"]
        chosen = words[self.random.randint(0, 1):] or words
        return " ".join(word[: self.random.choice([2, 3, 4, 99])] for word in chosen)

    def region(self):
        names = sorted(self.random.choice(self.places).region.names)
        name = self.random.choice(names or ["us"])
        return name if self.random.random() < 0.7 else name[: self.random.randint(1, len(name))]

    def name_and_region(self):
        place = self.random.choice(self.places)
        parts = [place.fold[: self.random.choice([3, 5, 99])].strip(), self.random.choice(sorted(place.region.names))]
        self.random.shuffle(parts)
        return " ".join(parts)

    def misspelt_name_and_region(self):
        place = self.random.choice(self.long)
        return self.misspelt(place.fold) + " " + self.random.choice(sorted(place.region.names))

    def too_many(self):
        """A name with one or two words of another one."""
        name, other = (self.random.choice(places).fold for places in [self.long, self.words])
        words = [name, *other.split(" ")[: self.random.randint(1, 2)]]
        self.random.shuffle(words)
        return " ".join(words)

    def alternate(self, place):
        name = self.random.choice(place.alternates)
        return name[: self.random.choice([2, 3, 4, 8, 99, 99])].strip()

    @staticmethod
    def other_form(place):
        return " ".join(SHORT.get(word, word) for word in place.fold.split(" "))

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
