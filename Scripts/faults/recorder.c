// Loaded before the C library (LD_PRELOAD): records what a program does to the files below a folder, and what it
// prints, in this order. disk.py reads the record.
//
// FAULTS_FOLDER: the folder    FAULTS_LOG: the file for the record
//
// A record: one letter, then three numbers of 8 bytes, then the bytes that the last number counts.
//   O descriptor flags path    opened; flags: 1 created, 2 emptied
//   W descriptor offset bytes  written
//   T descriptor length ""     cut or extended to a length
//   S descriptor 0 ""          flushed to the disk
//   C descriptor 0 ""          closed
//   U 0 0 path                 unlinked            D 0 0 path   a folder was made
//   R 0 n old+new              renamed             L 0 n old+new   linked; n: the length of the old path
//   A descriptor 0 bytes       printed on stdout or stderr
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { WATCHED = 1024 };
static char watched[WATCHED];
static int logfile = -1;
static char folder[PATH_MAX];

__attribute__((constructor)) static void start(void) {
  const char *path = getenv("FAULTS_LOG"), *root = getenv("FAULTS_FOLDER");
  if (!path || !root || strlen(root) >= sizeof folder) return;
  strcpy(folder, root);
  int opened = syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  // A high number, so that the program's own descriptors keep their usual numbers.
  logfile = fcntl(opened, F_DUPFD_CLOEXEC, 900);
  syscall(SYS_close, opened);
}

static int isBelow(const char *path) {
  size_t length = strlen(folder);
  return logfile >= 0 && path && strncmp(path, folder, length) == 0 && (path[length] == '/' || path[length] == 0);
}

static int isWatched(int descriptor) { return descriptor >= 0 && descriptor < WATCHED && watched[descriptor]; }

static void record(
    char kind, uint64_t a, uint64_t b, const void *first, size_t count, const void *second, size_t more) {
  struct __attribute__((packed)) { char kind; uint64_t a, b, count; } head = {kind, a, b, count + more};
  struct iovec parts[] = {{&head, sizeof head}, {(void *)first, count}, {(void *)second, more}};
  syscall(SYS_writev, logfile, parts, 3);
}

static void recordPath(char kind, const char *path) { record(kind, 0, 0, path, strlen(path), "", 0); }

#define NEXT(name) __typeof__(&name) next = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

static int opened(int result, const char *path, int flags, int existed) {
  if (result < 0 || result >= WATCHED) return result;
  watched[result] = isBelow(path);
  int effect = (!existed ? 1 : 0) | (flags & O_TRUNC ? 2 : 0);
  if (watched[result]) record('O', result, effect, path, strlen(path), "", 0);
  return result;
}

#define OPEN(name)                                            \
  int name(const char *path, int flags, ...) {                \
    va_list arguments;                                        \
    va_start(arguments, flags);                               \
    mode_t mode = va_arg(arguments, mode_t);                  \
    va_end(arguments);                                        \
    NEXT(name);                                               \
    int existed = isBelow(path) && access(path, F_OK) == 0;   \
    return opened(next(path, flags, mode), path, flags, existed); \
  }
OPEN(open)
OPEN(open64)

int openat(int base, const char *path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  mode_t mode = va_arg(arguments, mode_t);
  va_end(arguments);
  NEXT(openat);
  int existed = isBelow(path) && access(path, F_OK) == 0;
  return opened(next(base, path, flags, mode), path, flags, existed);
}

int close(int descriptor) {
  NEXT(close);
  if (isWatched(descriptor)) {
    watched[descriptor] = 0;
    record('C', descriptor, 0, "", 0, "", 0);
  }
  return next(descriptor);
}

static ssize_t wrote(ssize_t result, int descriptor, const void *bytes, off_t offset) {
  if (result > 0 && isWatched(descriptor)) record('W', descriptor, offset, bytes, result, "", 0);
  return result;
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
  NEXT(write);
  // Recorded before anybody can read it.
  if (logfile >= 0 && (descriptor == 1 || descriptor == 2)) record('A', descriptor, 0, bytes, count, "", 0);
  off_t offset = isWatched(descriptor) ? lseek(descriptor, 0, SEEK_CUR) : 0;
  return wrote(next(descriptor, bytes, count), descriptor, bytes, offset);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
  NEXT(pwrite);
  return wrote(next(descriptor, bytes, count, offset), descriptor, bytes, offset);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t offset) {
  NEXT(pwrite64);
  return wrote(next(descriptor, bytes, count, offset), descriptor, bytes, offset);
}

static int recorded(int result, char kind, int descriptor, off_t number) {
  if (result == 0 && isWatched(descriptor)) record(kind, descriptor, number, "", 0, "", 0);
  return result;
}

#define CUT(name)                                               \
  int name(int descriptor, off_t length) {                      \
    NEXT(name);                                                 \
    return recorded(next(descriptor, length), 'T', descriptor, length); \
  }
CUT(ftruncate)
CUT(ftruncate64)

#define FLUSH(name)                                       \
  int name(int descriptor) {                              \
    NEXT(name);                                           \
    return recorded(next(descriptor), 'S', descriptor, 0); \
  }
FLUSH(fsync)
FLUSH(fdatasync)

int unlink(const char *path) {
  NEXT(unlink);
  int result = next(path);
  if (result == 0 && isBelow(path)) recordPath('U', path);
  return result;
}

int mkdir(const char *path, mode_t mode) {
  NEXT(mkdir);
  int result = next(path, mode);
  if (result == 0 && isBelow(path)) recordPath('D', path);
  return result;
}

int rename(const char *old, const char *new) {
  NEXT(rename);
  int result = next(old, new);
  if (result == 0 && isBelow(new)) record('R', 0, strlen(old), old, strlen(old), new, strlen(new));
  return result;
}

int link(const char *old, const char *new) {
  NEXT(link);
  int result = next(old, new);
  if (result == 0 && isBelow(new)) record('L', 0, strlen(old), old, strlen(old), new, strlen(new));
  return result;
}
