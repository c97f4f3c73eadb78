#pragma once
#include <stddef.h>

/// The base map that Scripts/make-base-map describes, mapped on demand.
const unsigned char *_Nonnull gaz_base_map(void);
/// Its size in bytes.
size_t gaz_base_map_size(void);
