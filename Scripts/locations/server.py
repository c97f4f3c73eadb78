"""A real Kinto with many locations, a proxy that sees each request, and somebody else who posts."""
import base64
import http.client
import http.server
import json
import os
import pathlib
import random
import socket
import subprocess
import sys
import threading
import time

HERE = pathlib.Path(__file__).parent
KINTO = HERE.parents[1] / ".build/services/bin/kinto"
RECORDS = "/v1/buckets/gaz/collections/locations/records"
SETTINGS = """
[app:main]
use = egg:kinto
kinto.includes = kinto.plugins.accounts records
kinto.storage_backend = kinto.core.storage.memory
kinto.cache_backend = kinto.core.cache.memory
kinto.permission_backend = kinto.core.permission.memory
kinto.userid_hmac_secret = 0123456789abcdef
kinto.storage_max_fetch_size = 10000000
multiauth.policies = account
multiauth.policy.account.use = kinto.plugins.accounts.AccountsPolicy
kinto.account_create_principals = system.Everyone
[server:main]
use = egg:waitress#main
host = 127.0.0.1
port = %(http_port)s
"""


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


class Kinto:
    def __init__(self, folder, count, seed, own, large):
        if not KINTO.exists():
            sys.exit("Kinto is not installed; try: Scripts/services")
        file = pathlib.Path(folder) / "kinto.ini"
        file.write_text(SETTINGS)
        self.port = free_port()
        environment = {**os.environ, "PYTHONPATH": str(HERE), "GAZ_RECORDS": f"{count} {seed} {own} {large}",
                       "PYTHONDONTWRITEBYTECODE": "1"}
        self.process = subprocess.Popen(
            [KINTO, "start", "--ini", file, "--port", str(self.port)], env=environment, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        end = time.monotonic() + 600
        while True:
            try:
                self.ask("PUT", "/v1/accounts/admin", {"data": {"password": "admin"}}, user=None)
                break
            except OSError:
                if time.monotonic() > end or self.process.poll() is not None:
                    raise RuntimeError("Kinto does not start") from None
                time.sleep(0.2)
        self.ask("PUT", "/v1/accounts/ada", {"data": {"password": "sesame"}}, user=None)

    def close(self):
        self.process.kill()
        self.process.wait()

    def ask(self, method, path, body=None, user="admin"):
        """The status and the value of an answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=300)
        headers = {"Content-Type": "application/json"}
        if user:
            headers["Authorization"] = "Basic " + base64.b64encode(f"{user}:{user}".encode()).decode()
        try:
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            reply = connection.getresponse()
            return reply.status, json.loads(reply.read() or b"null")
        finally:
            connection.close()

    def ids(self, last_id_first=True):
        """The ids of all records as they must be listed: the newest first, equal times by id."""
        _, answer = self.ask("GET", RECORDS)
        by_id = sorted(answer["data"], key=lambda record: record["id"], reverse=last_id_first)
        return [record["id"] for record in sorted(by_id, key=lambda record: -record["last_modified"])]


class Proxy:
    """Passes requests on, and notes when each request for a list came and was answered."""

    def __init__(self, port, lost=None):
        """`lost` is the id of a record that is in no answer."""
        self.lists = []
        # How many seconds a list is on its way. Requests that are made at the same time come within that.
        self.distance = 0
        # Whether a list was the last one.
        self.is_over = threading.Event()
        lock, proxy = threading.Lock(), self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def pass_on(self):
                came = time.monotonic()
                is_list = self.path.startswith(RECORDS + "?")
                length = int(self.headers.get("Content-Length", 0))
                connection = http.client.HTTPConnection("127.0.0.1", port, timeout=300)
                connection.request(self.command, self.path, self.rfile.read(length), dict(self.headers))
                reply = connection.getresponse()
                body = reply.read()
                connection.close()
                if is_list:
                    time.sleep(proxy.distance)
                with lock:
                    if is_list:
                        proxy.lists.append((came, time.monotonic()))
                if is_list and lost and lost.encode() in body:
                    answer = json.loads(body)
                    answer["data"] = [record for record in answer["data"] if record["id"] != lost]
                    body = json.dumps(answer).encode()
                self.send_response(reply.status)
                for name, value in reply.getheaders():
                    if name.lower() not in ("content-length", "connection", "server", "date"):
                        self.send_header(name, value)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)
                if is_list and "_before" in self.path and "uniqueKey" not in self.path \
                        and "Next-Page" not in reply.headers:
                    proxy.is_over.set()

            do_GET = do_PUT = do_PATCH = do_DELETE = do_POST = pass_on

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()

    def rounds(self, end):
        """How many of the lists that were asked for before `end` had to wait for one before them."""
        rounds, answered = 0, 0
        for came, ended in sorted(self.lists):
            if came < end and came >= answered:
                rounds, answered = rounds + 1, ended
        return rounds


class Poster(threading.Thread):
    """Posts new locations, and changes and deletes others, until it is stopped."""

    def __init__(self, kinto, ids, seed):
        super().__init__(daemon=True)
        self.kinto, self.ids, self.choose = kinto, ids, random.Random(seed)
        self.changes, self.failures = 0, 0
        self.must_end = threading.Event()

    def run(self):
        while not self.must_end.wait(0.1):
            record = f"{RECORDS}/{self.choose.choice(self.ids)}"
            self.changes += 1
            body = {"data": {"uniqueKey": "account:u1", "firstName": "New", "mapString": f"New {self.changes}"}}
            method, path, body = self.choose.choice([
                ("PUT", f"{RECORDS}/n{self.changes}", body), ("PATCH", record, body), ("DELETE", record, None)])
            status, _ = self.kinto.ask(method, path, body)
            # What was deleted before cannot be changed.
            self.failures += status not in (200, 201, 404)

    def stop(self):
        self.must_end.set()
        self.join()
