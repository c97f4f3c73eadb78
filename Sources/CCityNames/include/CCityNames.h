#pragma once
#include <stddef.h>

/// The table of names of cities by language that Scripts/make-city-names describes, mapped on demand.
const unsigned char *_Nonnull gaz_city_names(void);
/// Its size in bytes.
size_t gaz_city_names_size(void);
