"""kill -9 at random points: what was acknowledged is there, at most the line that was being carried out besides."""
import random
import signal
import threading
import time

from program import SAID, Wrong, compare, remove
from story import Story


def kills(program, folder, seed, count):
    """Counts of what went wrong by its kind; a list of what it was."""
    choose = random.Random(seed)
    state, problems, acknowledged, interrupted = {}, [], 0, 0
    # How long a run takes where nobody ends it, by what was seen.
    whole = 0.5
    for number in range(count):
        story = Story(choose.random(), state).tell(30)
        process = program.start(folder)
        said = []
        listener = threading.Thread(target=lambda: said.append(process.stderr.read()))
        listener.start()
        began = time.monotonic()
        timer = threading.Timer(choose.uniform(0, whole), process.send_signal, [signal.SIGKILL])
        timer.start()
        try:
            process.stdin.write(("\n".join(story.lines) + "\n").encode())
            process.stdin.close()
        except BrokenPipeError:
            pass
        code = process.wait()
        timer.cancel()
        listener.join()
        if code == 0:
            whole = whole * 0.9 + (time.monotonic() - began) * 0.1
        else:
            interrupted += 1
            whole *= 1.005
        done = len(SAID.findall(said[0]))
        acknowledged += done
        begun = story.states[min(done + 1, len(story.lines))]
        try:
            if code not in (0, -signal.SIGKILL):
                raise Wrong(f"ended with {code}: {said[0][-300:]}")
            state, notices = program.read(folder)
            if notices:
                raise Wrong(f"reading says {notices!r}")
            compare(state, story.states[done], begun)
        except Wrong as wrong:
            problems.append(f"kill {number}: {wrong}")
            remove(folder)
            state = {}
        if len(state) > 100:
            remove(folder)
            state = {}
    return problems, f"{interrupted:,} kills, {acknowledged:,} acknowledged"
