#!/usr/bin/env python3
"""Waits for servers that do not answer, and measures how soon that ends when the user no longer wants it. See ../soak."""
import argparse
import os
import pathlib
import shutil
import socket
import ssl
import struct
import subprocess
import sys
import tempfile
import threading
import time

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "terminal"))
from session import PATIENCE, Session

# The most seconds until the end of the wait.
LIMIT = 0.2
# When a measurement gives up.
ENOUGH = 2
INTERRUPT = b"\x03"
OK = b"HTTP/1.1 200 OK\r\n"


class Server:
    """Does to each connection what `behave` says, and says when the client waits.

    With `tls`, the connection is encrypted; without, a handshake is a request that the server does not understand."""

    def __init__(self, behave, tls=None):
        self.behave = behave
        self.tls = tls
        self.reached = threading.Event()
        self.count = 0
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=16)
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                connection = self.listener.accept()[0]
            except OSError:
                return
            self.count += 1
            threading.Thread(target=self.serve, args=(connection, self.count), daemon=True).start()

    def serve(self, connection, number):
        with connection:
            try:
                if self.tls:
                    connection = self.tls.wrap_socket(connection, server_side=True)
                request = b""
                # A TLS handshake has no empty line.
                while b"\r\n\r\n" not in request and request[:1] != b"\x16":
                    more = connection.recv(1 << 16)
                    if not more:
                        return
                    request += more
                self.behave(self, connection, number)
            except OSError:
                pass  # the client is gone

    def close(self):
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()


def silent_after(text):
    def behave(server, connection, number):
        connection.sendall(text)
        server.reached.set()
        while connection.recv(1 << 16):
            pass
    return behave


def trickling_after(text, drop=b"x"):
    def behave(server, connection, number):
        connection.sendall(text)
        while True:
            connection.sendall(drop)
            server.reached.set()
            time.sleep(0.05)
    return behave


def second_time(server, connection, number):
    if number % 2:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    else:
        silent_after(b"")(server, connection, number)


def behind_proxy(server, connection, number):
    """A proxy that connects to a server which never answers the handshake."""
    silent_after(b"HTTP/1.1 200 OK\r\n\r\n")(server, connection, number)


def redirect(server, connection, number):
    if number % 6:
        connection.sendall(b"HTTP/1.1 302 X\r\nLocation: /again\r\nConnection: close\r\n\r\n")
    else:
        silent_after(b"")(server, connection, number)


def refuse(status):
    """Leads to a wait before the next attempt."""
    def behave(server, connection, number):
        connection.sendall(f"HTTP/1.1 {status} X\r\nRetry-After: 30\r\nContent-Length: 0\r\n\r\n".encode())
        server.reached.set()
    return behave


class Full:
    """A server whose queue of connections is full, so that the system does not answer a further one."""

    def __init__(self):
        self.reached = None
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=0)
        self.port = self.listener.getsockname()[1]
        self.others = []
        for _ in range(3):
            other = socket.socket()
            other.setblocking(False)
            other.connect_ex(("127.0.0.1", self.port))
            self.others.append(other)

    def close(self):
        for open_socket in (self.listener, *self.others):
            open_socket.close()


class Nobody:
    """No server: the wait is for the address of its name."""
    port, reached = 443, None

    def close(self):
        pass


def certificate(folder):
    """A certificate of localhost, which signs itself. Returns its file, and what a server with it needs."""
    file = pathlib.Path(folder) / "certificate.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost", "-addext",
         "subjectAltName=DNS:localhost", "-keyout", file, "-out", file.with_suffix(".public")],
        check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file.with_suffix(".public"), file)
    return file.with_suffix(".public"), context


HTTP, HTTPS, FAR = "http://127.0.0.1:{}/far.csv", "https://127.0.0.1:{}/far.csv", "https://example.org/far.csv"

# Every fault that can wait, by its name in the tests: what its server does, the address, and further variables of the
# environment.
FAULTS = {
    "never answers": (silent_after(b""), HTTP, {}),
    "silent in the header": (silent_after(OK + b"Content-Le"), HTTP, {}),
    "silent in the body": (silent_after(OK + b"Content-Length: 100\r\n\r\nid,"), HTTP, {}),
    "silent after a chunk": (silent_after(OK + b"Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n"), HTTP, {}),
    "silent after an interim answer": (silent_after(b"HTTP/1.1 100 Continue\r\n\r\n"), HTTP, {}),
    "silent after redirects": (redirect, HTTP, {}),
    "silent at the second attempt": (second_time, HTTP, {}),
    "silent after the TLS handshake": (silent_after(b""), "https://localhost:{}/far.csv", {"SSL_CERT_FILE": "{file}"}),
    "trickling": (trickling_after(OK + b"\r\n"), HTTP, {}),
    "trickling header": (trickling_after(OK + b"X-A: "), HTTP, {}),
    "trickling body": (trickling_after(OK + b"Content-Length: 100000\r\n\r\n"), HTTP, {}),
    "trickling chunks": (trickling_after(OK + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\nx\r\n"), HTTP, {}),
    "interim answers now and then": (trickling_after(b"", b"HTTP/1.1 103 X\r\n\r\n"), HTTP, {}),
    "503, between attempts": (refuse(503), HTTP, {}),
    "429, between attempts": (refuse(429), HTTP, {}),
    "TLS handshake without an end": (silent_after(b""), HTTPS, {}),
    "connection not answered": (Full, HTTP, {}),
    "silent proxy": (silent_after(b""), FAR, {"https_proxy": "http://127.0.0.1:{}"}),
    "silent behind a proxy": (behind_proxy, FAR, {"https_proxy": "http://127.0.0.1:{}"}),
    "name never found": (Nobody, "https://silent.example/far.csv", {"LD_PRELOAD": "{shim}"}),
}


class Fault:
    def __init__(self, name, program, folder, pressed, files, tls):
        self.behave, self.address, self.variables = FAULTS[name]
        self.tls = tls if "SSL_CERT_FILE" in self.variables else None
        self.program, self.folder, self.pressed, self.files = program, folder, pressed, files

    def start(self, *arguments):
        """Starts the server and the program, on a terminal."""
        self.server = self.behave() if isinstance(self.behave, type) else Server(self.behave, self.tls)
        self.url = self.address.format(self.server.port)
        home = tempfile.mkdtemp(dir=self.folder)
        environment = {"HOME": home, "TERM": "xterm", "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin",
                       "SWIFT_BACKTRACE": "enable=no"}
        for name, value in self.variables.items():
            environment[name] = value.format(self.server.port, **self.files)
        arguments = [argument.replace("URL", self.url) for argument in arguments]
        self.session = Session([self.program, *arguments], environment, with_screen=False)
        self.drawn = b""

    def end(self):
        self.session.close()
        self.server.close()

    def tasks(self):
        try:
            return {int(task) for task in os.listdir(f"/proc/{self.session.process}/task")}
        except FileNotFoundError:
            return set()

    def awaits(self, text):
        end = time.monotonic() + PATIENCE
        while text not in self.drawn:
            self.drawn += self.session.read(0.05)
            if time.monotonic() > end:
                raise TimeoutError(f"{text} never came after {self.drawn[-300:]}")
        self.drawn = self.drawn[self.drawn.index(text) + len(text):]

    def waits(self):
        """Waits until the program waits. At the prompt, returns the thread of the request."""
        end = time.monotonic() + PATIENCE
        while self.server.reached and not self.server.reached.is_set():
            self.drawn += self.session.read(0.01)
            if time.monotonic() > end:
                raise TimeoutError("it never asks the server")
        # It also takes a moment until it asks the system for a name or a connection.
        settled = time.monotonic() + 0.5
        while time.monotonic() < settled:
            self.drawn += self.session.read(0.05)
        # The first new thread; libcurl starts others for names.
        return min(self.tasks() - {self.session.process}, default=None)

    def send(self, keys):
        """Presses keys, without reading what comes back, as `Session.send` does."""
        os.write(self.session.master, keys)

    def seconds(self, keys, is_over):
        """How long it takes after keys until something is over."""
        begin = time.perf_counter()
        if self.pressed:
            self.send(keys)
        while not is_over() and time.perf_counter() - begin < ENOUGH:
            time.sleep(0.0005)
        return time.perf_counter() - begin

    def command(self):
        """Ctrl-C while `gaz -c open` waits: until the program is over."""
        self.start("-c", "open URL")
        try:
            self.waits()
            return self.seconds(INTERRUPT, self.is_ended)
        finally:
            self.end()

    def is_ended(self):
        if self.session.ended is None:
            process, status = os.waitpid(self.session.process, os.WNOHANG)
            if process:
                self.session.ended = os.waitstatus_to_exitcode(status)
        return self.session.ended is not None

    def prompt(self):
        """At the prompt: Ctrl-C while `wait` waits, until there is a prompt; `close`, until the request is over; `quit`
        while another one waits, until the program is over."""
        self.start("-q")
        try:
            self.awaits(b"gaz> ")
            self.session.settle()
            self.send(f"open {self.url} --as one\r".encode())
            thread = self.waits()
            self.drawn = b""
            self.send(b"wait\r")
            self.awaits(b"wait")
            # Ctrl-C right after Enter would still be a key for the line.
            time.sleep(0.4)

            def is_prompt():
                self.drawn += self.session.read()
                return b"gaz> " in self.drawn.partition(b"interrupted")[2]
            interrupted = self.seconds(INTERRUPT, is_prompt)
            closed = self.seconds(b"close one\r", lambda: thread not in self.tasks())
            if self.server.reached:
                self.server.reached.clear()
            self.send(f"open {self.url} --as two\r".encode())
            self.waits()
            quitted = self.seconds(b"quit\r", self.is_ended)
            return interrupted, closed, quitted
        finally:
            self.end()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program")
    parser.add_argument("--list", action="store_true", help="print the names of the faults only")
    parser.add_argument("--count", type=int, default=5)
    parser.add_argument("--only", choices=FAULTS)
    parser.add_argument("--control", choices=["unpressed"], help="no key is pressed; then all waits are too long")
    arguments = parser.parse_args()
    if arguments.list:
        print(*FAULTS, sep="\n")
        return
    print(f"milliseconds, the longest of {arguments.count}:      Ctrl-C in -c   Ctrl-C in wait   close   quit")
    worst = 0
    with tempfile.TemporaryDirectory() as folder:
        shim = pathlib.Path(folder) / "lookup.so"
        compiler = shutil.which("clang") or "cc"
        subprocess.run([compiler, "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", shim,
                        HERE / "lookup.c"], check=True)
        file, tls = certificate(folder)
        for name in [arguments.only] if arguments.only else FAULTS:
            fault = Fault(name, arguments.program, folder, arguments.control is None, {"shim": shim, "file": file}, tls)
            times = [(fault.command(), *fault.prompt()) for _ in range(arguments.count)]
            longest = [max(column) for column in zip(*times)]
            worst = max(worst, *longest)
            print(f"{name:34}", *(f"{seconds * 1000:8.1f}" for seconds in longest), flush=True)
    print(f"the longest wait: {worst * 1000:.1f} ms; the limit: {LIMIT * 1000:.0f} ms")
    sys.exit(0 if worst <= LIMIT else 1)


main()
