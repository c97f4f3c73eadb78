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
# How long to wait for something before it is a failure, in seconds: far more than a slow machine needs.
PATIENCE = 120
# The system calls that wait for descriptors, each with the index of its time limit, and the value that means no limit.
POLLS = {"7": (3, 0xFFFFFFFF), "271": (3, 0), "73": (3, 0)}  # poll, and ppoll on x86-64 and AArch64
# The calls by which threads wait for each other, on the same. The fourth argument is the time limit; 0 means none.
FUTEXES = {"202", "98"}


class Ended(Exception):
    """The program is over; its exit code, or minus the signal."""


class Session:
    """Without `with_screen`, what is drawn is only counted."""

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
                # Files that it writes go there.
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
        """Changes the terminal first, then notifies the program, as a real terminal does."""
        self.settle()
        self.columns, self.rows = columns, rows
        if self.screen:
            self.screen.resize(rows, columns)
        self.set_size()

    def read(self, seconds=0.0):
        """Reads what is drawn, waiting so long for something. Returns its bytes."""
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
        """Presses keys, and reads in between, so that neither side waits for the other forever."""
        end = time.monotonic() + PATIENCE
        while keys:
            try:
                keys = keys[os.write(self.master, keys[:512]):]
            except BlockingIOError:
                self.check_alive()
                if time.monotonic() > end:
                    raise TimeoutError("the program does not read what is typed")
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
        """Whether it only waits for keys: all keys are read, no other program runs, no time has to pass, and workers wait
        for work.

        After half a key it waits for the rest with a time limit, and is not idle.
        """
        # This check also makes the kernel deliver keys that are on their way.
        if select.select([self.slave, self.master], [], [], 0)[0] or self.queued_keys():
            return False
        # A worker that ends its work wakes the first thread, so that is asked again after the workers.
        try:
            is_idle = self.waits_for_keys() and self.workers_wait() and self.waits_for_keys()
        except (FileNotFoundError, ProcessLookupError):
            return False
        return is_idle and not select.select([self.master], [], [], 0)[0]

    def waits_for_keys(self):
        """Whether its first thread waits without a time limit, and no other program runs."""
        task = pathlib.Path(f"/proc/{self.process}/task/{self.process}")
        call = (task / "syscall").read_text().split()
        if (task / "children").read_text() or call[0] not in POLLS:
            return False
        argument, forever = POLLS[call[0]]
        return int(call[argument], 16) & 0xFFFFFFFF == forever

    def workers_wait(self):
        """Whether each of its other threads waits for another thread, without a time limit."""
        for task in pathlib.Path(f"/proc/{self.process}/task").iterdir():
            call = (task / "syscall").read_text().split()
            if task.name != str(self.process) and (call[0] not in FUTEXES or int(call[4], 16) != 0):
                return False
        return True

    def queued_keys(self):
        """How many bytes wait to be read by the program."""
        return struct.unpack("i", fcntl.ioctl(self.slave, termios.FIONREAD, b"\0" * 4))[0]

    def doing(self):
        """What its threads wait for."""
        tasks = pathlib.Path(f"/proc/{self.process}/task").glob("*")
        calls = [f"{(task / 'wchan').read_text()} {(task / 'syscall').read_text().split()[0]}" for task in tasks]
        rows = "\n".join(self.picture()[0]) if self.screen else ""
        return f"{calls}, {self.queued_keys()} keys wait\n{rows}"

    def settle(self, seconds=PATIENCE):
        """Waits until it is idle."""
        end = time.monotonic() + seconds
        while True:
            self.check_alive()
            while self.read():
                pass
            if self.is_idle():
                return
            if time.monotonic() > end:
                raise TimeoutError("the program does not become idle: " + self.doing())
            self.read(0.002)

    def picture(self):
        state = self.screen.state(above=False)
        return state["rows"], state["cursor"]

    def memory(self):
        """Its private memory, in kB."""
        for line in pathlib.Path(f"/proc/{self.process}/smaps_rollup").read_text().splitlines():
            if line.startswith("Private_Dirty:"):
                return int(line.split()[1])
        return 0
