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

/* What the handler reads is complete whenever `is_armed`. */
static atomic_bool is_armed;
static bool is_installed;
static int terminal;
static struct termios found_modes;
static char last_words[farewell_size];
static size_t last_words_length;
/* What was to be done before. Swift's own handler is among that; it asks the user questions, which is for those who
   want it, by its variable. */
static struct sigaction before[crash_count];
static bool goes_on_as_before;

static _Thread_local unsigned char handler_stack[stack_size];

static void restore_terminal(void) {
  /* In the background the terminal is somebody else's; and to be stopped for touching it would be no end. */
  if (tcgetpgrp(terminal) != getpgrp()) return;
  tcsetattr(terminal, TCSANOW, &found_modes);
  ssize_t written = write(terminal, last_words, last_words_length);
  (void)written;
}

static void crash(int signal) {
  if (atomic_exchange(&is_armed, false)) restore_terminal();
  struct sigaction action = {.sa_handler = SIG_DFL};
  for (int i = 0; i < crash_count; i++) {
    if (crashes[i] == signal && goes_on_as_before) action = before[i];
  }
  sigaction(signal, &action, NULL);
  /* It is not blocked here, so it strikes at once. */
  raise(signal);
}

void gaz_crash_guard(int descriptor, const struct termios *modes, const char *farewell) {
  atomic_store(&is_armed, false);
  terminal = descriptor;
  found_modes = *modes;
  last_words_length = strnlen(farewell, farewell_size - 1);
  memcpy(last_words, farewell, last_words_length);
  atomic_store(&is_armed, true);
  if (is_installed) return;
  is_installed = true;
  const char *wish = getenv("SWIFT_BACKTRACE");
  goes_on_as_before = wish != NULL && *wish != '\0';
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

char **gaz_terminal_variables(void) { return environ; }
