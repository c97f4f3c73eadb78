"""Accounts and sessions, the same for all protocols."""
import hashlib
import hmac
import os
import secrets
import string
import threading

# The account that everybody can try.
ME, PASSWORD = "student", "open sesame"


def new_id(size=10):
    """An id as Parse makes them."""
    return "".join(secrets.choice(string.ascii_letters + string.digits) for _ in range(size))


class Person:
    def __init__(self, key, user, password, first, last, created):
        self.key, self.user, self.first, self.last, self.created = key, user, first, last, created
        self.salt = os.urandom(16)
        self.hash = self.hashed(password)

    def hashed(self, password):
        return hashlib.pbkdf2_hmac("sha256", password.encode(), self.salt, 20_000)

    def has(self, password):
        return hmac.compare_digest(self.hash, self.hashed(password))


class People:
    def __init__(self):
        self.lock = threading.Lock()
        self.by_user, self.by_key, self.sessions = {}, {}, {}

    def add(self, user, password, first, last, created):
        """The new person; None if the user name is taken."""
        with self.lock:
            if user in self.by_user:
                return None
            person = Person(new_id(), user, password, first, last, created)
            self.by_user[user] = self.by_key[person.key] = person
            return person

    def with_password(self, user, password):
        """The person with this name and password, or None."""
        person = self.by_user.get(user)
        return person if person and person.has(password) else None

    def begin(self, person, prefix=""):
        """A new session; its token."""
        token = prefix + secrets.token_hex(16)
        with self.lock:
            self.sessions[token] = person
        return token

    def of(self, token):
        """Whose session it is, or None."""
        return self.sessions.get(token)

    def end(self, token):
        """Ends a session. Returns whether there was one."""
        with self.lock:
            return self.sessions.pop(token, None) is not None
