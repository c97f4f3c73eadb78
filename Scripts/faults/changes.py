"""The program with changes of locations that wait, because the server of a service puts off each of them."""
import http.server
import json
import pathlib
import re
import subprocess
import tempfile
import threading

from program import Program
from story import Story

SERVICE = """\
[campus]
dialect = "parse"
url = "http://127.0.0.1:{port}"
application-id = "application"
rest-key = "key"
"""
FAILED = 3
# The number of a change in its link, which is also in its title.
NUMBER = re.compile(r"example\.org/(\d+)")


class Handler(http.server.BaseHTTPRequestHandler):
    """Lets everybody log in, has no locations, and is too busy for a change."""
    protocol_version = "HTTP/1.1"

    def answer(self):
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if "/login" in self.path:
            status, answer = 200, {"objectId": "u1", "sessionToken": "r:1", "username": "ada"}
        elif self.command == "GET":
            status, answer = 200, {"results": []}
        else:
            status, answer = 503, {"error": "busy"}
        body = json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_GET = do_POST = do_PUT = do_DELETE = answer

    def log_message(self, *_):
        pass


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_):
        """A program that is killed ends its connection."""


class ChangesStory(Story):
    """Lines, each of which makes or cancels a change, and the changes expected after each: their numbers by link."""

    def __init__(self, seed, state=None, lengths=(12, 30, 300)):
        super().__init__(seed, state, lengths)

    @staticmethod
    def number_of(name):
        return int(name)

    def line(self):
        state = dict(self.state)
        newest = max((int(word[1:]) for word in state.values()), default=0)
        older = [link for link, word in state.items() if word != f"c{newest}"]
        if self.random.random() < 0.65 or not older:
            self.number += 1
            link = f"{self.number:05}"
            # A number is greater than those before, and the newest change is never cancelled.
            state[link] = f"c{newest + 1}"
            rest = "".join(self.random.choices("abcdefgh", k=min(1500, self.random.choice(self.lengths))))
            where = f"{self.random.randint(-89, 89)},{self.random.randint(-179, 179)}"
            line = f"post {where} --url https://example.org/{link}/{rest} --unchecked"
        else:
            line = f"outbox cancel {state.pop(self.random.choice(older))}"
        self.lines.append(line)
        self.states.append(state)


class Changes(Program):
    """gaz, with its changes below a folder. Use it in a `with`, which has the server."""
    # Of a change whose request may have come through, the program says that it is given up.
    said = re.compile(rb"the change waits|^it will not be sent to |^given up: ", re.MULTILINE)
    complaint = re.compile(r"^stdin:\d+: (?!.*the change waits).+", re.MULTILINE)
    story = ChangesStory
    before = ["login campus --user ada", "account --multiple on"]

    def __init__(self, path):
        super().__init__(path)
        self.arguments = [self.path, "--allow=account,network", "--on-error", "continue", "-f", "-"]

    def __enter__(self):
        self.server = Server(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        # Not where calls fail: a service that is not known is another story.
        self.settings = tempfile.TemporaryDirectory()
        services = pathlib.Path(self.settings.name) / "gaz/services.toml"
        services.parent.mkdir()
        services.write_text(SERVICE.format(port=self.server.server_port), encoding="utf-8")
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()
        self.settings.cleanup()

    def store(self, folder):
        return pathlib.Path(folder) / "state/gaz/changes.sqlite"

    def environment(self, folder, further=None):
        return super().environment(folder, {
            "XDG_STATE_HOME": f"{folder}/state", "XDG_CONFIG_HOME": self.settings.name,
            "GAZ_TOKEN_CAMPUS": "open sesame", **(further or {})})

    def code(self, code):
        # Every change that waits counts as an error.
        return 0 if code == 5 else code

    def run(self, folder, lines, further=None, **options):
        """Runs lines until one is not carried out, as a script does that stops at errors."""
        process = self.start(folder, further, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options)
        said, acknowledged, fails = b"", 0, False
        for line in [*self.before, *lines]:
            answer = self.answer(process, line)
            said += answer
            acknowledged += bool(self.said.search(answer))
            fails = line not in self.before and not self.said.search(answer)
            if fails:
                break
        process.stdin.close()
        said += process.stdout.read()
        process.stdout.close()
        code = self.code(process.wait())
        return acknowledged, FAILED if fails and code >= 0 else code, said.decode(errors="replace")

    @staticmethod
    def answer(process, line):
        """What is said to a line, without the results."""
        try:
            process.stdin.write(f"{line}\necho the end of it\n".encode())
            process.stdin.flush()
        except BrokenPipeError:
            return b""
        answer = b""
        while (part := process.stdout.readline()) not in (b"", b"the end of it\n"):
            answer += part
        return answer

    def read(self, folder, **options):
        """The changes that the program lists, and its stderr."""
        answer, said = self.ask("outbox --json=n,subject --limit all", folder, **options)
        return {NUMBER.search(copy["subject"])[1]: copy["n"] for copy in answer.get("copies", [])}, said
