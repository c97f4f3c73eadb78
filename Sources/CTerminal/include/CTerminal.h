#pragma once
#include <termios.h>

/* What a signal handler does when the program is struck down: Swift may not run there, because it may allocate and
   lock at any point. All here that a handler calls is async-signal-safe by POSIX. */

/// From now on SEGV ILL TRAP ABRT BUS FPE SYS, before they end the program as ever, set the terminal at `descriptor` to
/// `modes` and write `farewell` to it: to be called again when either changes. A farewell is cut after 127 bytes.
void gaz_crash_guard(int descriptor, const struct termios *_Nonnull modes, const char *_Nonnull farewell);
/// Lets those signals be as they were before the first `gaz_crash_guard`.
void gaz_crash_release(void);
/// Gives the calling thread a stack for the handler, without which the overflow of its own stack could not be answered.
void gaz_crash_use_own_stack(void);

/// The variables of the process, for programs that are started; ends with NULL.
char *_Nullable *_Nonnull gaz_terminal_variables(void);
