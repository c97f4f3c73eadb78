#!/usr/bin/env python3
"""Harms the favorites in many ways, many times, and checks that nothing is lost. See ../soak."""
import argparse
import collections
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

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
    """The same test with the small writer instead of the program, with settings that are too weak."""
    return lambda program, *rest: run(Writer(*settings), *rest)


def but(run, **options):
    return lambda *arguments: run(*arguments, **options)


kill, power = shimmed("injector", kills), shimmed("recorder", cuts)
fail, migrate = shimmed("injector", faults), shimmed("injector", migrations)
export = shimmed("injector", exports)

# The number of repeats in a long and in a short run, the test, and its controls. A control turns a protection off and
# must find a problem.
Harm = collections.namedtuple("Harm", "long short run controls")
HARMS = {
    "kill": Harm(1000, 25, kill, {
        "memory": instead(but(kill, timed=0), "MEMORY", "EXTRA"), "none": instead(but(kill, timed=0), "OFF", "EXTRA")}),
    "power": Harm(2000, 60, power, {
        "full": instead(power, "DELETE", "FULL"), "off": instead(power, "DELETE", "OFF"),
        "names": but(power, ignoring=("names",)), "files": but(power, ignoring=("files",))}),
    "faults": Harm(600, 60, fail, {"lies": but(fail, lies=True)}),
    "full": Harm(60, 6, full, {"wal": write_ahead}),
    "sessions": Harm(1500, 60, sessions, {"deferred": instead(sessions, "DELETE", "EXTRA", "deferred")}),
    "damage": Harm(1000, 60, damages, {"unsummed": but(damages, check=quick_check, times=5)}),
    "exports": Harm(40, 20, export, {"unguarded": but(export, unguarded=True)}),
    "migrate": Harm(200, 15, migrate, {"stepwise": but(migrate, stepwise=True)}),
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
    is_well = True
    for name, harm in HARMS.items():
        problems = do(name, harm.run, program, seed, harm.short if short else harm.long)
        show(problems)
        is_well = is_well and not problems
        for control, run in harm.controls.items():
            if not do(f"{name}, control {control}", run, program, seed, harm.short):
                print("  the control finds nothing")
                is_well = False
    return is_well


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=[*HARMS, "all"], help="all: every test with its controls")
    parser.add_argument("--program", required=True)
    parser.add_argument("--count", type=int)
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--seed", type=int, default=int.from_bytes(os.urandom(4), "big"))
    parser.add_argument("--control", help="leave a protection off, which must be found")
    arguments = parser.parse_args()
    program = Program(arguments.program)
    if arguments.what == "all":
        sys.exit(0 if everything(program, arguments.seed, arguments.short) else 1)
    harm = HARMS[arguments.what]
    run = harm.controls[arguments.control] if arguments.control else harm.run
    name = f"{arguments.what}, control {arguments.control}" if arguments.control else arguments.what
    count = arguments.count or (harm.short if arguments.short else harm.long)
    problems = do(name, run, program, arguments.seed, count)
    show(problems)
    sys.exit(1 if problems else 0)


main()
