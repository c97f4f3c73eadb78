// System calls that Swift cannot make.
#pragma once
#include <stdbool.h>
#include <sys/types.h>

// Opens a new file without a name in a folder (O_TMPFILE). -1 and errno: EOPNOTSUPP, EISDIR or EINVAL if the file
// system has no such files.
int gaz_open_unnamed(const char *folder, mode_t mode);

// Gives an open file a name, which no other file may have (EEXIST). 0, or -1 and errno.
int gaz_name(int descriptor, const char *path);

// Removing a file if a signal ends the program, except SIGKILL or the signal of a crash:
//
//     number = gaz_begin_making(path)       signals that end the program wait from here
//     make the file
//     gaz_end_making(number, was_made)      to here; then they remove the file
//     gaz_keep_at_signal(number)            from here they do not
//
// The number is -1 if there are too many such files, or the path is too long. Such a file is not removed.
int gaz_begin_making(const char *path);
void gaz_end_making(int number, bool was_made);
void gaz_keep_at_signal(int number);

// The environment variables of this program, `NAME=VALUE`, ended by NULL.
char **gaz_variables(void);

// A pipe that other programs do not inherit: its end for reading, then that for writing. 0, or -1 and errno.
int gaz_pipe(int *ends);
