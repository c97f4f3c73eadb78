"""The search of Yelp, with a key."""
import datetime

from web import Reply

KEY = "demo-key"
ORDERS = {
    "best_match": lambda eatery, metres: -(eatery.stars or 0) + metres / 1000,
    "rating": lambda eatery, metres: -(eatery.stars or 0),
    "review_count": lambda eatery, metres: -eatery.reviews,
    "distance": lambda eatery, metres: metres,
}
A_DAY = 5000


def refusal(code, text, status=400):
    """An answer with an error of Yelp, to be raised."""
    return Reply(status, {"error": {"code": code, "description": text}})


def number(query, name, smallest, largest, usual=None):
    try:
        value = float(query.get(name, usual))
    except (TypeError, ValueError):
        value = float("nan")
    if not smallest <= value <= largest:
        code = "AREA_TOO_LARGE" if name == "radius" else "VALIDATION_ERROR"
        raise refusal(code, f"{query.get(name)!r} is not valid for {name}: from {smallest} to {largest}")
    return value


class Yelp:
    def __init__(self, eateries):
        self.eateries = eateries
        self.asked = 0

    def answer(self, request):
        key = request.headers.get("Authorization")
        if key != f"Bearer {KEY}":
            code = "TOKEN_INVALID" if key else "TOKEN_MISSING"
            raise refusal(code, "The access token is missing or not valid.", 401)
        if (request.method, request.path) != ("GET", ["v3", "businesses", "search"]):
            raise refusal("NOT_FOUND", "The requested resource could not be found.", 404)
        query = request.query
        centre = number(query, "latitude", -90, 90), number(query, "longitude", -180, 180)
        radius, limit = number(query, "radius", 0, 40_000, 16_000), int(number(query, "limit", 0, 50, 20))
        offset = int(number(query, "offset", 0, 1000, 0))
        order = ORDERS.get(query.get("sort_by", "best_match"))
        if not order:
            raise refusal("VALIDATION_ERROR", f"{query['sort_by']!r} is not one of {sorted(ORDERS)}")
        found = [(eatery, eatery.metres(*centre)) for eatery in self.eateries if eatery.is_about(query.get("term", ""))]
        found = sorted((pair for pair in found if pair[1] <= radius), key=lambda pair: order(*pair))
        self.asked += 1
        midnight = datetime.datetime.now(datetime.timezone.utc).date() + datetime.timedelta(days=1)
        return Reply(200, {
            "businesses": [business(*pair) for pair in found[offset:offset + limit]], "total": len(found),
            "region": {"center": {"latitude": centre[0], "longitude": centre[1]}}},
            headers=[("RateLimit-DailyLimit", str(A_DAY)), ("RateLimit-Remaining", str(A_DAY - self.asked)),
                     ("RateLimit-ResetTime", f"{midnight}T00:00:00+00:00")])


def business(eatery, metres):
    title = eatery.cuisine.replace("_", " ").capitalize()
    rating = {"rating": eatery.stars} if eatery.stars is not None else {}
    return {
        "id": f"demo-{eatery.number}", "alias": eatery.name.casefold().replace(" ", "-"), "name": eatery.name,
        "url": eatery.url, "is_closed": False, "review_count": eatery.reviews, **rating, "price": "$" * eatery.price,
        "categories": [{"alias": eatery.cuisine, "title": title}],
        "coordinates": {"latitude": eatery.latitude, "longitude": eatery.longitude},
        "location": {"display_address": [f"{eatery.house} {eatery.street}", "Newark, NJ 07105"]},
        "distance": round(metres, 2),
    }
