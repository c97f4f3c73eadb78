#define _GNU_SOURCE
#include "CSQLite.h"
#include <fcntl.h>
#include <string.h>

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

int gaz_read_bytes(sqlite3 *database, const unsigned char *bytes, sqlite3_int64 count) {
  sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
  sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)0);
  sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, (int *)0);
  sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_VIEW, 0, (int *)0);
  sqlite3_limit(database, SQLITE_LIMIT_LENGTH, 256 << 20);
  sqlite3_limit(database, SQLITE_LIMIT_ATTACHED, 0);
  // The versions of the file format for writing and for reading (https://sqlite.org/fileformat2.html).
  if (count < 100 || (bytes[18] != 2 && bytes[19] != 2)) {
    return sqlite3_deserialize(
        database, "main", (unsigned char *)bytes, count, count, SQLITE_DESERIALIZE_READONLY);
  }
  unsigned char *copy = sqlite3_malloc64(count);
  if (!copy) return SQLITE_NOMEM;
  memcpy(copy, bytes, count);
  copy[18] = copy[19] = 1;
  return sqlite3_deserialize(
      database, "main", copy, count, count, SQLITE_DESERIALIZE_READONLY | SQLITE_DESERIALIZE_FREEONCLOSE);
}
