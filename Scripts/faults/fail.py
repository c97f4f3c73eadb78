"""System calls that fail: full disk, broken disk, too many open files, half a write.

Everything that was acknowledged must be saved.
"""
import collections
import errno
import pathlib
import random

from program import Wrong, compare, remove

FULL, BROKEN, MANY, DENIED = errno.ENOSPC, errno.EIO, errno.EMFILE, errno.EACCES
HALF = 0
ERRORS = {"open": [FULL, BROKEN, MANY, DENIED], "write": [FULL, BROKEN, HALF], "sync": [FULL, BROKEN],
          "truncate": [FULL, BROKEN], "read": [BROKEN], "unlink": [BROKEN, DENIED], "mkdir": [FULL, DENIED],
          "rename": [FULL, BROKEN], "link": [BROKEN]}
# The exit code if a line was not carried out.
FAILED = 3
# The message if the home folder cannot be written: favorites are only in memory.
IN_MEMORY = "they last for this session"
LIES = -1


def faults(program, injector, folder, seed, count, lies=False):
    """Returns the problems found, and a summary. lies: writes report success and do nothing, which must be found."""
    choose = random.Random(seed)
    folder = pathlib.Path(folder)
    problems, outcomes, hits, number = [], collections.Counter(), 0, 0
    home, seen = folder / "home", folder / "seen"
    while hits < count:
        number += 1
        remove(folder)
        home.mkdir(parents=True)
        before = program.story(choose.random()).tell(choose.choice([0, 4, 8]))
        program.run(home, before.lines)
        story = program.story(choose.random(), before.state).tell(8)
        kind = choose.choice(list(ERRORS)) if not lies else "write"
        error = choose.choice(ERRORS[kind]) if not lies else LIES
        # About as many as a run makes.
        calls = {"open": 60, "write": 100 if lies else 250, "sync": 60, "read": 80, "unlink": 12}.get(kind, 4)
        at, times = choose.randint(1, calls), choose.choice([0, 1, 1])
        shim = {"LD_PRELOAD": str(injector), "FAULTS_FOLDER": str(home), "FAULTS_CALL": kind,
                "FAULTS_ERROR": str(error), "FAULTS_AT": str(at), "FAULTS_TIMES": str(times), "FAULTS_COUNT": str(seen)}
        result = program.run(home, story.lines, shim)
        if seen.exists() and int(seen.read_text()) < at:
            continue
        hits += 1
        try:
            outcomes[judge(program, home, story, *result)] += 1
        except Wrong as wrong:
            problems.append(f"{number}: {kind} {at} ×{times} {errno.errorcode.get(error, error)}: {wrong}")
    said = ", ".join(f"{times:,} {outcome}" for outcome, times in outcomes.most_common())
    return problems, f"{hits:,} faults: {said}"


def judge(program, home, story, acknowledged, code, said):
    """Checks a run. Returns how it ended."""
    kept, notices = program.read(home)
    if IN_MEMORY in said:
        compare(kept, story.states[0], story.states[0])
        return "reported as lasting for the session"
    begun = story.states[min(acknowledged + 1, len(story.lines))]
    try:
        compare(kept, story.states[acknowledged], begun)
    except Wrong as wrong:
        raise Wrong(f"{wrong}; it had said {said[-300:]!r}, now {notices!r}") from None
    if code == 0 and acknowledged == len(story.lines):
        return "without effect"
    if code != FAILED or not program.complaint.search(said):
        raise Wrong(f"ended with {code}: {said[-300:]!r}")
    return "reported" if kept == story.states[acknowledged] else "reported, although the line was saved"
