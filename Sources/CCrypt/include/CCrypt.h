// Hashes of passwords, by libcrypt. It is loaded at the first password.
#pragma once
#include <stdbool.h>

// Whether the library is installed. May be called on any thread.
bool gaz_crypt_is_installed(void);

// The hash of a password with a new salt, by yescrypt. To be freed with `free`. NULL if that failed.
char *gaz_hash_password(const char *password);

// Whether a password has this hash. The time does not depend on where the hashes differ.
bool gaz_password_matches(const char *password, const char *hash);
