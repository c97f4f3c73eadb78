#pragma once
#include <stddef.h>

/// The bytes of the built-in snapshot, mapped on demand; NULL if the program was built without it.
const unsigned char *_Nullable gaz_world_bytes(void);
/// The size of the snapshot in bytes; 0 if there is none.
size_t gaz_world_size(void);
