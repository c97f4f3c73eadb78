#include "CZipCodes.h"

static const unsigned char table[] = {
#embed "data/zip-codes.bin"
};

const unsigned char *gaz_zip_codes(void) { return table; }
size_t gaz_zip_codes_size(void) { return sizeof table; }
