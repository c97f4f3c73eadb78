"""What gets messages: a webhook and a server of ntfy, which print them; and a page for links."""
import secrets
import time

from web import Reply


class Webhook:
    """Gets JSON. A message that comes again, with the same key, is not printed again."""

    def __init__(self, desk):
        self.desk = desk
        self.known = set()

    def answer(self, request):
        message = request.json()
        if request.method != "POST" or message is None:
            raise Reply(400, {"error": "expected an object of JSON"})
        key = request.headers.get("Idempotency-Key")
        if key not in self.known:
            self.desk.show("--- a message for the webhook", *lines(message), "---")
        if key:
            self.known.add(key)
        return Reply(200, {"ok": True})


class Ntfy:
    """Gets messages for a topic."""

    def __init__(self, desk):
        self.desk = desk

    def answer(self, request):
        message = request.json()
        topic = (message or {}).get("topic")
        if request.method not in ("POST", "PUT") or request.path or not isinstance(topic, str) or not topic:
            raise Reply(400, {"code": 40009, "http": 400, "error": "invalid request: topic invalid"})
        title, text = (message.get(key) if isinstance(message.get(key), str) else "" for key in ("title", "message"))
        self.desk.show(f"--- a message for the topic {topic}: {title}", *text.splitlines(), "---")
        return Reply(200, {
            "id": secrets.token_urlsafe(9), "time": int(time.time()), "event": "message", "topic": topic,
            "title": title, "message": text})


class Page:
    """A page that a link can lead to."""

    def answer(self, request):
        if request.method not in ("GET", "HEAD"):
            raise Reply(405, text="only GET", kind="text/plain")
        return Reply(200, text="<!DOCTYPE html><title>gaz</title><p>A page to link to.</p>\n", kind="text/html")


def lines(value, indent=""):
    """The members of an object, one on each line."""
    for key, member in value.items() if isinstance(value, dict) else enumerate(value):
        if isinstance(member, (dict, list)):
            yield f"{indent}{key}:"
            yield from lines(member, indent + "  ")
        elif isinstance(member, str) and "\n" in member:
            yield f"{indent}{key}:"
            yield from (f"{indent}  {line}" for line in member.splitlines())
        else:
            yield f"{indent}{key}: {member}"
