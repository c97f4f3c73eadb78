#define _GNU_SOURCE
#include "CSQLite.h"
#include <fcntl.h>

// Where there is nothing, no address may be given: that would be NULL, which is something else.

int gaz_bind_text(sqlite3_stmt *statement, int index, const void *text, int count) {
  return sqlite3_bind_text(statement, index, text ? text : "", count, SQLITE_TRANSIENT);
}

int gaz_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int count) {
  return sqlite3_bind_blob(statement, index, bytes ? bytes : "", count, SQLITE_TRANSIENT);
}

int gaz_lock_out(int descriptor) {
  // One byte for who waits to write, one for who is about to, the others for who reads; of the descriptor, not of the
  // process, so that it keeps out the connections of this one, too.
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 0x40000000, .l_len = 512};
  return fcntl(descriptor, F_OFD_SETLK, &lock);
}
