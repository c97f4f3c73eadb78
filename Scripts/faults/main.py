"""What may befall the favorites, many times over. See ../soak."""
import argparse
import os
import pathlib
import subprocess
import sys
import tempfile
import time

from damage import damages, quick_check
from fail import faults
from full import full, write_ahead
from kill import kills
from migrate import migrations
from power import cuts
from program import HERE, Program, Writer
from sessions import sessions


def compiled(name, folder):
    """A shim to be loaded before the C library."""
    shim = pathlib.Path(folder).parent / f"{name}.so"
    if not shim.exists():
        subprocess.run(["cc", "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", shim, HERE / f"{name}.c"], check=True)
    return shim


def kill(program, folder, *rest):
    return kills(program, compiled("injector", folder), folder, *rest)


def power(program, folder, seed, count, ignoring=()):
    return cuts(program, compiled("recorder", folder), pathlib.Path(folder) / "runs", seed, count, ignoring)


def fail(program, folder, *rest, **options):
    return faults(program, compiled("injector", folder), folder, *rest, **options)


def migrate(program, folder, *rest, **options):
    return migrations(program, compiled("injector", folder), folder, *rest, **options)


# Each thing that may befall: how often, what does it, and the controls: the same with a protection off, which must be found.
BEFALLS = {
    "kill": (1000, lambda gaz, *rest: kill(gaz, *rest), {
        "memory": lambda gaz, *rest: kill(Writer("MEMORY", "EXTRA"), *rest),
        "none": lambda gaz, *rest: kill(Writer("OFF", "EXTRA"), *rest)}),
    "power": (2000, lambda gaz, *rest: power(gaz, *rest), {
        "full": lambda gaz, *rest: power(Writer("DELETE", "FULL"), *rest),
        "off": lambda gaz, *rest: power(Writer("DELETE", "OFF"), *rest),
        "names": lambda gaz, *rest: power(gaz, *rest, ignoring=("names",)),
        "files": lambda gaz, *rest: power(gaz, *rest, ignoring=("files",))}),
    "faults": (600, lambda gaz, *rest: fail(gaz, *rest), {
        "lies": lambda gaz, *rest: fail(gaz, *rest, lies=True)}),
    "full": (60, full, {"wal": write_ahead}),
    "sessions": (1500, sessions, {
        "deferred": lambda gaz, *rest: sessions(Writer("DELETE", "EXTRA", "deferred"), *rest)}),
    "damage": (1000, damages, {
        "unsummed": lambda gaz, *rest: damages(gaz, *rest, check=quick_check)}),
    "migrate": (200, migrate, {
        "stepwise": lambda gaz, *rest: migrate(gaz, *rest, stepwise=True)}),
}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=BEFALLS)
    parser.add_argument("--program", required=True)
    parser.add_argument("--count", type=int)
    parser.add_argument("--seed", type=int, default=int.from_bytes(os.urandom(4), "big"))
    parser.add_argument("--control", help="leave a protection off: this must be found")
    arguments = parser.parse_args()
    usual, befall, controls = BEFALLS[arguments.what]
    if arguments.control:
        befall = controls[arguments.control]
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        problems, summary = befall(
            Program(arguments.program), pathlib.Path(folder) / "home", arguments.seed, arguments.count or usual)
    control = f", control {arguments.control}" if arguments.control else ""
    print(f"{arguments.what}{control}: {summary}; {len(problems):,} wrong; seed {arguments.seed}, {time.monotonic() - began:.0f} s")
    for problem in problems[:10]:
        print(f"  {problem}")
    sys.exit(1 if problems else 0)


main()
