// SQLite, and only what Swift cannot say of it.
#pragma once
#include <sqlite3.h>

// SQLITE_TRANSIENT is a cast of a number to a function, which Swift does not import.
int gaz_bind_text(sqlite3_stmt *statement, int index, const void *text, int count);
int gaz_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int count);
