#pragma once
#include <stddef.h>

/// The template of pages with a map; NULL if the program was built without it.
const unsigned char *_Nullable gaz_map_page(void);
/// Its size in bytes; 0 if there is none.
size_t gaz_map_page_size(void);
