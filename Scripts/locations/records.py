"""A plugin of Kinto: makes the records of a collection when the server starts. Its interface would need an hour for that,
because with everything in memory, each request to store something looks at the permissions of all records."""
import os
import random
import time

PARENT = "/buckets/gaz/collections/locations"
# How many records have the same time, and how often that is so: also more than a page has.
TIES = {1: 60, 2: 20, 7: 15, 120: 4, 250: 1}
OWNERS = 50


def records(count, seed, own, large):
    """The newest first. Every `own`th of the older half belongs to ada."""
    choose = random.Random(seed)
    now, ties = int(time.time() * 1000), 0
    for number in range(count):
        if ties == 0:
            now -= choose.randint(1, 1000)
            ties = choose.choices(list(TIES), TIES.values())[0]
        ties -= 1
        is_own = number > count // 2 and number % own == 0
        yield {
            "id": f"r{choose.getrandbits(64):016x}", "last_modified": now,
            "uniqueKey": "account:ada" if is_own else f"account:u{number % OWNERS}", "firstName": "Person",
            "lastName": str(number), "mapString": f"Place {number}",
            "mediaURL": f"https://example.org/{number}{'x' * large}",
            "latitude": number % 90, "longitude": number % 180,
        }


def includeme(config):
    from pyramid.events import ApplicationCreated

    def make(event):
        registry = event.app.registry
        registry.permission.replace_object_permissions("/buckets/gaz", {"write": {"account:admin"}})
        registry.permission.replace_object_permissions(
            PARENT, {"read": {"system.Everyone"}, "record:create": {"system.Authenticated"}})
        registry.storage.create("bucket", "", {"id": "gaz"})
        registry.storage.create("collection", "/buckets/gaz", {"id": "locations"})
        # The time of the collection, so that earlier times can be given.
        registry.storage.create("record", PARENT, {"id": "first"})
        registry.storage.delete("record", PARENT, "first", with_deleted=False)
        count, seed, own, large = (int(word) for word in os.environ["GAZ_RECORDS"].split())
        for record in records(count, seed, own, large):
            registry.storage.create("record", PARENT, record)

    config.add_subscriber(make, ApplicationCreated)
