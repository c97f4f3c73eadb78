"""The protocol of Parse Server: accounts, sessions, and the class StudentLocation."""
import functools
import json

from locations import iso, milliseconds, now
from web import Reply

APPLICATION, REST_KEY = "demo", "demo-key"
CLASS = "StudentLocation"
# The fields that clients may set, each with the type of its values.
FIELDS = {
    "uniqueKey": str, "firstName": str, "lastName": str, "mapString": str, "mediaURL": str, "clientId": str,
    "latitude": float, "longitude": float,
}
OWN_FIELDS = ("objectId", "createdAt", "updatedAt")
PARAMETERS = {"where", "order", "limit", "skip", "count", "keys"}
COMPARISONS = {
    "$lt": lambda value, wanted: value is not None and value < wanted,
    "$lte": lambda value, wanted: value is not None and value <= wanted,
    "$gt": lambda value, wanted: value is not None and value > wanted,
    "$gte": lambda value, wanted: value is not None and value >= wanted,
    "$ne": lambda value, wanted: value != wanted,
    "$in": lambda value, wanted: value in wanted,
    "$nin": lambda value, wanted: value not in wanted,
    "$exists": lambda value, wanted: (value is not None) == wanted,
}


def refusal(code, text, status=400):
    """An answer with an error of Parse, to be raised."""
    return Reply(status, {"code": code, "error": text})


def not_found():
    return refusal(101, "Object not found.", 404)


def found(record):
    """The record, unless there is none."""
    if not record:
        raise not_found()
    return record


def number(query, name, usual):
    try:
        value = int(query.get(name, usual))
    except ValueError:
        value = -1
    if value < 0:
        raise refusal(102, f"{name} must be a number from 0 on")
    return value


class Parse:
    def __init__(self, people, locations):
        self.people, self.locations = people, locations

    def answer(self, request):
        headers = request.headers
        if (headers.get("X-Parse-Application-Id"), headers.get("X-Parse-REST-API-Key")) != (APPLICATION, REST_KEY):
            raise Reply(403, {"error": "unauthorized"})
        token = headers.get("X-Parse-Session-Token")
        person = self.people.of(token)
        if token and not person:
            raise refusal(209, "Invalid session token")
        match request.method, request.path:
            case "POST", ["users"]:
                return self.sign_up(request)
            case "POST", ["login"]:
                return self.login(request)
            case "GET", ["users", "me"]:
                if not person:
                    raise refusal(209, "Invalid session token")
                return Reply(200, {**account(person), "sessionToken": token})
            case "POST", ["logout"]:
                self.people.end(token)
                return Reply(200, {})
            case "GET", ["classes", name, *rest] if name == CLASS and len(rest) < 2:
                return self.one(rest[0]) if rest else self.many(request.query)
            case "POST", ["classes", name] if name == CLASS:
                return self.create(request, person)
            case "PUT", ["classes", name, key] if name == CLASS:
                self.check_owner(key, person)
                record = found(self.locations.change(key, fields(request)))
                return Reply(200, {"updatedAt": iso(record["updatedAt"])})
            case "DELETE", ["classes", name, key] if name == CLASS:
                self.check_owner(key, person)
                found(self.locations.remove(key))
                return Reply(200, {})
        raise not_found()

    # Accounts

    def sign_up(self, request):
        body = request.json() or {}
        user, password = credentials(body, "bad or missing username", "password is required")
        names = [body.get(key) if isinstance(body.get(key), str) else "" for key in ("firstName", "lastName")]
        person = self.people.add(user, password, *names, now())
        if not person:
            raise refusal(202, "Account already exists for this username.")
        return Reply(201, {"objectId": person.key, "createdAt": iso(person.created),
                           "sessionToken": self.people.begin(person, "r:")})

    def login(self, request):
        user, password = credentials(request.json() or {}, "username/email is required.", "password is required.")
        person = self.people.with_password(user, password)
        if not person:
            raise refusal(101, "Invalid username/password.", 404)
        return Reply(200, {**account(person), "sessionToken": self.people.begin(person, "r:")})

    # Locations

    def check_owner(self, key, person):
        """Only the owner may write; for all others, Parse says that there is no such object."""
        record = self.locations.get(key)
        if not record or not person or record.get("uniqueKey") != person.key:
            raise not_found()

    def create(self, request, person):
        if not person:
            raise refusal(101, "Permission denied, user needs to be authenticated.", 404)
        record = self.locations.add(fields(request))
        where = f"/parse/classes/{CLASS}/{record['objectId']}"
        return Reply(201, {"objectId": record["objectId"], "createdAt": iso(record["createdAt"])},
                     headers=[("Location", where)])

    def one(self, key):
        return Reply(200, written(found(self.locations.get(key))))

    def many(self, query):
        for name in query:
            if name not in PARAMETERS:
                raise refusal(102, f"Invalid parameter for query: {name}")
        records = [record for record in self.locations.all() if matches(record, condition(query.get("where", "{}")))]
        records.sort(key=lambda record: record["objectId"])
        if query.get("order"):
            records.sort(key=functools.cmp_to_key(functools.partial(compare, query["order"].split(","))))
        skip, limit = number(query, "skip", 0), number(query, "limit", 100)
        page = [written(record) for record in records[skip:skip + limit]]
        if query.get("keys"):
            kept = {*query["keys"].split(","), *OWN_FIELDS}
            page = [{key: value for key, value in record.items() if key in kept} for record in page]
        return Reply(200, {"results": page, **({"count": len(records)} if query.get("count") == "1" else {})})


def credentials(body, no_user, no_password):
    """The user name and the password of a request."""
    for key, code, text in (("username", 200, no_user), ("password", 201, no_password)):
        if not isinstance(body.get(key), str) or not body[key]:
            raise refusal(code, text)
    return body["username"], body["password"]


def account(person):
    return {"objectId": person.key, "username": person.user, "firstName": person.first, "lastName": person.last,
            "createdAt": iso(person.created), "updatedAt": iso(person.created)}


def written(record):
    """The record with its times as text."""
    return {**record, "createdAt": iso(record["createdAt"]), "updatedAt": iso(record["updatedAt"])}


def fields(request):
    """The fields in a request, checked."""
    body = request.json()
    if body is None:
        raise refusal(107, "invalid JSON")
    for key, value in body.items():
        if key in OWN_FIELDS:
            raise refusal(105, f"{key} is an invalid field name.")
        kind = FIELDS.get(key)
        is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
        if kind and value is not None and not (is_number if kind is float else isinstance(value, kind)):
            wanted = "Number" if kind is float else "String"
            raise refusal(111, f"schema mismatch for {CLASS}.{key}; expected {wanted}")
    return body


def condition(text):
    """The members of `where`: a field, a comparison and what it compares with."""
    try:
        where = json.loads(text)
        tests = [(field, *test) for field, wanted in where.items() for test in comparisons(wanted)]
    except (ValueError, AttributeError, TypeError, RecursionError):
        raise refusal(102, "bad $where: not an object of conditions") from None
    for _, operation, _ in tests:
        if operation not in COMPARISONS and operation != "equal":
            raise refusal(102, f"bad constraint: {operation}")
    return tests


def comparisons(wanted):
    if not isinstance(wanted, dict) or "__type" in wanted:
        return [("equal", constant(wanted))]
    return [(operation, constant(value)) for operation, value in wanted.items()]


def constant(value):
    """A value of a condition; a date in milliseconds."""
    return milliseconds(value["iso"]) if isinstance(value, dict) and value.get("__type") == "Date" else value


def matches(record, tests):
    try:
        return all(record.get(field) == wanted if operation == "equal" else
                   COMPARISONS[operation](record.get(field), wanted) for field, operation, wanted in tests)
    except TypeError:
        raise refusal(102, "a condition compares values of different types") from None


def compare(order, one, other):
    """Minus one, zero or one, as the first of the fields in `order` says in which both differ."""
    for name in order:
        field = name.lstrip("-")
        if field not in FIELDS and field not in OWN_FIELDS:
            raise refusal(105, f"Invalid field name: {field}.")
        # Records without the field come first.
        pair = [(record.get(field) is not None, record.get(field)) for record in (one, other)]
        if pair[0] != pair[1]:
            return (-1 if pair[0] < pair[1] else 1) * (-1 if name.startswith("-") else 1)
    return 0
