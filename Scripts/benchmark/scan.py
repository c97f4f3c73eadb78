"""The answers by linear scans, which those of gaz must equal."""
import numpy
from rapidfuzz import process
from rapidfuzz.distance import OSA

PAGE = 20
EARTH_RADIUS = 6_371_008.8


class Scan:
    def __init__(self, places):
        self.places = places
        # All words of a place, each after a blank: a place in tiers 0 to 5 has all tokens in it.
        self.words = [" " + " ".join([p.fold, *p.alternates, *p.region]) for p in places]
        self.folds = [(row, p.fold, 0) for row, p in enumerate(places) if p.fold]
        self.folds += [(row, text, 1) for row, p in enumerate(places) for text in p.alternates]
        placed = [(p.latitude, p.longitude) for p in places if p.latitude == p.latitude]
        self.latitudes, self.longitudes = numpy.array(placed).T

    def inside(self, query):
        return sum(query in p.fold for p in self.places)

    def typo(self, query):
        """The total; for queries of one token."""
        return len(self.typos(query))

    def prefix(self, query):
        """The total, and the ids of the first page."""
        tokens = query.split(" ")
        found = []
        for place in self.places:
            is_name = place.fold.startswith(query)
            if is_name or all(any(word.startswith(t) for word in place.country_words) for t in tokens):
                found.append((not is_name, place.fold, place.name, place.country, place.order))
        return len(found), [key[-1][1] for key in sorted(found)[:PAGE]]

    def search(self, query):
        """The total, the ids of the first page, and whether tiers 0 to 5 held any."""
        tokens = query.split(" ")
        starts = [" " + token for token in tokens]
        found = {}
        for row, words in enumerate(self.words):
            if all(start in words for start in starts):
                grade = grade_of(self.places[row], tokens)
                if grade is not None:
                    found[row] = grade
        exact = len(found)
        if exact < PAGE:
            inside = [row for row, place in enumerate(self.places) if query in place.fold and row not in found]
            found.update((row, (6,)) for row in inside)
        if exact == 0:
            texts = {" ".join(part): rest for part, rest in splits(tokens)}
            for text, region in [(query, []), *texts.items()]:
                for row, errors in self.typos(text).items():
                    if found.get(row, (9,)) > (7, *errors) and is_region(self.places[row], region):
                        found[row] = (7, *errors)
        ranked = sorted(
            (grade, -place.population, place.fold, place.country, place.order)
            for place, grade in ((self.places[row], grade) for row, grade in found.items()))
        return len(found), [key[-1][1] for key in ranked[:PAGE]], exact > 0

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


def great_circle(latitude, longitude, latitudes, longitudes):
    """The distances in metres from one point, all in degrees, by the haversine formula."""
    latitude, longitude, latitudes, longitudes = map(numpy.radians, (latitude, longitude, latitudes, longitudes))
    haversine = numpy.sin((latitudes - latitude) / 2) ** 2
    haversine += numpy.cos(latitude) * numpy.cos(latitudes) * numpy.sin((longitudes - longitude) / 2) ** 2
    return 2 * EARTH_RADIUS * numpy.arcsin(numpy.sqrt(haversine))


def splits(tokens):
    """The ways to split a region off an end of a query: the tokens of the name, and those of the region."""
    for cut in range(1, len(tokens)):
        yield tokens[:cut], tokens[cut:]
        yield tokens[cut:], tokens[:cut]


def is_region(place, tokens):
    return all(any(word.startswith(token) for word in place.region) for token in tokens)


def grade_of(place, tokens):
    """The tier of a place, from 0 to 5, and its rank in it; None if it is in none of them."""
    grades = [name_grade(place, tokens)]
    for name, region in splits(tokens):
        if is_region(place, region):
            grade = name_grade(place, name)
            grades.append(grade and (5, *grade))
    if all(any(w == t or len(t) >= 3 and w.startswith(t) for w in place.region) for t in tokens):
        grades.append((5, 9))
    return min((grade for grade in grades if grade), default=None)


def name_grade(place, tokens):
    query = " ".join(tokens)
    grades = []
    if (place.fold + " ").startswith(query + " "):
        grades.append((0,))
    elif place.fold.startswith(query):
        grades.append((2,))
    elif has_words(place.fold, tokens):
        grades.append((3,))
    for text in place.alternates:
        if text == query and not (len(text) <= 3 and text.isascii() and text.isalpha()):
            grades.append((1,))
        elif text.startswith(query):
            grades.append((4, 0))
        elif has_words(text, tokens):
            grades.append((4, 1))
    return min(grades, default=None)


def has_words(text, tokens):
    words = iter(text.split(" "))
    return all(any(word.startswith(token) for word in words) for token in tokens)
