"""A disk that can lose power: its content after each operation of a log, and what may be left of it after a cut.

Everything flushed is there. Of the rest, any part may be there: written sectors, in any order; the old or the new
length of a file; names that were added, removed or changed, in any order. A name is certain once its folder was
flushed, even if the file itself was not.
"""
import os
import pathlib
import struct

SECTOR = 512
HEAD = struct.Struct("<cQQQ")


def operations(log):
    """The records of recorder.c: (kind, a, b, bytes)."""
    data, offset = pathlib.Path(log).read_bytes(), 0
    while offset + HEAD.size <= len(data):
        kind, a, b, count = HEAD.unpack_from(data, offset)
        offset += HEAD.size
        yield kind.decode(), a, b, data[offset:offset + count]
        offset += count


class File:
    def __init__(self, data=b""):
        self.flushed = bytearray(data)
        # ("write", offset, bytes) or ("cut", length)
        self.pending = []

    def flush(self):
        self.flushed = self.content(self.pending)
        self.pending = []

    def content(self, pending):
        data = bytearray(self.flushed)
        for kind, where, *rest in pending:
            if kind == "cut":
                data = data[:where] + bytes(max(0, where - len(data)))
            else:
                data += bytes(max(0, where + len(rest[0]) - len(data)))
                data[where:where + len(rest[0])] = rest[0]
        return data

    def remains(self, choose, mode):
        """What is left of the file; mode: how much of what was not flushed."""
        if mode == "nothing" or not self.pending:
            return bytes(self.flushed)
        if mode == "all":
            return bytes(self.content(self.pending))
        if mode == "first":
            return bytes(self.content(self.pending[:choose.randint(0, len(self.pending))]))
        part = []
        for kind, where, *rest in self.pending:
            if kind == "cut":
                part += [(kind, where)] if choose.random() < 0.5 else []
                continue
            end = where + len(rest[0])
            start = where
            while start < end:
                stop = min(end, start - start % SECTOR + SECTOR)
                if choose.random() < 0.5:
                    part.append((kind, start, rest[0][start - where:stop - where]))
                start = stop
        data = self.content(part)
        # A file may have its new length, but without the new bytes.
        whole = len(self.content(self.pending))
        if whole > len(data) and choose.random() < 0.5:
            data += bytes(whole - len(data)) if choose.random() < 0.5 else choose.randbytes(whole - len(data))
        return bytes(data)


class Disk:
    """The folders and files below a root, which exists from the start.

    ignoring: "files" or "names" are not flushed although the program asks for it, as with a weaker setting.
    """

    def __init__(self, root, ignoring=()):
        self.root, self.ignoring = str(root), ignoring
        self.flushed = {}  # path → File; None: a folder
        self.now = {}
        self.pending = []  # ("name", path, File or None), ("gone", path)
        self.open = {}
        for folder, _, files in os.walk(root):
            for name in files:
                path = os.path.join(folder, name)
                self.flushed[path] = File(pathlib.Path(path).read_bytes())
            if folder != self.root:
                self.flushed[folder] = None
        self.now = dict(self.flushed)

    def name(self, path, file):
        self.now[path] = file
        self.pending.append(("name", path, file))

    def forget(self, path):
        self.now.pop(path, None)
        self.pending.append(("gone", path, None))

    def do(self, kind, a, b, data):
        if kind == "O":
            self.opened(a, b, data.decode())
        elif kind == "C":
            self.open.pop(a, None)
        elif kind == "W":
            self.open[a].pending.append(("write", b, data))
        elif kind == "T":
            self.open[a].pending.append(("cut", b))
        elif kind == "S":
            self.flush(a)
        elif kind == "U":
            self.forget(data.decode())
        elif kind == "D":
            self.name(data.decode(), None)
        elif kind in "RL":
            old, new = data[:b].decode(), data[b:].decode()
            self.name(new, self.now[old])
            if kind == "R":
                self.forget(old)

    def opened(self, descriptor, effect, path):
        if path == self.root or path in self.now and self.now[path] is None:
            self.open[descriptor] = path
            return
        if effect & 1 or path not in self.now:
            self.name(path, File())
        elif effect & 2:
            self.now[path].pending.append(("cut", 0))
        self.open[descriptor] = self.now[path]

    def flush(self, descriptor):
        opened = self.open.get(descriptor)
        if isinstance(opened, File):
            if "files" not in self.ignoring:
                opened.flush()
        elif opened is not None and "names" not in self.ignoring:
            within = [change for change in self.pending if os.path.dirname(change[1]) == opened]
            self.apply(self.flushed, within)
            self.pending = [change for change in self.pending if change not in within]

    @staticmethod
    def apply(names, changes):
        for kind, path, file in changes:
            if kind == "name":
                names[path] = file
            else:
                names.pop(path, None)

    def cut(self, choose, target):
        """Writes what is left into a folder."""
        mode = choose.choice(["nothing", "all", "first", "any", "any"])
        names = dict(self.flushed)
        changes = {"nothing": [], "all": self.pending}.get(mode)
        if mode == "first":
            changes = self.pending[:choose.randint(0, len(self.pending))]
        elif mode == "any":
            changes = [change for change in self.pending if choose.random() < 0.5]
        self.apply(names, changes)
        for path, file in sorted(names.items()):
            if file is not None and self.isReachable(path, names):
                here = pathlib.Path(str(target) + path[len(self.root):])
                here.parent.mkdir(parents=True, exist_ok=True)
                here.write_bytes(file.remains(choose, mode))

    def isReachable(self, path, names):
        """Whether the folders above it exist."""
        parent = os.path.dirname(path)
        return parent == self.root or parent in names and names[parent] is None and self.isReachable(parent, names)
