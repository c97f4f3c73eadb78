#pragma once
#include <histedit.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>

/* libedit for Swift. `el_set`, `el_get` and `history` take variable arguments, which Swift cannot pass, so there is one
   function here for each operation in use. The rest of <histedit.h> is called directly. */

/// Runs the function of the given number, as added by `gaz_edit_add_functions`; returns one of `CC_…`.
typedef unsigned char (*gaz_edit_function)(EditLine *_Nonnull, int number);
/// Stores the next character and returns 1; returns 0 at the end, -1 on an error. It is a number here, because Swift
/// imports libedit's `wchar_t` as `Unicode.Scalar`, for which a surrogate or a number out of range is undefined.
typedef int (*gaz_edit_reader)(EditLine *_Nonnull, uint32_t *_Nonnull);

/// Creates an editor that does not read the terminal, draw on it or set its modes; `gaz_edit_set_reader` gives it
/// characters. This call may change the modes of `terminal`, so call it before you set them. NULL if memory or
/// descriptors run out.
EditLine *_Nullable gaz_edit_open(const char *_Nonnull program, int terminal);
/// Frees the editor and the files that `gaz_edit_open` opened.
void gaz_edit_close(EditLine *_Nonnull);

/// Sets the object that the callbacks work for. Call it before any of them can run.
void gaz_edit_set_owner(EditLine *_Nonnull, void *_Nonnull);
void *_Nonnull gaz_edit_owner(EditLine *_Nonnull);
int gaz_edit_set_terminal(EditLine *_Nonnull, const char *_Nonnull name);
/// Sets the size of the screen that libedit lays its line out for, as decimal numbers.
int gaz_edit_set_size(EditLine *_Nonnull, const char *_Nonnull columns, const char *_Nonnull rows);
int gaz_edit_set_reader(EditLine *_Nonnull, gaz_edit_reader _Nonnull);
int gaz_edit_set_history(EditLine *_Nonnull, History *_Nonnull);
int gaz_edit_set_mode(EditLine *_Nonnull, const char *_Nonnull mode);
/// "emacs" or "vi".
const char *_Nullable gaz_edit_mode(EditLine *_Nonnull);
/// Gives names to the functions 0, 1, … (at most 50), so that keys can be bound to them. `run` is the same for all
/// editors of the process.
int gaz_edit_add_functions(
  EditLine *_Nonnull, const char *_Nonnull const *_Nonnull names, int count, gaz_edit_function _Nonnull run);
int gaz_edit_bind(EditLine *_Nonnull, const char *_Nonnull key, const char *_Nonnull function);
/// Binds a key of the command mode of vi.
int gaz_edit_bind_command(EditLine *_Nonnull, const char *_Nonnull key, const char *_Nonnull function);
/// Removes all key bindings of libedit except inserting printable characters: every other key runs `nothing`.
void gaz_edit_clear_keys(EditLine *_Nonnull, const char *_Nonnull nothing, bool isVi);
/// Whether the terminal has a capability, given by its short name in terminfo, such as "up".
bool gaz_edit_can(EditLine *_Nonnull, const char *_Nonnull capability);

int gaz_history_set_size(History *_Nonnull, int lines);
/// Sets whether a line equal to the newest one is dropped.
int gaz_history_set_unique(History *_Nonnull, bool);
/// Appends a copy of the line.
int gaz_history_enter(History *_Nonnull, const char *_Nonnull line);
