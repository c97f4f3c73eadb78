// SQLite, and the calls that Swift cannot make.
#pragma once
#include <sqlite3.h>

// SQLITE_TRANSIENT is a cast of a number to a function, which Swift does not import.
int gaz_bind_text(sqlite3_stmt *statement, int index, const void *text, int count);
int gaz_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int count);

// Locks the bytes of a file that SQLite locks (https://sqlite.org/lockingv3.html), until the descriptor is closed. It
// must be open for writing. 0, or -1 and errno: EAGAIN if a connection is using the file.
int gaz_lock_out(int descriptor);

// Lets an empty database in memory read the bytes of a database file, which must stay where they are, as those of a
// stranger: no triggers, no views, no functions with side effects in its schema, no values above 256 MB, no writing. An
// error code of SQLite. A file in WAL mode is copied, since a database in memory has no log.
int gaz_read_bytes(sqlite3 *database, const unsigned char *bytes, sqlite3_int64 count);
