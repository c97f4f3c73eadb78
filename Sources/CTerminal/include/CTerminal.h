#pragma once
#include <termios.h>

/* What a signal handler does when the program crashes. Swift cannot run there, because it may allocate and lock at any
   point. Everything here that the handler calls is async-signal-safe by POSIX. */

/// From now on, SEGV ILL TRAP ABRT BUS FPE SYS restore `modes` on the terminal at `descriptor` and write `farewell` to
/// it, before they end the program as usual. Call it again when one of them changes. At most 127 bytes are written.
void gaz_crash_guard(int descriptor, const struct termios *_Nonnull modes, const char *_Nonnull farewell);
/// Restores the actions that those signals had before the first `gaz_crash_guard`.
void gaz_crash_release(void);
/// Gives the calling thread a stack for the handler until it ends, which is needed when its own stack overflows. Without
/// memory for one, the thread has none.
void gaz_crash_use_own_stack(void);
