#pragma once
#include <stddef.h>

/// The table of US zip codes that Scripts/make-zip-codes describes, mapped on demand.
const unsigned char *_Nonnull gaz_zip_codes(void);
/// Its size in bytes.
size_t gaz_zip_codes_size(void);
