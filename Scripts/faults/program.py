"""Runs the program, or the small writer that is the control, in a folder of its own."""
import json
import os
import pathlib
import re
import subprocess
import sys

from story import Story

HERE = pathlib.Path(__file__).parent


class Wrong(Exception):
    """The program failed a test."""


class Program:
    """gaz, with its favorites below a folder."""
    # What acknowledges a line.
    said = re.compile(rb"^(saved|removed) ", re.MULTILINE)
    # The message for a line that was not carried out.
    complaint = re.compile(r"^(?:stdin:\d+: )?(nothing is saved|favorites cannot be read); [^;\n]+", re.MULTILINE)
    # Makes lines, and what is expected after each.
    story = Story
    # The lines before those of a story.
    before = []

    def __init__(self, path):
        self.arguments = [str(pathlib.Path(path).resolve()), "--allow=favorites", "-f", "-"]
        self.path = self.arguments[0]

    def store(self, folder):
        return pathlib.Path(folder) / "share/gaz/favorites.sqlite"

    def environment(self, folder, further=None):
        folder = str(folder)
        return {"HOME": folder, "XDG_DATA_HOME": folder + "/share", "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8",
                "SWIFT_BACKTRACE": "enable=no", **(further or {})}

    def start(self, folder, further=None, **options):
        options = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE, **options}
        return subprocess.Popen(
            self.arguments, stdin=subprocess.PIPE, env=self.environment(folder, further), **options)

    def code(self, code):
        """An exit code, 0 if all lines were carried out."""
        return code

    def run(self, folder, lines, further=None, **options):
        """Runs lines. Returns how many were acknowledged, the exit code, and stderr."""
        process = self.start(folder, further, **options)
        _, said = process.communicate(("\n".join(lines) + "\n").encode(), timeout=120)
        return len(self.said.findall(said)), process.returncode, said.decode(errors="replace")

    def read(self, folder, **options):
        """The favorites that the program lists, and its stderr."""
        answer, said = self.ask("favorites --json=name,note --limit all", folder, **options)
        return {place["name"]: place.get("note") for place in answer.get("places", [])}, said

    def past(self, folder):
        """Every edit that the program lists, and its stderr."""
        answer, said = self.ask("history favorites --json", folder)
        return answer.get("edits"), said

    def ask(self, command, folder, **options):
        result = subprocess.run(
            [self.path, "-c", command], env=self.environment(folder), stdin=subprocess.DEVNULL, capture_output=True,
            timeout=120, **options)
        said = result.stderr.decode(errors="replace")
        if result.returncode < 0:
            raise Wrong(f"{command} ends with signal {-result.returncode}: {said}")
        return json.loads(result.stdout or "{}"), said


class Writer(Program):
    """The control: writer.py with the given settings of SQLite."""

    def __init__(self, *settings):
        self.settings = settings
        self.arguments = [sys.executable, str(HERE / "writer.py"), *settings]

    def read(self, folder, **options):
        result = subprocess.run(
            [sys.executable, str(HERE / "writer.py"), "--read"], env=self.environment(folder), capture_output=True,
            **options)
        if result.returncode != 0:
            raise Wrong(result.stderr.decode(errors="replace").strip().splitlines()[-1])
        return json.loads(result.stdout), ""


def compare(kept, acknowledged, begun):
    """Checks that the favorites are those that were acknowledged, or those and the line that was running."""
    if kept in (acknowledged, begun):
        return
    lost = [name for name in acknowledged if name not in kept]
    extra = [name for name in kept if name not in begun]
    both = [name for name in kept if name in acknowledged]
    changed = [name for name in both if kept[name] not in (acknowledged[name], begun.get(name))]
    raise Wrong(f"lost {lost[:5]}, never added {extra[:5]}, with a different note {changed[:5]}")


def remove(folder):
    """Removes a folder and everything below it."""
    if os.path.exists(folder):
        subprocess.run(["chmod", "-R", "u+rwX", os.fspath(folder)], check=True)
        subprocess.run(["rm", "-rf", os.fspath(folder)], check=True)
