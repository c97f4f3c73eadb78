#include "CZlib.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

static struct gaz_zlib functions;
static __typeof__(&inflateInit2_) init;
static bool is_open;

static int start(z_stream *stream, int windowBits) {
  return init(stream, windowBits, ZLIB_VERSION, (int)sizeof(z_stream));
}

static void open_library(void) {
  void *library = dlopen("libz.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return;
  functions.inflateStart = start;
  *(void **)&init = dlsym(library, "inflateInit2_");
  *(void **)&functions.inflate = dlsym(library, "inflate");
  *(void **)&functions.inflateReset = dlsym(library, "inflateReset");
  *(void **)&functions.inflateEnd = dlsym(library, "inflateEnd");
  *(void **)&functions.crc32 = dlsym(library, "crc32");
  *(void **)&functions.compress = dlsym(library, "compress");
  *(void **)&functions.compressBound = dlsym(library, "compressBound");
  is_open = init && functions.inflate && functions.inflateReset && functions.inflateEnd && functions.crc32 &&
            functions.compress && functions.compressBound;
}

const struct gaz_zlib *gaz_zlib(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, open_library);
  return is_open ? &functions : NULL;
}
