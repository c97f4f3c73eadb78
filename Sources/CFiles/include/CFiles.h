// System calls on files that Swift cannot make.
#pragma once
#include <sys/types.h>

// Opens a new file without a name in a folder (O_TMPFILE). -1 and errno: EOPNOTSUPP, EISDIR or EINVAL if the file
// system has no such files.
int gaz_open_unnamed(const char *folder, mode_t mode);

// Gives an open file a name, which no other file may have (EEXIST). 0, or -1 and errno.
int gaz_name(int descriptor, const char *path);

// Removes the file at `path` if SIGHUP, SIGINT, SIGQUIT or SIGTERM ends the program. Returns a number for
// `gaz_keep_at_signal`, or -1 if there are too many such files, or the path is too long.
int gaz_remove_at_signal(const char *path);
void gaz_keep_at_signal(int number);
