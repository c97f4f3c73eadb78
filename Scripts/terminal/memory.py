"""Random sequences of keys at the prompt while valgrind watches the program's memory. See ../soak."""
import argparse
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import termios
import time

from session import Ended, Session

# Keys that end the program, or stop it, are left out.
BYTES = [byte for byte in range(256) if byte not in (0x04, 0x1a, 0x1c)]
STARTS = [b"\x1b", b"\x18", b"\x1b[", b"\x1bO", b"d", b"c", b"y", b"f", b"r", b"3", b""]
# The library of Swift looks at padding that nobody sets.
KNOWN = """{
   padding
   Memcheck:Cond
   fun:swift_initStructMetadata
}
"""
LONG = b"\x1b[200~" + b"p" * 600 + b"\x1b[201~"


def keys(choose):
    """A sequence of up to five bytes, often in a long line, then Enter, and Ctrl-C for what did not end."""
    start = choose.choice(STARTS)
    rest = bytes(choose.choice(BYTES) for _ in range(choose.randint(1, 3)))
    line = choose.choice([b"", b"search par", LONG])
    return line + (start + rest) * choose.choice([1, 1, 6]) + choose.choice([b"\r", b"\"\r", b""]) + b"\x03"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=2000, help="sequences in each mode")
    parser.add_argument("--seed", type=int, default=int.from_bytes(os.urandom(4), "big"))
    parser.add_argument("--program", required=True)
    arguments = parser.parse_args()
    valgrind = shutil.which("valgrind")
    if not valgrind:
        sys.exit("there is no valgrind; try: apt-get install valgrind")
    choose = random.Random(arguments.seed)
    failed = False
    for mode in ("emacs", "vi"):
        with tempfile.TemporaryDirectory() as folder:
            # Valgrind cannot read what Swift writes for debuggers.
            program = os.path.join(folder, "gaz")
            subprocess.run(["strip", "--strip-debug", "-o", program, arguments.program], check=True)
            log = pathlib.Path(folder) / "valgrind.log"
            known = pathlib.Path(folder) / "known"
            known.write_text(KNOWN)
            environment = {"HOME": folder, "TERM": "xterm", "LC_ALL": "C.UTF-8", "GAZ_HISTORY": "", "EDITOR": "true",
                           "PATH": "/usr/bin:/bin", "GAZ_PAGER": "cat"}
            command = [valgrind, f"--log-file={log}", f"--suppressions={known}", "--error-exitcode=99", "--max-stackframe=8000000",
                       "-q", program, "-q", "-c", f"set keys {mode}", "-i"]
            session = Session(command, environment, with_screen=False)
            code = None
            try:
                # Until then, Ctrl-C would end it.
                while termios.tcgetattr(session.slave)[3] & (termios.ICANON | termios.ISIG):
                    session.read(0.1)
                    session.check_alive()
                for _ in range(arguments.count):
                    session.send(keys(choose))
                session.send(b"\x03quit\r")
                end = time.monotonic() + 600
                while time.monotonic() < end:
                    session.read(0.1)
                    session.check_alive()
            except Ended as ended:
                code = ended.args[0]
            finally:
                session.close()
            found = log.read_text() if log.exists() else ""
            print(f"{mode}: {arguments.count} sequences with seed {arguments.seed}: it ended with {code}, "
                  f"{found.count('Invalid')} invalid accesses, {found.count('uninitialised')} uninitialised values", flush=True)
            if code != 0:
                print(found[:4000])
                failed = True
    sys.exit(failed)


main()
