#!/usr/bin/env python3
"""Opens files and answers that are made to take much memory or time, and measures both. See ../soak."""
import argparse
import http.server
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
import zipfile
import zlib

# The most memory in MB, and the most seconds.
MOST_MEMORY, MOST_SECONDS = 150, 5
# When a measurement gives up, in seconds.
ENOUGH = 60
MB = 1 << 20


def gzipped(pieces):
    packer = zlib.compressobj(9, wbits=31)
    return b"".join(packer.compress(piece) for piece in pieces) + packer.flush()


def packed(pieces):
    return plain(lambda: [gzipped(pieces())])


def plain(pieces):
    def write(path):
        with open(path, "wb") as file:
            for piece in pieces():
                file.write(piece)
    return write


def zipped(name, pieces, count=1):
    def write(path):
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for number in range(count):
                with archive.open(name.format(number), "w", force_zip64=True) as file:
                    for piece in pieces():
                        file.write(piece)
    return write


def overlapping(path):
    """An archive whose directory names the same megabytes many times."""
    zipped("a{}.kml", lambda: [bytes(20 * MB)])(path)
    data = pathlib.Path(path).read_bytes()
    directory = data.rindex(b"PK\x05\x06")
    start = data.index(b"PK\x01\x02")
    entry, count = data[start:directory], 1000
    end = bytearray(data[directory:])
    for offset in (8, 10):
        end[offset:offset + 2] = count.to_bytes(2, "little")
    end[12:16] = (len(entry) * count).to_bytes(4, "little")
    pathlib.Path(path).write_bytes(data[:start] + entry * count + bytes(end))


def zeros(size=200):
    return lambda: (bytes(MB) for _ in range(size))


def around(begin, middle, times, end):
    """A text with many repeats in its middle, in large pieces."""
    def pieces():
        yield begin
        group = middle * max(1, MB // len(middle))
        for _ in range(times * len(middle) // len(group)):
            yield group
        yield end
    return pieces


def members():
    """One record with very many members, each with a name of its own."""
    yield b'[{"name":"a","lat":1,"lon":2'
    for number in range(0, 4_000_000, 10_000):
        yield "".join(f',"k{n}":{n}' for n in range(number, number + 10_000)).encode()
    yield b"}]"


def laughs(levels=30):
    yield b'<?xml version="1.0"?><!DOCTYPE gpx [<!ENTITY a0 "ha">'
    for level in range(1, levels):
        yield f'<!ENTITY a{level} "{f"&a{level - 1};" * 10}">'.encode()
    yield f"]><gpx><wpt lat='1' lon='2'><name>&a{levels - 1};</name></wpt></gpx>".encode()


def noise():
    """Bytes that are no text, with lines without an end."""
    generator = random.Random(1)
    for _ in range(100):
        yield generator.randbytes(MB).replace(b"\n", b"\0")


# The name of the file, and what writes it.
FILES = {
    "gzip: zeros": ("zeros.csv.gz", packed(zeros())),
    "gzip: rows": ("rows.csv.gz", packed(around(b"id,name\n", b"1,A\n", 50 * MB, b""))),
    "gzip in gzip": ("twice.csv.gz", packed(lambda: [gzipped(zeros()())])),
    "zip: zeros": ("zeros.zip", zipped("a.csv", zeros())),
    "zip: kmz of blanks": ("map.kmz", zipped("doc.kml", lambda: (b" " * MB for _ in range(200)))),
    "zip: many files": ("many.zip", zipped("a{}.gpx", zeros(5), 60)),
    "zip: one file named 1000 times": ("overlapping.zip", overlapping),
    "JSON: deep arrays": ("deep.json", plain(around(b"", b"[", 100 * MB, b""))),
    "JSON: deep objects": ("objects.json", plain(around(b"", b'{"a":', 20 * MB, b""))),
    "JSON: one long text": ("text.json", plain(around(b'[{"name":"', b"a", 100 * MB, b'"}]'))),
    "JSON: one long number": ("number.json", plain(around(b'[{"lat":', b"1", 100 * MB, b"}]"))),
    "JSON: a record of 4,000,000 members": ("members.json", plain(members)),
    "JSON: lines without an end": ("line.jsonl", plain(around(b'{"name":"', b"a", 100 * MB, b""))),
    "GeoJSON: one line of many points": (
        "line.geojson", plain(around(b'{"type":"LineString","coordinates":[[0,0]', b",[1,2]", 10 * MB, b"]}"))),
    "CSV: one long line": ("line.csv", plain(around(b"id,name\n1,", b"a", 100 * MB, b"\n"))),
    "CSV: one long quotation": ("quote.csv", plain(around(b'id,name\n1,"', b"a\n", 50 * MB, b""))),
    "CSV: one row of many cells": ("cells.csv", plain(around(b"id,name\n1", b",a", 50 * MB, b"\n"))),
    "GPX: entities in entities": ("laughs.gpx", plain(laughs)),
    "GPX: deep elements": ("deep.gpx", plain(around(b"<gpx>", b"<a>", 30 * MB, b""))),
    "GPX: one long text": ("text.gpx", plain(around(b"<gpx><wpt lat='1' lon='2'><name>", b"a", 100 * MB, b""))),
    "KML: an element with many attributes": (
        "attributes.kml", plain(lambda: [b"<kml><a ", *(
            "".join(f"a{n}='1' " for n in range(start, start + 10_000)).encode() for start in range(0, 3_000_000, 10_000)
        ), b"/></kml>"])),
    "no text at all": ("noise.csv", plain(noise)),
    "a script of one line": ("script.gaz", plain(around(b"search ", b"a", 100 * MB, b"\n"))),
}

# Those that may be opened: there is nothing wrong with them.
OPENED = ["GeoJSON: one line of many points"]


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        try:
            getattr(self, self.path.strip("/").split(".")[0])()
        except OSError:
            pass  # the client has had enough
        self.close_connection = True

    def head(self, *lines):
        self.wfile.write("".join(line + "\r\n" for line in ("HTTP/1.1 200 OK", *lines, "")).encode())

    def endless(self):
        self.head()
        while True:
            self.wfile.write(bytes(MB))

    def packed(self):
        self.head("Content-Encoding: gzip")
        self.wfile.write(gzipped(zeros()()))

    def twice(self):
        self.head("Content-Encoding: gzip, gzip")
        self.wfile.write(gzipped([gzipped(zeros()())]))

    def chunks(self):
        self.head("Transfer-Encoding: chunked")
        while True:
            self.wfile.write(b"1\r\na\r\n" * 100_000)

    def header(self):
        self.wfile.write(b"HTTP/1.1 200 OK\r\n")
        while True:
            self.wfile.write(b"X-A: " + b"a" * 60_000 + b"\r\n")

    def interim(self):
        while True:
            self.wfile.write(b"HTTP/1.1 103 X\r\nX-A: a\r\n\r\n" * 1000)

    def log_message(self, *_):
        pass


ANSWERS = {
    "answer without an end": "endless", "answer: gzip": "packed", "answer: gzip in gzip": "twice",
    "answer: chunks without an end": "chunks", "answer: header without an end": "header",
    "answer: interim answers without an end": "interim",
}


def apart(work):
    """Works in a process of its own: what it takes counts as the memory of programs that are started later."""
    process = os.fork()
    if process == 0:
        try:
            work()
            os._exit(0)
        finally:
            os._exit(1)
    if os.waitpid(process, 0)[1]:
        sys.exit("a file cannot be made")


class Measured:
    """A run of a program: its exit code, its most memory in MB, its seconds, and its errors."""

    def __init__(self, arguments, folder):
        environment = {"HOME": folder, "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no"}
        with open(folder + "/errors", "w+b") as errors:
            begin = time.perf_counter()
            process = subprocess.Popen(
                arguments, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=errors, env=environment,
                start_new_session=True)
            timer = threading.Timer(ENOUGH, lambda: os.kill(process.pid, signal.SIGKILL))
            timer.start()
            _, status, usage = os.wait4(process.pid, 0)
            self.seconds = time.perf_counter() - begin
            timer.cancel()
            self.code = process.returncode = os.waitstatus_to_exitcode(status)
            self.memory = usage.ru_maxrss / 1024
            errors.seek(0)
            self.errors = errors.read(10_000).decode(errors="replace").strip()

    def is_harmless(self, may_open):
        is_refused = self.code > 0 or may_open and self.code == 0
        return self.memory <= MOST_MEMORY and self.seconds <= MOST_SECONDS and is_refused


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True)
    parser.add_argument("--only", choices=[*FILES, *ANSWERS])
    parser.add_argument("--control", choices=["unlimited"], help="a program without limits; it must be found")
    arguments = parser.parse_args()
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    wrong = []
    print(f"{'bomb':40} {'MB':>6} {'s':>6}  what it says")
    for name in [arguments.only] if arguments.only else [*FILES, *ANSWERS]:
        with tempfile.TemporaryDirectory() as folder:
            if name in FILES:
                file, write = FILES[name]
                source = folder + "/" + file
                apart(lambda: write(source))
            else:
                source = f"http://127.0.0.1:{server.server_port}/{ANSWERS[name]}.csv"
            command = "source" if source.endswith(".gaz") else "open"
            words = [arguments.program, "-c", f'{command} "{source}"']
            if arguments.control:
                words = [sys.executable, "-c", "data = bytearray(300 << 20); data[::4096] = data[::4096]"]
            run = Measured(words, folder)
        said = run.errors.replace(folder, "").splitlines()[-1:] or [f"exit {run.code}"]
        print(f"{name:40} {run.memory:6.0f} {run.seconds:6.2f}  {said[0][:110]}", flush=True)
        if not run.is_harmless(name in OPENED):
            wrong.append(name)
    print(f"the limits: {MOST_MEMORY} MB, {MOST_SECONDS} s, and a bomb is refused")
    if wrong:
        print("not harmless:", ", ".join(wrong))
    sys.exit(1 if wrong else 0)


main()
