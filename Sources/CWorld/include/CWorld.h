#pragma once
#include <stddef.h>

/// The bytes of the built-in snapshot, mapped on demand; NULL where the program was built without one.
const unsigned char *_Nullable gaz_world_bytes(void);
/// Their number; 0 where the program was built without a snapshot.
size_t gaz_world_size(void);
