// Loaded before the C library (LD_PRELOAD): makes one system call of a program on a file below a folder fail.
//
// FAULTS_FOLDER: the folder        FAULTS_CALL: open write sync truncate read unlink mkdir rename link, or any
// FAULTS_AT: which of those calls, from 1    FAULTS_TIMES: how many of them fail from there on (1; 0 for all)
// FAULTS_ERROR: the number of the error; 0: half of the bytes are written; -1: nothing is written, and success is
//   reported; another negative number: the program gets that signal before the call, as -9 for SIGKILL
// FAULTS_NAMED: if set, O_TMPFILE is not supported: every file has a name
// FAULTS_COUNT: a file that gets the number of such calls
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { WATCHED = 1024, HALF = 0, NOTHING = -1 };
static char watched[WATCHED];
static const char *folder, *call;
static long at, times, seen;
static int error;

__attribute__((constructor)) static void start(void) {
  folder = getenv("FAULTS_FOLDER");
  call = getenv("FAULTS_CALL");
  const char *number = getenv("FAULTS_AT"), *count = getenv("FAULTS_TIMES"), *code = getenv("FAULTS_ERROR");
  at = number ? atol(number) : 0;
  times = count ? atol(count) : 1;
  error = code ? atoi(code) : EIO;
}

__attribute__((destructor)) static void end(void) {
  const char *path = getenv("FAULTS_COUNT");
  FILE *file = path ? fopen(path, "w") : NULL;
  if (!file) return;
  fprintf(file, "%ld\n", seen);
  fclose(file);
}

static int isBelow(const char *path) {
  return folder && path && strncmp(path, folder, strlen(folder)) == 0;
}

static int isWatched(int descriptor) { return descriptor >= 0 && descriptor < WATCHED && watched[descriptor]; }

// Whether this call is to fail.
static int fails(const char *kind) {
  if (!call || (strcmp(call, kind) != 0 && strcmp(call, "any") != 0)) return 0;
  seen += 1;
  int isDue = at && seen >= at && (!times || seen < at + times);
  if (isDue && error < NOTHING) kill(getpid(), -error);
  return isDue;
}

static int failed(void) {
  errno = error > 0 ? error : EIO;
  return -1;
}

#define NEXT(name) __typeof__(&name) next = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

// Whether the call asks for a file without a name although FAULTS_NAMED is set.
static int isUnsupported(int flags) {
  if ((flags & O_TMPFILE) != O_TMPFILE || !getenv("FAULTS_NAMED")) return 0;
  errno = EOPNOTSUPP;
  return 1;
}

static int opened(int result, const char *path) {
  if (result >= 0 && result < WATCHED) watched[result] = isBelow(path);
  return result;
}

#define OPEN(name)                                     \
  int name(const char *path, int flags, ...) {         \
    va_list arguments;                                 \
    va_start(arguments, flags);                        \
    mode_t mode = va_arg(arguments, mode_t);           \
    va_end(arguments);                                 \
    NEXT(name);                                        \
    if (isBelow(path) && isUnsupported(flags)) return -1; \
    if (isBelow(path) && fails("open")) return failed(); \
    return opened(next(path, flags, mode), path);      \
  }
OPEN(open)
OPEN(open64)

int close(int descriptor) {
  NEXT(close);
  if (isWatched(descriptor)) watched[descriptor] = 0;
  return next(descriptor);
}

// How many bytes are really written: all of them, or half; -1 if the call fails or only reports success.
static ssize_t allowed(int descriptor, size_t count, int *lies) {
  *lies = 0;
  if (!isWatched(descriptor) || !fails("write")) return count;
  if (error == HALF) return count / 2;
  *lies = error == NOTHING;
  return -1;
}

#define WRITE(name, PARAMETERS, ARGUMENTS)                \
  ssize_t name(int descriptor, const void *bytes, size_t count PARAMETERS) { \
    NEXT(name);                                           \
    int lies;                                             \
    ssize_t allowance = allowed(descriptor, count, &lies); \
    if (lies) return count;                               \
    return allowance < 0 ? failed() : next(descriptor, bytes, allowance ARGUMENTS); \
  }
#define NONE
#define AT_OFFSET , off_t offset
#define OFFSET , offset
WRITE(write, NONE, NONE)
WRITE(pwrite, AT_OFFSET, OFFSET)
WRITE(pwrite64, AT_OFFSET, OFFSET)

#define ON_DESCRIPTOR(kind, type, name, PARAMETERS, ARGUMENTS)  \
  type name(int descriptor PARAMETERS) {                        \
    NEXT(name);                                                 \
    return isWatched(descriptor) && fails(kind) ? failed() : next(descriptor ARGUMENTS); \
  }
#define LENGTH , off_t length
#define TO_LENGTH , length
#define BUFFER , void *bytes, size_t count
#define INTO_BUFFER , bytes, count
ON_DESCRIPTOR("sync", int, fsync, NONE, NONE)
ON_DESCRIPTOR("sync", int, fdatasync, NONE, NONE)
ON_DESCRIPTOR("truncate", int, ftruncate, LENGTH, TO_LENGTH)
ON_DESCRIPTOR("truncate", int, ftruncate64, LENGTH, TO_LENGTH)
ON_DESCRIPTOR("read", ssize_t, read, BUFFER, INTO_BUFFER)
ON_DESCRIPTOR("read", ssize_t, pread, BUFFER AT_OFFSET, INTO_BUFFER OFFSET)
ON_DESCRIPTOR("read", ssize_t, pread64, BUFFER AT_OFFSET, INTO_BUFFER OFFSET)

#define ON_PATH(kind, name, PARAMETERS, ARGUMENTS)      \
  int name(const char *path PARAMETERS) {               \
    NEXT(name);                                         \
    return isBelow(path) && fails(kind) ? failed() : next(path ARGUMENTS); \
  }
#define MODE , mode_t mode
#define WITH_MODE , mode
#define OTHER , const char *other
#define TO_OTHER , other
ON_PATH("unlink", unlink, NONE, NONE)
ON_PATH("mkdir", mkdir, MODE, WITH_MODE)
ON_PATH("rename", rename, OTHER, TO_OTHER)
ON_PATH("link", link, OTHER, TO_OTHER)

int linkat(int oldFolder, const char *old, int newFolder, const char *path, int flags) {
  NEXT(linkat);
  return isBelow(path) && fails("link") ? failed() : next(oldFolder, old, newFolder, path, flags);
}
