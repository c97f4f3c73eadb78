"""A program on a pseudo-terminal: keys go in, a terminal emulator shows what comes out."""
import fcntl
import os
import pathlib
import select
import signal
import struct
import sys
import termios
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests/GazetteerTests/Emulator"))
PATIENCE = 20
# An escape sequence that is not whole is waited for by the program so long, in seconds.
HALF_KEY = 0.03


class Ended(Exception):
    """The program is over; its exit code, or minus the signal."""


class Session:
    """`with_screen` False: what is drawn is only counted."""

    def __init__(self, arguments, environment, columns=80, rows=24, with_screen=True):
        self.columns, self.rows = columns, rows
        self.drawn = 0
        # When it drew last, in nanoseconds.
        self.drew = 0
        self.screen = self.stream = None
        if with_screen:
            import pyte
            from emulator import Terminal
            self.screen = Terminal(columns, rows, history=200)
            self.stream = pyte.ByteStream(self.screen)
        self.master, self.slave = os.openpty()
        self.set_size()
        program = os.path.abspath(arguments[0])
        self.process = os.fork()
        if self.process == 0:
            try:
                os.setsid()
                fcntl.ioctl(self.slave, termios.TIOCSCTTY, 0)
                for descriptor in range(3):
                    os.dup2(self.slave, descriptor)
                os.closerange(3, 100)
                # What it may write lands there.
                os.chdir(environment["HOME"])
                os.execve(program, arguments, environment)
            finally:
                os._exit(127)
        os.set_blocking(self.master, False)
        self.ended = None

    def close(self):
        if self.ended is None:
            os.kill(self.process, signal.SIGKILL)
            os.waitpid(self.process, 0)
        os.close(self.master)
        os.close(self.slave)

    def set_size(self):
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", self.rows, self.columns, 0, 0))

    def resize(self, columns, rows):
        """The terminal changes first, then the program hears of it, as in life."""
        self.settle()
        self.columns, self.rows = columns, rows
        if self.screen:
            self.screen.resize(rows, columns)
        self.set_size()

    def read(self, seconds=0.0):
        """Takes what is drawn, waiting so long for something; its bytes."""
        if not select.select([self.master], [], [], seconds)[0]:
            return b""
        try:
            data = os.read(self.master, 1 << 16)
        except (BlockingIOError, OSError):
            return b""
        self.drew = time.perf_counter_ns()
        self.drawn += len(data)
        if self.stream:
            self.stream.feed(data)
        return data

    def send(self, keys):
        """Presses keys, reading meanwhile, so that neither side waits for the other."""
        end = time.monotonic() + PATIENCE
        while keys:
            try:
                keys = keys[os.write(self.master, keys[:512]):]
            except BlockingIOError:
                self.check_alive()
                if time.monotonic() > end:
                    raise TimeoutError("the program takes no keys")
            self.read()

    def check_alive(self):
        if self.ended is None:
            process, status = os.waitpid(self.process, os.WNOHANG)
            if process:
                self.ended = os.waitstatus_to_exitcode(status)
        if self.ended is not None:
            while self.read():
                pass
            raise Ended(self.ended)

    def is_idle(self):
        """Whether it waits for keys with nothing else to do: no worker runs, no key and no drawing is under way."""
        queued = struct.unpack("i", fcntl.ioctl(self.slave, termios.FIONREAD, b"\0" * 4))[0]
        if queued or select.select([self.master], [], [], 0)[0]:
            return False
        try:
            if len(os.listdir(f"/proc/{self.process}/task")) != 1:
                return False
            call = pathlib.Path(f"/proc/{self.process}/syscall").read_text().split()[0]
        except (FileNotFoundError, ProcessLookupError, IndexError):
            return False
        # 7 is poll, 271 ppoll, 219 one of them that goes on, on x86-64; 73 ppoll on AArch64.
        return call in ("7", "271", "219", "73") and not select.select([self.master], [], [], 0)[0]

    def doing(self):
        """What its threads wait for."""
        tasks = pathlib.Path(f"/proc/{self.process}/task").glob("*")
        calls = [f"{(task / 'wchan').read_text()} {(task / 'syscall').read_text().split()[0]}" for task in tasks]
        queued = struct.unpack("i", fcntl.ioctl(self.slave, termios.FIONREAD, b"\0" * 4))[0]
        rows = "\n".join(self.picture()[0]) if self.screen else ""
        return f"{calls}, {queued} keys wait\n{rows}"

    def settle(self, seconds=PATIENCE):
        """Waits until it is idle, also after the time that half a key takes."""
        end = time.monotonic() + seconds
        quiet = None
        while True:
            self.check_alive()
            while self.read():
                quiet = None
            if self.is_idle():
                if quiet is None:
                    quiet = time.monotonic()
                elif time.monotonic() - quiet > HALF_KEY:
                    return
            else:
                quiet = None
            if time.monotonic() > end:
                raise TimeoutError("the program does not come to rest: " + self.doing())
            self.read(0.002)

    def picture(self):
        state = self.screen.state(above=False)
        return state["rows"], state["cursor"]

    def memory(self):
        """What it holds for itself, in kB."""
        for line in pathlib.Path(f"/proc/{self.process}/smaps_rollup").read_text().splitlines():
            if line.startswith("Private_Dirty:"):
                return int(line.split()[1])
        return 0
