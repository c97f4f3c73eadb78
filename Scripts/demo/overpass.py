"""The interpreter of Overpass, for the part of its language that asks for things with tags around a point."""
import re
import urllib.parse

from web import Reply

SETTINGS = re.compile(r"(\[(out:json|timeout:\d+|maxsize:\d+)\])*;")
# One question: what kind of thing, around which point, with which tags.
QUESTION = re.compile(r"(nwr|nw|node|way)\(around:([\d.]+),(-?[\d.]+),(-?[\d.]+)\)((?:\[[^\]]*\])+);")
TAG = re.compile(r'\[(?:"([^"]*)"|([\w:]+))(?:(=|~)(?:"((?:[^"\\]|\\.)*)"|(\w+))(,i)?)?\]')
OUTPUT = re.compile(r"out(?: (?:center|tags|body|qt))*(?: (\d+))?;")
KINDS = {"nwr": ("node", "way"), "nw": ("node", "way"), "node": ("node",), "way": ("way",)}


def refusal(text):
    """The page with which Overpass answers a question that it cannot read, to be raised."""
    page = f"<html><body><p><strong>Error</strong>: line 1: parse error: {text}</p></body></html>"
    return Reply(400, text=page, kind="text/html")


class Overpass:
    def __init__(self, eateries):
        self.eateries = eateries

    def answer(self, request):
        if request.path != ["api", "interpreter"] or request.method not in ("GET", "POST"):
            raise Reply(404, text="Not Found", kind="text/plain")
        form = urllib.parse.parse_qs(request.body.decode(errors="replace"))
        question = request.query.get("data") or form.get("data", [""])[0]
        if len(question) > 10_000:
            raise refusal("the question is too long")
        tests, limit = parsed("".join(question.splitlines()))
        found = [eatery for eatery in self.eateries if any(test(eatery) for test in tests)]
        found.sort(key=lambda eatery: (eatery.kind, eatery.number))
        return Reply(200, {
            "version": 0.6, "generator": "gaz demo", "elements": [element(eatery) for eatery in found[:limit]]})


def element(eatery):
    point = {"lat": eatery.latitude, "lon": eatery.longitude}
    place = point if eatery.kind == "node" else {"center": point}
    return {"type": eatery.kind, "id": eatery.number, **place, "tags": eatery.tags}


def parsed(text):
    """Tests of a place, of which one must hold, and how many places are wanted."""
    settings = SETTINGS.match(text)
    if not settings or "out:json" not in settings[0]:
        raise refusal("[out:json] is missing")
    rest = text[settings.end():]
    questions = re.fullmatch(r"\((.*)\);(out.*)|(.*?;)(out.*)", rest)
    if not questions:
        raise refusal("unknown statement")
    body, end = (questions[1], questions[2]) if questions[2] else (questions[3], questions[4])
    output = OUTPUT.fullmatch(end)
    if not output:
        raise refusal("unknown output")
    tests = []
    while body:
        question = QUESTION.match(body)
        if not question:
            raise refusal(f'"{body[:20]}" is unknown')
        tests.append(test(question))
        body = body[question.end():]
    return tests, int(output[1] or 1000)


def test(question):
    """A test of a place: its kind, its distance, and all of its tags."""
    kinds = KINDS[question[1]]
    try:
        radius, latitude, longitude = (float(question[number]) for number in (2, 3, 4))
    except ValueError:
        raise refusal("a number is malformed") from None
    tags = [tag_test(tag) for tag in TAG.finditer(question[5])]
    if not tags or sum(len(tag[0]) for tag in TAG.finditer(question[5])) != len(question[5]):
        raise refusal(f'"{question[5]}" is unknown')
    return lambda eatery: (
        eatery.kind in kinds and eatery.metres(latitude, longitude) <= radius and all(tag(eatery.tags) for tag in tags))


def tag_test(tag):
    key, relation, wanted = tag[1] or tag[2], tag[3], tag[4] if tag[4] is not None else tag[5]
    if not relation:
        return lambda tags: key in tags
    if relation == "=":
        return lambda tags: tags.get(key) == wanted
    try:
        pattern = re.compile(wanted, re.IGNORECASE if tag[6] else 0)
    except re.error:
        raise refusal(f'"{wanted}" is no regular expression') from None
    return lambda tags: key in tags and bool(pattern.search(tags[key]))
