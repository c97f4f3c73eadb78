"""Files of favorites as older versions of the program wrote them, made from a current one."""
import sqlite3
import struct

# The tables of each old version. They never change.
TABLES = {
    1: """
    CREATE TABLE favorites (
      id TEXT PRIMARY KEY, revision INTEGER NOT NULL, name TEXT NOT NULL, record BLOB NOT NULL,
      checksum INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX favorites_by_revision ON favorites (revision);
    CREATE TABLE edits (
      number INTEGER PRIMARY KEY AUTOINCREMENT, time INTEGER NOT NULL, title BLOB NOT NULL, checksum INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE changes (
      edit INTEGER NOT NULL REFERENCES edits (number), favorite TEXT NOT NULL, before BLOB, after BLOB,
      checksum INTEGER NOT NULL, PRIMARY KEY (edit, favorite)
    ) STRICT, WITHOUT ROWID;
    """,
    # The tables of version 2 are those of today; only the records differ.
    2: None,
}
APPLICATION = 0x67617A46
WORD = 2**64 - 1


def checksum(*parts):
    """The checksum of numbers and bytes, as it is in the rows."""
    state = 0x9E3779B97F4A7C15
    for part in parts:
        if isinstance(part, int):
            words = [part & WORD]
        else:
            whole = len(part) // 8 * 8
            words = [len(part), *struct.unpack(f"<{whole // 8}Q", part[:whole]), int.from_bytes(part[whole:], "big")]
        for word in words:
            state = (state ^ word) * 0xD6E8FEB86659FD93 & WORD
            state ^= state >> 32
    return struct.unpack("<q", struct.pack("<Q", state))[0]


def write_old(version, current, target):
    """Copies the favorites of the file `current` into a new file of an old version."""
    source, old = sqlite3.connect(current), sqlite3.connect(target, isolation_level=None)
    if TABLES[version] is None:
        source.backup(old)
        old.execute("UPDATE properties SET value = ? WHERE name = 'version'", (version,))
        old.execute(f"PRAGMA user_version = {version}")
        source.close()
        old.close()
        return
    old.executescript(TABLES[version])
    old.execute("BEGIN")
    for row in source.execute("SELECT id, revision, name, record, checksum FROM favorites"):
        old.execute("INSERT INTO favorites VALUES (?, ?, ?, ?, ?)", row)
    for number, time, title in source.execute("SELECT number, time, title FROM edits"):
        old.execute("INSERT INTO edits VALUES (?, ?, ?, ?)", (number, time, title, checksum(number, time, title)))
    for row in source.execute("SELECT edit, favorite, before, after, checksum FROM changes"):
        old.execute("INSERT INTO changes VALUES (?, ?, ?, ?, ?)", row)
    old.execute("COMMIT")
    old.execute(f"PRAGMA user_version = {version}")
    old.execute(f"PRAGMA application_id = {APPLICATION}")
    source.close()
    old.close()


def tables(path):
    """The version of a file, and the names of all its columns."""
    database = sqlite3.connect(path)
    version = database.execute("PRAGMA user_version").fetchone()[0]
    columns = {(table, column) for table, in database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
               for _, column, *_ in database.execute(f"PRAGMA table_info({table})")}
    check = database.execute("PRAGMA integrity_check").fetchone()[0]
    database.close()
    return version, columns, check
