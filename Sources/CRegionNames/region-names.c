#include "CRegionNames.h"

static const unsigned char table[] = {
#embed "data/region-names.tsv"
};

const unsigned char *gaz_region_names(void) { return table; }
size_t gaz_region_names_size(void) { return sizeof table; }
