#define _GNU_SOURCE
#include "CTerminal.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { farewell_size = 128, stack_size = 1 << 16 };

static const int crashes[] = {SIGSEGV, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSYS};
enum { crash_count = sizeof crashes / sizeof *crashes };

/* While this is set, everything that the handler reads is complete. */
static atomic_bool is_armed;
static bool is_installed;
static int terminal;
static struct termios found_modes;
static char farewell_text[farewell_size];
static size_t farewell_length;
/* The earlier actions of the signals. One of them is Swift's own handler, which asks the user questions. It only runs
   if its variable is set. */
static struct sigaction before[crash_count];
static bool runs_old_action;

/* The stack of each thread that asked for one. A thread-local array would be filled with zeros in every thread. */
static pthread_key_t handler_stack;
static bool has_handler_stacks;
static pthread_once_t handler_stacks_are_made = PTHREAD_ONCE_INIT;

static void release_handler_stack(void *memory) {
  stack_t none = {.ss_flags = SS_DISABLE};
  sigaltstack(&none, NULL);
  munmap(memory, stack_size);
}

static void make_handler_stacks(void) {
  has_handler_stacks = pthread_key_create(&handler_stack, release_handler_stack) == 0;
}

static void restore_terminal(void) {
  /* In the background, the terminal belongs to another program. Changing it would stop this one. */
  if (tcgetpgrp(terminal) != getpgrp()) return;
  tcsetattr(terminal, TCSANOW, &found_modes);
  ssize_t written = write(terminal, farewell_text, farewell_length);
  (void)written;
}

static void crash(int signal) {
  if (atomic_exchange(&is_armed, false)) restore_terminal();
  struct sigaction action = {.sa_handler = SIG_DFL};
  for (int i = 0; i < crash_count; i++) {
    if (crashes[i] == signal && runs_old_action) action = before[i];
  }
  sigaction(signal, &action, NULL);
  /* The signal is not blocked here, so it is delivered at once. */
  raise(signal);
}

void gaz_crash_guard(int descriptor, const struct termios *modes, const char *farewell) {
  atomic_store(&is_armed, false);
  terminal = descriptor;
  found_modes = *modes;
  farewell_length = strnlen(farewell, farewell_size - 1);
  memcpy(farewell_text, farewell, farewell_length);
  atomic_store(&is_armed, true);
  if (is_installed) return;
  is_installed = true;
  const char *backtrace = getenv("SWIFT_BACKTRACE");
  runs_old_action = backtrace != NULL && *backtrace != '\0';
  struct sigaction action = {.sa_handler = crash, .sa_flags = SA_ONSTACK | SA_NODEFER};
  sigemptyset(&action.sa_mask);
  for (int i = 0; i < crash_count; i++) sigaction(crashes[i], &action, &before[i]);
}

void gaz_crash_release(void) {
  atomic_store(&is_armed, false);
  if (!is_installed) return;
  is_installed = false;
  for (int i = 0; i < crash_count; i++) sigaction(crashes[i], &before[i], NULL);
}

void gaz_crash_use_own_stack(void) {
  pthread_once(&handler_stacks_are_made, make_handler_stacks);
  if (!has_handler_stacks || pthread_getspecific(handler_stack) != NULL) return;
  void *memory = mmap(NULL, stack_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
  if (memory == MAP_FAILED) return;
  if (pthread_setspecific(handler_stack, memory) != 0) {
    munmap(memory, stack_size);
    return;
  }
  stack_t stack = {.ss_sp = memory, .ss_size = stack_size};
  sigaltstack(&stack, NULL);
}
