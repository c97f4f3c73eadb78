#pragma once
#include <stddef.h>

/// The table of further names of regions that Scripts/make-region-names describes, mapped on demand.
const unsigned char *_Nonnull gaz_region_names(void);
/// Its size in bytes.
size_t gaz_region_names_size(void);
