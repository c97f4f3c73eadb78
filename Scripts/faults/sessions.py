"""Several sessions at the same time: everything that any of them acknowledged is there."""
import pathlib
import threading


def sessions(program, folder, seed, count):
    """Returns the problems found, and a summary. Runs two sessions of `count` lines each."""
    pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
    results = [None, None]

    def session(index):
        where = f"{seed % 90},{seed % 180}"
        lines = [f"add-favorite Place {index + 1}{number:05} --at {where}" for number in range(count)]
        results[index] = program.run(folder, lines)

    threads = [threading.Thread(target=session, args=(index,)) for index in range(len(results))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    kept, said = program.read(folder)
    problems = [f"session {index + 1} ended with {code}: {acknowledged:,} of {count:,} acknowledged; {words[-200:]!r}"
                for index, (acknowledged, code, words) in enumerate(results) if (acknowledged, code) != (count, 0)]
    missing = len(results) * count - len(kept)
    if missing or said:
        problems.append(f"{missing:,} are missing; {said!r}")
    return problems, f"{len(results)} sessions of {count:,} lines: {len(kept):,} favorites"
