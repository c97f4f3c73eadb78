"""What the servers print, a whole text at a time, and without control characters from requests."""
import threading


class Desk:
    """Prints for all servers, which run at the same time."""

    def __init__(self, is_quiet):
        self.is_quiet = is_quiet
        self.lock = threading.Lock()

    def request(self, line):
        """Prints a line about a request, unless those are not wanted."""
        if not self.is_quiet:
            self.show(line)

    def show(self, *lines):
        with self.lock:
            print("\n".join(visible(line) for line in lines), flush=True)


def visible(text):
    """The text with control characters written out, so that nothing from a request controls the terminal."""
    return "".join(letter if letter.isprintable() else letter.encode("unicode_escape").decode() for letter in text)
