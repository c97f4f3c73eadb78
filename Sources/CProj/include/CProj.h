#pragma once
#include <stdbool.h>

/* libproj. It is loaded when the first file with a coordinate reference system is opened, because linking it would slow
   down every start. */

/// A way from one coordinate reference system to degrees of WGS 84. Used by one thread at a time.
typedef struct gaz_projection gaz_projection;

/// Whether the library is there. May be called on any thread.
bool gaz_proj_is_installed(void);

/// The way from a system with this code, such as `EPSG:32632`, or with this well-known text. NULL if there is none; then `has_data` says whether the
/// library's table of systems is there. Free it with `gaz_projection_free`.
gaz_projection *gaz_projection_new(const char *code, bool *has_data);
void gaz_projection_free(gaz_projection *projection);

/// The degrees of a position: `x` is its easting, `y` its northing. False if the system does not reach there.
bool gaz_projection_degrees(gaz_projection *projection, double x, double y, double *latitude, double *longitude);
