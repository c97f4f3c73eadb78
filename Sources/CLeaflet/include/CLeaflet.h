#pragma once
#include <stddef.h>

/// The page that places are put into to become a map; NULL where the program was built without it.
const unsigned char *_Nullable gaz_map_page(void);
/// The number of its bytes; 0 where there is none.
size_t gaz_map_page_size(void);
