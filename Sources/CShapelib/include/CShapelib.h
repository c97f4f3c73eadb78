#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* shapelib. It is loaded when the first Shapefile is opened, because linking it would slow down every start. */

typedef struct {
  /// NULL if there is no such file.
  const uint8_t *bytes;
  size_t count;
} gaz_shape_file;

/// The files of a Shapefile, in memory.
typedef struct {
  gaz_shape_file shapes, index, table, code_page;
} gaz_shape_files;

/// An open Shapefile. Used by one thread at a time.
typedef struct gaz_shapes gaz_shapes;

/// Whether the library is there. May be called on any thread.
bool gaz_shapelib_is_installed(void);

/// NULL if a file is missing or damaged. The bytes must stay as long as the result. Free it with `gaz_shapes_free`.
gaz_shapes *gaz_shapes_new(const gaz_shape_files *files);
void gaz_shapes_free(gaz_shapes *shapes);

int gaz_shapes_row_count(const gaz_shapes *shapes);
int gaz_shapes_column_count(const gaz_shapes *shapes);

/// The name of the code page of all texts; NULL if it is not said.
const char *gaz_shapes_code_page(const gaz_shapes *shapes);

/// `type`: `D` is a date. `width`: the most bytes of its texts. The name is valid until the next call.
const char *gaz_shapes_column_name(gaz_shapes *shapes, int column, char *type, int *width);

bool gaz_shapes_is_deleted(gaz_shapes *shapes, int row);

/// The text of a cell, valid until the next call; NULL if there is no value.
const char *gaz_shapes_text(gaz_shapes *shapes, int row, int column);

enum gaz_shape_state { GAZ_SHAPE_MISSING, GAZ_SHAPE_DAMAGED, GAZ_SHAPE_FOUND };

/// The middle of the box around a shape. `shifted_x` is the longitude if the coordinates are degrees: the box may cross
/// the antimeridian.
typedef struct {
  double x, y, shifted_x;
} gaz_shape_middle;

/// Finds the middle of a shape.
enum gaz_shape_state gaz_shapes_middle(gaz_shapes *shapes, int row, gaz_shape_middle *middle);
