"""kill -9 at random times and at random calls on the files.

Afterwards, every acknowledged line is saved, and perhaps the line that was running.
"""
import random
import signal
import threading
import time

from program import Wrong, compare, remove


# Some notes are long: a commit of many pages takes longer, so a kill hits it more often.
LENGTHS = (12, 300, 9000, 60_000)


def kills(program, injector, folder, seed, count, timed=0.5):
    """Returns the problems found, and a summary. timed: the share of the kills that are at random times."""
    choose = random.Random(seed)
    state, problems, acknowledged, killed = {}, [], 0, 0
    # Estimates of how long a whole run takes, and of how many calls it makes.
    whole, calls = 0.5, 1500
    shim = {"LD_PRELOAD": str(injector), "FAULTS_FOLDER": str(folder), "FAULTS_CALL": "any", "FAULTS_ERROR": "-9"}
    while killed < count:
        story = program.story(choose.random(), state, LENGTHS).tell(30)
        if choose.random() < timed:
            said, code, seconds = run_and_kill(program, folder, story.lines, choose.uniform(0, whole))
            whole = seconds if code == 0 else whole * 1.02
        else:
            at = {**shim, "FAULTS_AT": str(choose.randint(1, round(calls)))}
            said, code, _ = run_and_kill(program, folder, story.lines, 60, at)
            calls *= 0.8 if code == 0 else 1.02
        killed += code != 0
        done = len(program.said.findall(said))
        acknowledged += done
        try:
            if code not in (0, -signal.SIGKILL):
                raise Wrong(f"ended with {code}: {said[-300:]}")
            state, notices = program.read(folder)
            if notices:
                raise Wrong(f"reading says {notices!r}")
            compare(state, story.states[done], story.states[min(done + 1, len(story.lines))])
        except Wrong as wrong:
            problems.append(f"kill {killed}: {wrong}")
            remove(folder)
            state = {}
        if len(state) > 60:
            remove(folder)
            state = {}
    return problems, f"{killed:,} kills, {acknowledged:,} lines acknowledged"


def run_and_kill(program, folder, lines, after, further=None):
    """Runs lines and kills the program after a time. Returns its stderr, its exit code and the seconds that it ran."""
    process = program.start(folder, further)
    said = []
    listener = threading.Thread(target=lambda: said.append(process.stderr.read()))
    listener.start()
    began = time.monotonic()
    timer = threading.Timer(after, process.kill)
    timer.start()
    try:
        process.stdin.write(("\n".join([*program.before, *lines]) + "\n").encode())
        process.stdin.close()
    except BrokenPipeError:
        pass
    code = program.code(process.wait())
    timer.cancel()
    listener.join()
    return said[0], code, time.monotonic() - began
