#!/usr/bin/env python3
"""Damages the favorites in many ways, many times, and checks that nothing is lost. See ../soak."""
import argparse
import collections
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

from changes import Changes
from damage import damages, quick_check
from exports import exports
from fail import faults
from full import full, write_ahead
from kill import kills
from migrate import migrations
from power import cuts
from program import HERE, Program, Writer, remove
from sessions import sessions


def shimmed(name, run):
    """A test that runs with a shim, which is compiled beside the folder of the test."""
    def with_shim(program, folder, *rest, **options):
        shim = folder.parent / f"{name}.so"
        compiler = shutil.which("clang") or "cc"
        flags = ["-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC"]
        subprocess.run([compiler, *flags, "-o", shim, HERE / f"{name}.c"], check=True)
        return run(program, shim, folder, *rest, **options)
    return with_shim


def instead(run, *settings):
    """The same test, but with the small writer instead of the program, and with settings that are too weak."""
    return lambda program, *rest: run(Writer(*settings), *rest)


def but(run, **options):
    return lambda *arguments: run(*arguments, **options)


def on_changes(run):
    """The same test for changes of locations that wait."""
    def with_server(program, *rest, **options):
        with Changes(program.path) as changes:
            return run(changes, *rest, **options)
    return with_server


kill, power = shimmed("injector", kills), shimmed("recorder", cuts)
fail, migrate = shimmed("injector", faults), shimmed("injector", migrations)
export = shimmed("injector", exports)

# The number of repeats in a long and in a short run, the test, and its controls. A control turns a protection off and
# must find a problem.
Test = collections.namedtuple("Test", "long short run controls")
TESTS = {
    "kill": Test(1000, 25, kill, {
        "memory": instead(but(kill, timed=0), "MEMORY", "EXTRA"), "none": instead(but(kill, timed=0), "OFF", "EXTRA")}),
    "power": Test(2000, 60, power, {
        "full": instead(power, "DELETE", "FULL"), "off": instead(power, "DELETE", "OFF"),
        "names": but(power, ignoring=("names",)), "files": but(power, ignoring=("files",))}),
    "faults": Test(600, 60, fail, {"lies": but(fail, lies=True)}),
    "kill-changes": Test(400, 15, on_changes(kill), {}),
    "power-changes": Test(800, 40, on_changes(power), {
        "names": on_changes(but(power, ignoring=("names",))), "files": on_changes(but(power, ignoring=("files",)))}),
    "faults-changes": Test(300, 40, on_changes(fail), {"lies": on_changes(but(fail, lies=True))}),
    "full": Test(60, 6, full, {"wal": write_ahead}),
    "sessions": Test(1500, 60, sessions, {"deferred": instead(sessions, "DELETE", "EXTRA", "deferred")}),
    "damage": Test(1000, 60, damages, {"unsummed": but(damages, check=quick_check, times=5)}),
    "exports": Test(40, 20, export, {"unguarded": but(export, unguarded=True)}),
    "migrate": Test(200, 15, migrate, {"stepwise": but(migrate, stepwise=True)}),
}


def do(name, run, program, seed, count):
    """Runs a test and prints its summary. Returns the problems that it found."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        # Some tests run the program as another user.
        os.chmod(folder, 0o755)
        home = pathlib.Path(folder) / "home"
        problems, summary = run(program, home, seed, count)
        remove(home)
    print(f"{name}: {summary}; {len(problems):,} wrong; seed {seed}, {time.monotonic() - began:.0f} s", flush=True)
    return problems


def show(problems):
    for problem in problems[:10]:
        print(f"  {problem}")


def everything(program, seed, short):
    """Runs all tests and their controls. Returns whether nothing is lost and each control finds something."""
    succeeds = True
    for name, test in TESTS.items():
        problems = do(name, test.run, program, seed, test.short if short else test.long)
        show(problems)
        succeeds = succeeds and not problems
        for control, run in test.controls.items():
            if not do(f"{name}, control {control}", run, program, seed, test.short):
                print("  the control finds nothing")
                succeeds = False
    return succeeds


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=[*TESTS, "all"], help="all: every test with its controls")
    parser.add_argument("--program", required=True)
    parser.add_argument("--count", type=int)
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--seed", type=int, default=int.from_bytes(os.urandom(4), "big"))
    parser.add_argument("--control", help="turn a protection off; the test must then find a problem")
    arguments = parser.parse_args()
    program = Program(arguments.program)
    if arguments.what == "all":
        sys.exit(0 if everything(program, arguments.seed, arguments.short) else 1)
    test = TESTS[arguments.what]
    run = test.controls[arguments.control] if arguments.control else test.run
    name = f"{arguments.what}, control {arguments.control}" if arguments.control else arguments.what
    count = arguments.count or (test.short if arguments.short else test.long)
    problems = do(name, run, program, arguments.seed, count)
    show(problems)
    sys.exit(1 if problems else 0)


main()
