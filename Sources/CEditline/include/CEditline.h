#pragma once
#include <histedit.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>

/* What Swift cannot say of libedit. `el_set`, `el_get` and `history` take variable arguments, which Swift cannot
   pass: below stands one function for each operation in use. All else of <histedit.h> is called as it is. */

/// The prompt to show, NUL-terminated; it must outlive the call.
typedef char *_Nonnull (*gaz_edit_prompt)(EditLine *_Nonnull);
/// A function of a key: gets the character, gives one of `CC_…`.
typedef unsigned char (*gaz_edit_function)(EditLine *_Nonnull, int);
/// Stores the next character and gives 1; 0 at the end, -1 on an error. libedit says `wchar_t *`, which Swift sees
/// as `Unicode.Scalar`, in which a surrogate or a number out of range is undefined: hence a number.
typedef int (*gaz_edit_reader)(EditLine *_Nonnull, uint32_t *_Nonnull);

/// An editor on two descriptors, with FILEs of its own: `stdin` and `stdout` are macros over mutable globals, and
/// the program's own buffers must not mix with libedit's. NULL where memory or descriptors are short.
EditLine *_Nullable gaz_edit_open(const char *_Nonnull program, int input, int output);
/// Frees the editor and the FILEs that `gaz_edit_open` made.
void gaz_edit_close(EditLine *_Nonnull);

/// Whom the callbacks work for; to be set before any of them.
void gaz_edit_set_owner(EditLine *_Nonnull, void *_Nonnull);
void *_Nonnull gaz_edit_owner(EditLine *_Nonnull);
int gaz_edit_set_terminal(EditLine *_Nonnull, const char *_Nonnull name);
int gaz_edit_set_prompt(EditLine *_Nonnull, gaz_edit_prompt _Nonnull);
int gaz_edit_set_reader(EditLine *_Nonnull, gaz_edit_reader _Nonnull);
int gaz_edit_set_history(EditLine *_Nonnull, History *_Nonnull);
int gaz_edit_set_mode(EditLine *_Nonnull, const char *_Nonnull mode);
/// "emacs" or "vi".
const char *_Nullable gaz_edit_mode(EditLine *_Nonnull);
int gaz_edit_add(EditLine *_Nonnull, const char *_Nonnull name, const char *_Nonnull help, gaz_edit_function _Nonnull);
int gaz_edit_bind(EditLine *_Nonnull, const char *_Nonnull key, const char *_Nonnull function);
/// Binds in the other map of vi: that of its command mode.
int gaz_edit_bind_alternative(EditLine *_Nonnull, const char *_Nonnull key, const char *_Nonnull function);
/// Says how the terminal is set while a line is edited: `change` is "-isig" and the like.
int gaz_edit_set_tty(EditLine *_Nonnull, const char *_Nonnull change);
/// Sets the terminal for editing; libedit does so by itself only after it has shown the prompt.
int gaz_edit_prepare(EditLine *_Nonnull);
/// Draws the line anew at the cursor's row, as if the row were empty.
int gaz_edit_refresh(EditLine *_Nonnull);
/// Whether the terminal has the named capability of terminfo's short names, such as "up".
bool gaz_edit_can(EditLine *_Nonnull, const char *_Nonnull capability);

int gaz_history_set_size(History *_Nonnull, int lines);
/// Whether a line equal to the newest one is dropped.
int gaz_history_set_unique(History *_Nonnull, bool);
/// Appends a line; libedit copies it.
int gaz_history_enter(History *_Nonnull, const char *_Nonnull line);

/// The cells of a character as libedit counts them, -1 where it is not printable. <wchar.h> declares `wcwidth` only
/// with _XOPEN_SOURCE, which Swift's importer does not set.
int gaz_cell_width(uint32_t character);
