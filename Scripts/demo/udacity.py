"""The protocol of Udacity's "On The Map". Answers about sessions and users begin with 5 bytes that are no JSON."""
import time

from locations import iso
from web import Reply

PREAMBLE = b")]}'\n"
FIELDS = ("uniqueKey", "firstName", "lastName", "mapString", "mediaURL", "latitude", "longitude")


def refusal(status, text):
    """An answer with an error, to be raised."""
    return Reply(status, {"status": status, "error": text}, prefix=PREAMBLE)


def session(token):
    tomorrow = (int(time.time()) + 86_400) * 1000
    return {"id": token, "expiration": iso(tomorrow).replace("Z", "000Z")}


class Udacity:
    def __init__(self, people, locations):
        self.people, self.locations = people, locations

    def answer(self, request):
        if request.path[:1] != ["v1"]:
            raise Reply(404, {"status": 404, "error": "Not found"})
        match request.method, request.path[1:]:
            case "POST", ["session"]:
                return self.login(request)
            case "DELETE", ["session"]:
                return self.logout(request)
            case "GET", ["users", key]:
                return self.user(key)
            case "GET", ["StudentLocation"]:
                return self.many(request.query)
            case "POST", ["StudentLocation"]:
                record = self.locations.add(self.fields(request))
                return Reply(200, {"objectId": record["objectId"], "createdAt": iso(record["createdAt"])})
            case "PUT", ["StudentLocation", key]:
                record = self.locations.change(key, self.fields(request))
                if not record:
                    raise Reply(404, {"status": 404, "error": "Not found"})
                return Reply(200, {"updatedAt": iso(record["updatedAt"])})
        raise Reply(404, {"status": 404, "error": "Not found"})

    def login(self, request):
        given = (request.json() or {}).get("udacity")
        user, password = (given.get("username"), given.get("password")) if isinstance(given, dict) else (None, None)
        if not isinstance(user, str) or not isinstance(password, str) or not user or not password:
            raise refusal(400, "Did not specify exactly one credential.")
        person = self.people.with_password(user, password)
        if not person:
            raise refusal(403, "Account not found or invalid credentials.")
        token = self.people.begin(person)
        return Reply(200, {"account": {"registered": True, "key": person.key}, "session": session(token)},
                     headers=[("Set-Cookie", f'XSRF-TOKEN={token}; Path=/; Secure')], prefix=PREAMBLE)

    def logout(self, request):
        token = request.headers.get("X-XSRF-TOKEN")
        if not self.people.end(token):
            raise refusal(403, "Invalid XSRF token.")
        return Reply(200, {"session": session(token)}, prefix=PREAMBLE)

    def user(self, key):
        person = self.people.by_key.get(key)
        if not person:
            raise refusal(404, "Not found")
        facts = {"key": key, "first_name": person.first, "last_name": person.last, "nickname": person.user}
        return Reply(200, {"user": facts}, prefix=PREAMBLE)

    def many(self, query):
        records = self.locations.all()
        if "uniqueKey" in query:
            records = [record for record in records if record.get("uniqueKey") == query["uniqueKey"]]
        order = query.get("order", "updatedAt")
        try:
            skip, limit = int(query.get("skip", 0)), int(query.get("limit", 100))
            records.sort(key=lambda record: record[order.lstrip("-")], reverse=order.startswith("-"))
        except (ValueError, KeyError, TypeError):
            raise Reply(400, {"status": 400, "error": "Bad parameter"}) from None
        page = records[max(0, skip):][:max(0, limit)]
        return Reply(200, {"results": [
            {**{key: value for key, value in record.items() if key in FIELDS}, "objectId": record["objectId"],
             "createdAt": iso(record["createdAt"]), "updatedAt": iso(record["updatedAt"])} for record in page]})

    @staticmethod
    def fields(request):
        body = request.json()
        if not body:
            raise Reply(400, {"status": 400, "error": "Bad request"})
        return {key: value for key, value in body.items() if key in FIELDS}
