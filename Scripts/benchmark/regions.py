"""The names of regions: their own, and the further ones of Sources/CRegionNames, which are read here once more."""
import collections
import functools
import pathlib

TABLE = pathlib.Path("Sources/CRegionNames/data/region-names.tsv")


class Region:
    """Folded names and their words. A word of a region's own name may be typed in part, one of a further name not."""

    def __init__(self, own, further):
        self.country_words = words(own[:2])
        self.words = words(own)
        self.further = set(words(further))
        self.names = {*own, *further} - {""}

    def has(self, tokens):
        """Whether each token begins a word, or is a word of a further name."""
        return all(token in self.further or any(word.startswith(token) for word in self.words) for token in tokens)

    def is_meant(self, tokens):
        """Whether each token is a word or, with three characters or more, begins one of the region's own words."""
        return all(token in self.further or is_word(token, self.words) for token in tokens)


class Regions:
    """Finds further names. `fold` folds a list of texts."""

    def __init__(self, fold):
        lines = [line.split("\t") for line in TABLE.read_text(encoding="utf-8").splitlines() if line[0] != "#"]
        texts = [text for _, code, names in lines for text in [code, *names.split(";")]]
        folded = dict(zip(texts, fold(texts)))
        self.countries, self.divisions = collections.defaultdict(list), collections.defaultdict(list)
        for country, code, names in lines:
            all_names = [folded[name] for name in names.split(";")]
            if code == "*":
                self.countries[country] += all_names
            else:
                self.divisions[country].append([folded[code], *all_names])

    @functools.lru_cache(maxsize=None)
    def region(self, country, own):
        """The region of a country with its own folded names, separated by ';'. They begin with the country's code and
        name, and the division's code and name."""
        own = own.split(";")
        division = own[3] or own[2]
        further = next((names for names in self.divisions[country] if division and division in names), [])
        return Region(own, self.countries[country] + further)


def words(names):
    return [word for name in names for word in name.split()]


def is_word(token, words):
    return any(word == token or len(token) >= 3 and word.startswith(token) for word in words)
