"""Power cuts: a run is recorded; then the program reads the disk as it may be after a cut at any operation."""
import itertools
import os
import pathlib
import random

from disk import Disk, operations
from program import Wrong, compare, remove


def record(program, recorder, folder, lines, log):
    """Runs lines and records what is done below a folder."""
    further = {"LD_PRELOAD": str(recorder), "FAULTS_FOLDER": str(folder), "FAULTS_LOG": str(log)}
    count, code, said = program.run(folder, lines, further)
    if code != 0 or count != len(lines):
        raise Wrong(f"{count} of {len(lines)} lines acknowledged, ended with {code}: {said[-300:]}")


def cuts(program, recorder, folder, seed, count, ignoring=()):
    """Returns the problems found, and a summary."""
    choose = random.Random(seed)
    folder = pathlib.Path(folder)
    problems, done, written = [], 0, 0
    for number in itertools.count():
        if done >= count:
            return problems, f"{done:,} cuts in {number:,} runs of {written:,} operations"
        home, log = folder / f"run{number}", folder / f"log{number}"
        home.mkdir(parents=True)
        # A run begins with nothing, or with a file of an earlier run.
        before = program.story(choose.random()).tell(choose.choice([0, 0, 5, 25]))
        if before.lines:
            program.run(home, before.lines)
            os.sync()
        disk = Disk(home, ignoring)
        story = program.story(choose.random(), before.state).tell(20)
        record(program, recorder, home, story.lines, log)
        remove(home)
        every = list(operations(log))
        written += len(every)
        chosen = set(choose.sample(range(1, len(every) + 1), min(len(every), count - done, 40)))
        said = b""
        for index, operation in enumerate(every, 1):
            if operation[0] == "A":
                said += operation[3] if operation[1] == 2 else b""
            else:
                disk.do(*operation)
            if index in chosen:
                done += 1
                acknowledged = len(program.said.findall(said))
                problem = read(program, disk, choose, folder / "cut", story, acknowledged)
                if problem:
                    problems.append(f"run {number}, cut {index} of {len(every)}: {problem}")
        log.unlink()


def read(program, disk, choose, target, story, acknowledged):
    """What is wrong after a cut; None if nothing is."""
    remove(target)
    target.mkdir()
    disk.cut(choose, target)
    begun = story.states[min(acknowledged + 1, len(story.lines))]
    try:
        kept, said = program.read(target)
        compare(kept, story.states[acknowledged], begun)
        if said:
            raise Wrong(f"reading says {said!r}")
    except Wrong as wrong:
        return str(wrong)
