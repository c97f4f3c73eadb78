#define _GNU_SOURCE
#include "CTerminal.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
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

static _Thread_local unsigned char handler_stack[stack_size];

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
  stack_t stack = {.ss_sp = handler_stack, .ss_size = stack_size};
  sigaltstack(&stack, NULL);
}
