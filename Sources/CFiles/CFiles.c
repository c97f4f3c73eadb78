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
static const int signals[] = {SIGHUP, SIGINT, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM,
                              SIGTERM, SIGPWR, SIGIO, SIGXCPU, SIGPROF, SIGVTALRM};
enum { signal_count = sizeof signals / sizeof *signals };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static char paths[file_count][PATH_MAX];
/* Of the path with the same index, which is complete unless this is `unused`. */
enum { unused, being_made, made, not_made };
static atomic_int states[file_count];
static int set_count;
/* A signal that waits until no file is being made; otherwise 0. */
static atomic_int waiting_signal;
static struct sigaction before[signal_count];

static bool is_any_being_made(void) {
  for (int i = 0; i < file_count; i++) {
    if (states[i] == being_made) return true;
  }
  return false;
}

static void remove_files(int signal) {
  if (is_any_being_made()) {
    waiting_signal = signal;
    // If it has been made meanwhile, somebody must raise the signal again, but only once.
    if (is_any_being_made() || atomic_exchange(&waiting_signal, 0) == 0) return;
  }
  for (int i = 0; i < file_count; i++) {
    int state = made;
    if (atomic_compare_exchange_strong(&states[i], &state, not_made)) unlink(paths[i]);
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

int gaz_begin_making(const char *path) {
  size_t length = strnlen(path, PATH_MAX);
  if (length == PATH_MAX) return -1;
  int number = -1;
  pthread_mutex_lock(&mutex);
  for (int i = 0; i < file_count && number < 0; i++) {
    if (states[i] == unused) number = i;
  }
  if (number >= 0) {
    memcpy(paths[number], path, length + 1);
    if (set_count++ == 0) install();
    states[number] = being_made;
  }
  pthread_mutex_unlock(&mutex);
  return number;
}

void gaz_end_making(int number, bool was_made) {
  if (number < 0) return;
  states[number] = was_made ? made : not_made;
  if (is_any_being_made()) return;
  int signal = atomic_exchange(&waiting_signal, 0);
  if (signal != 0) raise(signal);
}

void gaz_keep_at_signal(int number) {
  if (number < 0) return;
  pthread_mutex_lock(&mutex);
  states[number] = unused;
  if (--set_count == 0) uninstall();
  pthread_mutex_unlock(&mutex);
}

char **gaz_variables(void) { return environ; }

int gaz_pipe(int *ends) { return pipe2(ends, O_CLOEXEC); }
