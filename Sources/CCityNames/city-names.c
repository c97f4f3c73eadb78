#include "CCityNames.h"

static const unsigned char table[] = {
#embed "data/city-names.tsv"
};

const unsigned char *gaz_city_names(void) { return table; }
size_t gaz_city_names_size(void) { return sizeof table; }
