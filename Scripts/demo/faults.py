"""The requests that fail, one after the other in another way."""
import enum
import itertools
import threading


class Fault(enum.Enum):
    """How a request fails. Each value says it."""

    BUSY = "refused: 503, with Retry-After: 1"
    RESET = "cut off before it was done"
    LOST = "done, but its answer is lost"
    SLOW = "answered after 3 s"
    HALF = "answered with half of the body"


class Faults:
    """Every `every`th request fails; none if it is None."""

    def __init__(self, every, ended):
        self.every = every
        self.ended = ended
        self.lock = threading.Lock()
        self.requests = itertools.count(1)
        self.kinds = itertools.cycle(Fault)

    def next(self):
        """The fault of the next request, or None."""
        if not self.every:
            return None
        with self.lock:
            return next(self.kinds) if next(self.requests) % self.every == 0 else None

    def wait(self):
        """The time that a slow answer takes; less if the servers end."""
        self.ended.wait(3)
