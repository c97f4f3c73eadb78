#include "CShapelib.h"

#include <dlfcn.h>
#include <math.h>
#include <pthread.h>
#include <shapefil.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
  __typeof__(&SHPOpenLL) open_shapes;
  __typeof__(&SHPGetInfo) shapes_info;
  __typeof__(&SHPReadObject) read_shape;
  __typeof__(&SHPDestroyObject) destroy_shape;
  __typeof__(&SHPClose) close_shapes;
  __typeof__(&DBFOpenLL) open_table;
  __typeof__(&DBFGetFieldCount) column_count;
  __typeof__(&DBFGetRecordCount) row_count;
  __typeof__(&DBFGetFieldInfo) column_info;
  __typeof__(&DBFGetNativeFieldType) column_type;
  __typeof__(&DBFReadStringAttribute) read_text;
  __typeof__(&DBFIsAttributeNULL) is_null;
  __typeof__(&DBFIsRecordDeleted) is_deleted;
  __typeof__(&DBFGetCodePage) code_page;
  __typeof__(&DBFClose) close_table;
} functions;
static bool is_open;

static void open_library(void) {
  void *library = dlopen("libshp.so.2", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return;
  *(void **)&functions.open_shapes = dlsym(library, "SHPOpenLL");
  *(void **)&functions.shapes_info = dlsym(library, "SHPGetInfo");
  *(void **)&functions.read_shape = dlsym(library, "SHPReadObject");
  *(void **)&functions.destroy_shape = dlsym(library, "SHPDestroyObject");
  *(void **)&functions.close_shapes = dlsym(library, "SHPClose");
  *(void **)&functions.open_table = dlsym(library, "DBFOpenLL");
  *(void **)&functions.column_count = dlsym(library, "DBFGetFieldCount");
  *(void **)&functions.row_count = dlsym(library, "DBFGetRecordCount");
  *(void **)&functions.column_info = dlsym(library, "DBFGetFieldInfo");
  *(void **)&functions.column_type = dlsym(library, "DBFGetNativeFieldType");
  *(void **)&functions.read_text = dlsym(library, "DBFReadStringAttribute");
  *(void **)&functions.is_null = dlsym(library, "DBFIsAttributeNULL");
  *(void **)&functions.is_deleted = dlsym(library, "DBFIsRecordDeleted");
  *(void **)&functions.code_page = dlsym(library, "DBFGetCodePage");
  *(void **)&functions.close_table = dlsym(library, "DBFClose");
  is_open = functions.open_shapes && functions.shapes_info && functions.read_shape && functions.destroy_shape &&
            functions.close_shapes && functions.open_table && functions.column_count && functions.row_count &&
            functions.column_info && functions.column_type && functions.read_text && functions.is_null &&
            functions.is_deleted && functions.code_page && functions.close_table;
}

bool gaz_shapelib_is_installed(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, open_library);
  return is_open;
}

/* Files in memory. shapelib only passes their names to the function that opens them, so the name is the address. */

struct stream {
  gaz_shape_file file;
  size_t position;
};

static SAFile open_stream(const char *name, const char *access) {
  void *address = NULL;
  const char *ending = strrchr(name, '.');
  if (strchr(access, '+') != NULL || ending == NULL || sscanf(name, "%p", &address) != 1) return NULL;
  const gaz_shape_files *files = address;
  gaz_shape_file file = {0};
  if (strcmp(ending, ".shp") == 0) file = files->shapes;
  if (strcmp(ending, ".shx") == 0) file = files->index;
  if (strcmp(ending, ".dbf") == 0) file = files->table;
  if (strcmp(ending, ".cpg") == 0) file = files->code_page;
  struct stream *stream = file.bytes == NULL ? NULL : malloc(sizeof *stream);
  if (stream != NULL) *stream = (struct stream){file, 0};
  return (SAFile)stream;
}

static SAOffset read_stream(void *bytes, SAOffset size, SAOffset count, SAFile file) {
  struct stream *stream = (struct stream *)file;
  if (size == 0 || stream->position >= stream->file.count) return 0;
  size_t rest = stream->file.count - stream->position;
  if (count > rest / size) {
    // As `fread` does, a part of the last item too.
    memcpy(bytes, stream->file.bytes + stream->position, rest);
    stream->position = stream->file.count;
    return rest / size;
  }
  memcpy(bytes, stream->file.bytes + stream->position, size * count);
  stream->position += size * count;
  return count;
}

static SAOffset write_stream(void *bytes, SAOffset size, SAOffset count, SAFile file) {
  (void)bytes, (void)size, (void)count, (void)file;
  return 0;
}

static SAOffset seek_stream(SAFile file, SAOffset offset, int whence) {
  struct stream *stream = (struct stream *)file;
  if (whence == SEEK_CUR) offset += stream->position;
  if (whence == SEEK_END) offset += stream->file.count;
  stream->position = offset;
  return 0;
}

static SAOffset tell_stream(SAFile file) { return ((struct stream *)file)->position; }
static int flush_stream(SAFile file) { return (void)file, 0; }
static int close_stream(SAFile file) { return free(file), 0; }
static int remove_stream(const char *name) { return (void)name, -1; }
static void ignore_error(const char *message) { (void)message; }

struct gaz_shapes {
  gaz_shape_files files;
  SHPHandle shapes;
  DBFHandle table;
  int shape_count, row_count;
};

// shapelib believes the header about the count of rows.
static int most_rows(gaz_shape_file table) {
  if (table.count < 32) return 0;
  const size_t start = table.bytes[8] | table.bytes[9] << 8, row = table.bytes[10] | table.bytes[11] << 8;
  return table.count > start && row > 0 ? (int)((table.count - start) / row) : 0;
}

gaz_shapes *gaz_shapes_new(const gaz_shape_files *files) {
  if (!gaz_shapelib_is_installed()) return NULL;
  gaz_shapes *shapes = calloc(1, sizeof *shapes);
  if (shapes == NULL) return NULL;
  shapes->files = *files;
  const SAHooks hooks = {open_stream,  read_stream,  write_stream,  seek_stream,  tell_stream,
                         flush_stream, close_stream, remove_stream, ignore_error, atof};
  char name[64];
  snprintf(name, sizeof name, "%p.shp", (void *)&shapes->files);
  shapes->shapes = functions.open_shapes(name, "rb", (SAHooks *)&hooks);
  snprintf(name, sizeof name, "%p.dbf", (void *)&shapes->files);
  shapes->table = functions.open_table(name, "rb", (SAHooks *)&hooks);
  if (shapes->shapes == NULL || shapes->table == NULL) {
    gaz_shapes_free(shapes);
    return NULL;
  }
  functions.shapes_info(shapes->shapes, &shapes->shape_count, NULL, NULL, NULL);
  shapes->row_count = functions.row_count(shapes->table);
  const int most = most_rows(files->table);
  if (shapes->row_count > most) shapes->row_count = most;
  return shapes;
}

void gaz_shapes_free(gaz_shapes *shapes) {
  if (shapes->shapes != NULL) functions.close_shapes(shapes->shapes);
  if (shapes->table != NULL) functions.close_table(shapes->table);
  free(shapes);
}

int gaz_shapes_row_count(const gaz_shapes *shapes) {
  return shapes->shape_count > shapes->row_count ? shapes->shape_count : shapes->row_count;
}

int gaz_shapes_column_count(const gaz_shapes *shapes) { return functions.column_count(shapes->table); }

const char *gaz_shapes_code_page(const gaz_shapes *shapes) { return functions.code_page(shapes->table); }

const char *gaz_shapes_column_name(gaz_shapes *shapes, int column, char *type, int *width) {
  static _Thread_local char name[XBASE_FLDNAME_LEN_READ + 1];
  name[0] = '\0';
  functions.column_info(shapes->table, column, name, width, NULL);
  *type = functions.column_type(shapes->table, column);
  return name;
}

bool gaz_shapes_is_deleted(gaz_shapes *shapes, int row) {
  return row < shapes->row_count && functions.is_deleted(shapes->table, row);
}

const char *gaz_shapes_text(gaz_shapes *shapes, int row, int column) {
  if (row >= shapes->row_count || functions.is_null(shapes->table, row, column)) return NULL;
  return functions.read_text(shapes->table, row, column);
}

// Of the box around the points, or around the points with 360 added to negative x, which is smaller for a shape that
// crosses the antimeridian.
static gaz_shape_middle middle_of(const SHPObject *shape) {
  double west = INFINITY, east = -INFINITY, south = INFINITY, north = -INFINITY;
  double shifted_west = INFINITY, shifted_east = -INFINITY;
  for (int point = 0; point < shape->nVertices; point++) {
    const double x = shape->padfX[point], y = shape->padfY[point], shifted = x < 0 ? x + 360 : x;
    west = fmin(west, x), east = fmax(east, x), south = fmin(south, y), north = fmax(north, y);
    shifted_west = fmin(shifted_west, shifted), shifted_east = fmax(shifted_east, shifted);
  }
  const double shifted = (shifted_west + shifted_east) / 2;
  return (gaz_shape_middle){
    .x = (west + east) / 2,
    .y = (south + north) / 2,
    .shifted_x = shifted_east - shifted_west < east - west ? (shifted > 180 ? shifted - 360 : shifted) : (west + east) / 2,
  };
}

enum gaz_shape_state gaz_shapes_middle(gaz_shapes *shapes, int row, gaz_shape_middle *middle) {
  if (row >= shapes->shape_count) return GAZ_SHAPE_MISSING;
  SHPObject *shape = functions.read_shape(shapes->shapes, row);
  if (shape == NULL) return GAZ_SHAPE_DAMAGED;
  bool is_missing = shape->nSHPType == SHPT_NULL || shape->nVertices < 1;
  if (!is_missing) *middle = middle_of(shape);
  functions.destroy_shape(shape);
  if (is_missing) return GAZ_SHAPE_MISSING;
  return isfinite(middle->x) && isfinite(middle->y) ? GAZ_SHAPE_FOUND : GAZ_SHAPE_DAMAGED;
}
