#define _GNU_SOURCE
#include "CFiles.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int gaz_open_unnamed(const char *folder, mode_t mode) { return open(folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, mode); }

int gaz_name(int descriptor, const char *path) {
  char link[32];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  if (linkat(AT_FDCWD, link, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0) return 0;
  if (errno != ENOENT) return -1;
  // If there is no /proc. Only a privileged program may do this.
  return linkat(descriptor, "", AT_FDCWD, path, AT_EMPTY_PATH);
}

enum { file_count = 4 };
static const int signals[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM};
enum { signal_count = sizeof signals / sizeof *signals };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static char paths[file_count][PATH_MAX];
/* The path with the same index is complete while this is set. */
static atomic_bool is_set[file_count];
static int set_count;
static struct sigaction before[signal_count];

static void remove_files(int signal) {
  for (int i = 0; i < file_count; i++) {
    if (atomic_exchange(&is_set[i], false)) unlink(paths[i]);
  }
  for (int i = 0; i < signal_count; i++) {
    if (signals[i] == signal) sigaction(signal, &before[i], NULL);
  }
  // The signal is blocked until this function returns. Then its earlier action follows.
  raise(signal);
}

static void install(void) {
  struct sigaction action = {.sa_handler = remove_files, .sa_flags = SA_RESTART};
  sigemptyset(&action.sa_mask);
  for (int i = 0; i < signal_count; i++) {
    sigaction(signals[i], NULL, &before[i]);
    if (before[i].sa_handler != SIG_IGN) sigaction(signals[i], &action, NULL);
  }
}

static void uninstall(void) {
  for (int i = 0; i < signal_count; i++) {
    struct sigaction now;
    sigaction(signals[i], NULL, &now);
    if (now.sa_handler == remove_files) sigaction(signals[i], &before[i], NULL);
  }
}

int gaz_remove_at_signal(const char *path) {
  size_t length = strnlen(path, PATH_MAX);
  if (length == PATH_MAX) return -1;
  int number = -1;
  pthread_mutex_lock(&mutex);
  for (int i = 0; i < file_count && number < 0; i++) {
    if (!is_set[i]) number = i;
  }
  if (number >= 0) {
    memcpy(paths[number], path, length + 1);
    if (set_count++ == 0) install();
    atomic_store(&is_set[number], true);
  }
  pthread_mutex_unlock(&mutex);
  return number;
}

void gaz_keep_at_signal(int number) {
  if (number < 0) return;
  pthread_mutex_lock(&mutex);
  atomic_store(&is_set[number], false);
  if (--set_count == 0) uninstall();
  pthread_mutex_unlock(&mutex);
}
