#!/usr/bin/env python3
"""What may befall the favorites, many times over. See ../soak."""
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
from fail import faults
from full import full, write_ahead
from kill import kills
from migrate import migrations
from power import cuts
from program import HERE, Program, Writer, remove
from sessions import sessions


def shimmed(name, run):
    """What runs with a shim that is compiled in a folder above its own."""
    def with_shim(program, folder, *rest, **options):
        shim = folder.parent / f"{name}.so"
        compiler = shutil.which("clang") or "cc"
        flags = ["-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC"]
        subprocess.run([compiler, *flags, "-o", shim, HERE / f"{name}.c"], check=True)
        return run(program, shim, folder, *rest, **options)
    return with_shim


def instead(run, *settings):
    """The same with the small writer in the program's place, with settings that are too weak."""
    return lambda program, *rest: run(Writer(*settings), *rest)


def but(run, **options):
    return lambda *arguments: run(*arguments, **options)


kill, power = shimmed("injector", kills), shimmed("recorder", cuts)
fail, migrate = shimmed("injector", faults), shimmed("injector", migrations)

# How often in a long edition and in a short one, what does it, and its controls: a protection is off, which is found.
Befall = collections.namedtuple("Befall", "long short run controls")
BEFALLS = {
    "kill": Befall(1000, 25, kill, {
        "memory": instead(but(kill, timed=0), "MEMORY", "EXTRA"), "none": instead(but(kill, timed=0), "OFF", "EXTRA")}),
    "power": Befall(2000, 60, power, {
        "full": instead(power, "DELETE", "FULL"), "off": instead(power, "DELETE", "OFF"),
        "names": but(power, ignoring=("names",)), "files": but(power, ignoring=("files",))}),
    "faults": Befall(600, 60, fail, {"lies": but(fail, lies=True)}),
    "full": Befall(60, 6, full, {"wal": write_ahead}),
    "sessions": Befall(1500, 60, sessions, {"deferred": instead(sessions, "DELETE", "EXTRA", "deferred")}),
    "damage": Befall(1000, 60, damages, {"unsummed": but(damages, check=quick_check, times=5)}),
    "migrate": Befall(200, 15, migrate, {"stepwise": but(migrate, stepwise=True)}),
}


def happen(name, run, program, seed, count):
    """Says what came of it; how many problems there were."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        # Others are to look into it, too.
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
    """All that may befall, and that each control finds something; whether all is well."""
    isWell = True
    for name, befall in BEFALLS.items():
        problems = happen(name, befall.run, program, seed, befall.short if short else befall.long)
        show(problems)
        isWell = isWell and not problems
        for control, run in befall.controls.items():
            if not happen(f"{name}, control {control}", run, program, seed, befall.short):
                print("  it finds nothing")
                isWell = False
    return isWell


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=[*BEFALLS, "all"], help="all: each, and that its controls find something")
    parser.add_argument("--program", required=True)
    parser.add_argument("--count", type=int)
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--seed", type=int, default=int.from_bytes(os.urandom(4), "big"))
    parser.add_argument("--control", help="leave a protection off: this must be found")
    arguments = parser.parse_args()
    program = Program(arguments.program)
    if arguments.what == "all":
        sys.exit(0 if everything(program, arguments.seed, arguments.short) else 1)
    befall = BEFALLS[arguments.what]
    run = befall.controls[arguments.control] if arguments.control else befall.run
    name = f"{arguments.what}, control {arguments.control}" if arguments.control else arguments.what
    count = arguments.count or (befall.short if arguments.short else befall.long)
    problems = happen(name, run, program, arguments.seed, count)
    show(problems)
    sys.exit(1 if problems else 0)


main()
