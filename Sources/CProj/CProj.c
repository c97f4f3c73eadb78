#include "CProj.h"

#include <dlfcn.h>
#include <math.h>
#include <proj.h>
#include <pthread.h>
#include <stdlib.h>

static struct {
  __typeof__(&proj_context_create) context_create;
  __typeof__(&proj_context_destroy) context_destroy;
  __typeof__(&proj_context_get_database_path) database_path;
  __typeof__(&proj_context_set_enable_network) enable_network;
  __typeof__(&proj_create_crs_to_crs) create;
  __typeof__(&proj_destroy) destroy;
  __typeof__(&proj_log_level) log_level;
  __typeof__(&proj_normalize_for_visualization) normalize;
  __typeof__(&proj_trans) transform;
} functions;
static bool is_open;

static void open_library(void) {
  void *library = dlopen("libproj.so.25", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return;
  *(void **)&functions.context_create = dlsym(library, "proj_context_create");
  *(void **)&functions.context_destroy = dlsym(library, "proj_context_destroy");
  *(void **)&functions.database_path = dlsym(library, "proj_context_get_database_path");
  *(void **)&functions.enable_network = dlsym(library, "proj_context_set_enable_network");
  *(void **)&functions.create = dlsym(library, "proj_create_crs_to_crs");
  *(void **)&functions.destroy = dlsym(library, "proj_destroy");
  *(void **)&functions.log_level = dlsym(library, "proj_log_level");
  *(void **)&functions.normalize = dlsym(library, "proj_normalize_for_visualization");
  *(void **)&functions.transform = dlsym(library, "proj_trans");
  is_open = functions.context_create && functions.context_destroy && functions.database_path &&
            functions.enable_network && functions.create && functions.destroy && functions.log_level &&
            functions.normalize && functions.transform;
}

bool gaz_proj_is_installed(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, open_library);
  return is_open;
}

struct gaz_projection {
  PJ_CONTEXT *context;
  PJ *way;
};

gaz_projection *gaz_projection_new(const char *code, bool *has_data) {
  *has_data = false;
  if (!gaz_proj_is_installed()) return NULL;
  gaz_projection *projection = calloc(1, sizeof *projection);
  if (projection == NULL) return NULL;
  projection->context = functions.context_create();
  functions.log_level(projection->context, PJ_LOG_NONE);
  functions.enable_network(projection->context, 0);
  *has_data = functions.database_path(projection->context) != NULL;
  PJ *way = functions.create(projection->context, code, "EPSG:4326", NULL);
  if (way != NULL) {
    projection->way = functions.normalize(projection->context, way);
    functions.destroy(way);
  }
  if (projection->way != NULL) return projection;
  gaz_projection_free(projection);
  return NULL;
}

void gaz_projection_free(gaz_projection *projection) {
  if (projection->way != NULL) functions.destroy(projection->way);
  functions.context_destroy(projection->context);
  free(projection);
}

bool gaz_projection_degrees(gaz_projection *projection, double x, double y, double *latitude, double *longitude) {
  PJ_COORD position = {.xyzt = {x, y, 0, HUGE_VAL}};
  position = functions.transform(projection->way, PJ_FWD, position);
  *latitude = position.xy.y;
  *longitude = position.xy.x;
  return isfinite(*latitude) && isfinite(*longitude);
}
