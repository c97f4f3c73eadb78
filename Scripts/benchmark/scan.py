"""The answers by linear scans, which those of gaz must equal."""
import itertools

import numpy
from rapidfuzz import process
from rapidfuzz.distance import OSA

from regions import is_word

PAGE = 20
EARTH_RADIUS = 6_371_008.8
SHORT = {"st": "saint", "ste": "sainte", "mt": "mount", "ft": "fort"}
OTHERS = {**SHORT, **{long: short for short, long in SHORT.items()}}


class Scan:
    def __init__(self, places):
        self.places = places
        # All words of a place, each after a blank: a place in tiers 0 to 5 has all tokens in it.
        self.words = [" " + " ".join([p.fold, *p.alternates, *p.region.words, *p.region.further]) for p in places]
        self.folds = [(row, p.fold, 0) for row, p in enumerate(places) if p.fold]
        self.folds += [(row, text, 1) for row, p in enumerate(places) for text in p.alternates]
        placed = [(p.latitude, p.longitude) for p in places if p.latitude == p.latitude]
        self.latitudes, self.longitudes = numpy.array(placed).T

    def inside(self, query):
        return sum(query in p.fold for p in self.places)

    def start(self, query):
        return sum(p.fold.startswith(query) for p in self.places)

    def inside_page(self, query):
        """The total, and the ids of the first page."""
        found = sorted((-p.population, p.fold, p.country, p.order) for p in self.places if query in p.fold)
        return len(found), [key[-1][1] for key in found[:PAGE]]

    def typo(self, query):
        """The total; for queries of one token."""
        return len(self.typos(query))

    def prefix(self, query):
        """The total, and the ids of the first page."""
        tokens = query.split(" ")
        found = []
        for place in self.places:
            is_name = place.fold.startswith(query)
            if is_name or all(is_word(token, place.region.country_words) for token in tokens):
                found.append((not is_name, place.fold, place.name, place.country, place.order))
        return len(found), [key[-1][1] for key in sorted(found)[:PAGE]]

    def search(self, query):
        """The total, the ids of the first page, and whether tiers 0 to 5 held any."""
        tokens = query.split(" ")
        ranks = self.full(tokens)
        exact = len(ranks)
        if exact < PAGE:
            inside = [row for row, place in enumerate(self.places) if query in place.fold and row not in ranks]
            ranks.update((row, (6, -self.places[row].population)) for row in inside)
        if exact == 0:
            parts = {" ".join(name): region for name, region in splits(tokens)}
            for text, region in [(query, []), *parts.items()]:
                for row, errors in self.typos(text).items():
                    rank = (7, *errors, -self.places[row].population)
                    if ranks.get(row, (9,)) > rank and self.places[row].region.has(region):
                        ranks[row] = rank
        shorter = relaxed(tokens)
        while not ranks and (left := next(shorter, None)):
            ranks = self.full(left)
        ranked = sorted(
            (rank, place.fold, place.country, place.order)
            for place, rank in ((self.places[row], rank) for row, rank in ranks.items()))
        return len(ranks), [key[-1][1] for key in ranked[:PAGE]], exact > 0

    def full(self, tokens):
        """row: rank, of the places in tiers 0 to 5."""
        matches = {}
        for words, share in spellings(tokens):
            starts = [" " + word for word in words]
            for row, text in enumerate(self.words):
                if all(start in text for start in starts) and (match := match_of(self.places[row], words)):
                    weight = max(1, match[0] // share)
                    matches[row] = max(matches.get(row, (0, 0)), (weight, match[1]))
        return {row: (0, -(self.places[row].population + 1) * weight, -minus_tier)
                for row, (weight, minus_tier) in matches.items()}

    def typos(self, query):
        """row: (errors, 1 in an alternate name)."""
        limit = 2 if len(query) >= 8 else 1 if len(query) >= 4 else 0
        if limit == 0:
            return {}
        found = {}
        for length in [*range(max(1, len(query) - limit), len(query) + limit + 1), None]:
            texts = [text[:length] for _, text, _ in self.folds]
            errors = process.cdist(
                [query], texts, scorer=OSA.distance, score_cutoff=limit, dtype=numpy.uint8, workers=-1)[0]
            for index in numpy.flatnonzero(errors <= limit):
                row, _, is_alternate = self.folds[index]
                key = (int(errors[index]), is_alternate)
                found[row] = min(found.get(row, key), key)
        return found

    def nearest(self, latitude, longitude, count=10):
        """The distances of the nearest, in metres."""
        return numpy.sort(great_circle(latitude, longitude, self.latitudes, self.longitudes))[:count]

    def within(self, latitude, longitude, metres):
        """The number of places within a distance."""
        return int((great_circle(latitude, longitude, self.latitudes, self.longitudes) <= metres).sum())


def great_circle(latitude, longitude, latitudes, longitudes):
    """The distances in metres from one point, all in degrees, by the haversine formula."""
    latitude, longitude, latitudes, longitudes = map(numpy.radians, (latitude, longitude, latitudes, longitudes))
    haversine = numpy.sin((latitudes - latitude) / 2) ** 2
    haversine += numpy.cos(latitude) * numpy.cos(latitudes) * numpy.sin((longitudes - longitude) / 2) ** 2
    return 2 * EARTH_RADIUS * numpy.arcsin(numpy.sqrt(haversine))


def spellings(tokens):
    """The query, and the query with the other form of one word; and by how much the weight of each is divided."""
    yield tokens, 1
    for index, token in enumerate(tokens):
        if token in OTHERS:
            yield [*tokens[:index], OTHERS[token], *tokens[index + 1:]], 10


def relaxed(tokens):
    """The query without one word, then without two: first without the shortest words, then without the first ones."""
    for count in [1, 2]:
        choices = itertools.combinations(range(len(tokens)), count)
        for left_out in sorted(choices, key=lambda choice: sum(len(tokens[index]) for index in choice)):
            if len(tokens) > count:
                yield [token for index, token in enumerate(tokens) if index not in left_out]


def splits(tokens):
    """The ways to split a region off an end of a query: the tokens of the name, and those of the region."""
    for cut in range(1, len(tokens)):
        yield tokens[:cut], tokens[cut:]
        yield tokens[cut:], tokens[:cut]


def match_of(place, tokens):
    """The greatest weight with which a place is in tiers 0 to 5, and minus its tier; None if it is in none of them."""
    matches = [name_match(place, tokens)]
    for name, region in splits(tokens):
        if place.region.has(region) and (match := name_match(place, name)):
            matches.append((max(1, match[0] // 10), -5))
    if " ".join(tokens) in place.region.names:
        matches.append((1000, -5))
    elif place.region.is_meant(tokens):
        matches.append((1, -5))
    return max(filter(None, matches), default=None)


def name_match(place, tokens):
    """The same for tiers 0 to 4."""
    query = " ".join(tokens)
    is_code = len(query) <= 3 and query.isascii() and query.isalpha()
    of_name = [(1_000_000, 0), (30_000, -2), (10_000, -2), (3000, -3), (100, -3)]
    of_alternate = [(10_000, -4) if is_code else (100_000, -1), (300, -4), (100, -4), (30, -4), (10, -4)]
    ways = [(place.fold, of_name), *((text, of_alternate) for text in place.alternates)]
    found = ((way_of(text, query, tokens), matches) for text, matches in ways)
    return max((matches[way] for way, matches in found if way is not None), default=None)


def way_of(text, query, tokens):
    """How a query matches a text: 0 all, 1 to the end of a word, 2 inside a word, 3 words from the first, 4 words."""
    if text == query:
        return 0
    if text.startswith(query):
        return 1 if text[len(query)] == " " else 2
    if not has_words(text, tokens):
        return None
    return 3 if text.startswith(tokens[0]) else 4


def has_words(text, tokens):
    words = iter(text.split(" "))
    return all(any(word.startswith(token) for word in words) for token in tokens)
