#include "CWorld.h"

#if __has_embed("data/world.snapshot")
/* 64-byte alignment: the columns inside are read in place. */
_Alignas(64) static const unsigned char world[] = {
#embed "data/world.snapshot"
};
const unsigned char *gaz_world_bytes(void) { return world; }
size_t gaz_world_size(void) { return sizeof world; }
#else
const unsigned char *gaz_world_bytes(void) { return NULL; }
size_t gaz_world_size(void) { return 0; }
#endif
