#pragma once
#include <histedit.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>

/* What Swift cannot say of libedit. `el_set`, `el_get` and `history` take variable arguments, which Swift cannot
   pass: below stands one function for each operation in use. All else of <histedit.h> is called as it is. */

/// A function of a key: gets the character, gives one of `CC_…`.
typedef unsigned char (*gaz_edit_function)(EditLine *_Nonnull, int);
/// Stores the next character and gives 1; 0 at the end, -1 on an error. libedit says `wchar_t *`, which Swift sees
/// as `Unicode.Scalar`, in which a surrogate or a number out of range is undefined: hence a number.
typedef int (*gaz_edit_reader)(EditLine *_Nonnull, uint32_t *_Nonnull);

/// An editor that sets the modes of the terminal at two descriptors but neither reads it nor draws on it: its FILEs
/// lead nowhere. NULL where memory or descriptors are short.
EditLine *_Nullable gaz_edit_open(const char *_Nonnull program, int input, int output);
/// Frees the editor and the FILEs that `gaz_edit_open` made.
void gaz_edit_close(EditLine *_Nonnull);

/// Whom the callbacks work for; to be set before any of them.
void gaz_edit_set_owner(EditLine *_Nonnull, void *_Nonnull);
void *_Nonnull gaz_edit_owner(EditLine *_Nonnull);
int gaz_edit_set_terminal(EditLine *_Nonnull, const char *_Nonnull name);
/// The size of the screen that libedit believes to draw on, as decimal numbers.
int gaz_edit_set_size(EditLine *_Nonnull, const char *_Nonnull columns, const char *_Nonnull rows);
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
/// The same for how it is left between two lines.
int gaz_edit_set_tty_between(EditLine *_Nonnull, const char *_Nonnull change);
/// Sets the terminal for editing, or as it was before; libedit does so by itself around each line.
int gaz_edit_prepare(EditLine *_Nonnull, bool isEditing);
/// Makes libedit edit, whatever a file of the user's said.
int gaz_edit_enable(EditLine *_Nonnull);
/// Whether the terminal has the named capability of terminfo's short names, such as "up".
bool gaz_edit_can(EditLine *_Nonnull, const char *_Nonnull capability);

int gaz_history_set_size(History *_Nonnull, int lines);
/// Whether a line equal to the newest one is dropped.
int gaz_history_set_unique(History *_Nonnull, bool);
/// Appends a line; libedit copies it.
int gaz_history_enter(History *_Nonnull, const char *_Nonnull line);
