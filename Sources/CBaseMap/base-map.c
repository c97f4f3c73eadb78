#include "CBaseMap.h"

static const unsigned char table[] = {
#embed "data/base-map.bin"
};

const unsigned char *gaz_base_map(void) { return table; }
size_t gaz_base_map_size(void) { return sizeof table; }
