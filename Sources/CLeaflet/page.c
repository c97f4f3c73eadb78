#include "CLeaflet.h"

#if __has_embed("data/page.html")
static const unsigned char page[] = {
#embed "data/page.html"
};
const unsigned char *gaz_map_page(void) { return page; }
size_t gaz_map_page_size(void) { return sizeof page; }
#else
const unsigned char *gaz_map_page(void) { return NULL; }
size_t gaz_map_page_size(void) { return 0; }
#endif
