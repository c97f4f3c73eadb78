#define _GNU_SOURCE
#include "CSQLite.h"
#include <fcntl.h>

// Empty data may have no address. It still needs one here, because SQLite binds NULL if there is none.

int gaz_bind_text(sqlite3_stmt *statement, int index, const void *text, int count) {
  return sqlite3_bind_text(statement, index, text ? text : "", count, SQLITE_TRANSIENT);
}

int gaz_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int count) {
  return sqlite3_bind_blob(statement, index, bytes ? bytes : "", count, SQLITE_TRANSIENT);
}

int gaz_lock_out(int descriptor) {
  // One byte for a writer that waits, one for a connection that will write, the others for readers. The lock belongs to
  // the descriptor, not to the process, so it also keeps out other connections of this process.
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 0x40000000, .l_len = 512};
  return fcntl(descriptor, F_OFD_SETLK, &lock);
}
