#include "CSixel.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <sixel/sixel.h>
#include <stdlib.h>
#include <string.h>

static struct {
  __typeof__(&sixel_output_new) output_new;
  __typeof__(&sixel_output_unref) output_unref;
  __typeof__(&sixel_dither_new) dither_new;
  __typeof__(&sixel_dither_unref) dither_unref;
  __typeof__(&sixel_dither_set_palette) set_palette;
  __typeof__(&sixel_dither_set_pixelformat) set_pixelformat;
  __typeof__(&sixel_dither_set_transparent) set_transparent;
  __typeof__(&sixel_encode) encode;
} functions;
static bool is_open;

static void open_library(void) {
  void *library = dlopen("libsixel.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return;
  *(void **)&functions.output_new = dlsym(library, "sixel_output_new");
  *(void **)&functions.output_unref = dlsym(library, "sixel_output_unref");
  *(void **)&functions.dither_new = dlsym(library, "sixel_dither_new");
  *(void **)&functions.dither_unref = dlsym(library, "sixel_dither_unref");
  *(void **)&functions.set_palette = dlsym(library, "sixel_dither_set_palette");
  *(void **)&functions.set_pixelformat = dlsym(library, "sixel_dither_set_pixelformat");
  *(void **)&functions.set_transparent = dlsym(library, "sixel_dither_set_transparent");
  *(void **)&functions.encode = dlsym(library, "sixel_encode");
  is_open = functions.output_new && functions.output_unref && functions.dither_new && functions.dither_unref &&
            functions.set_palette && functions.set_pixelformat && functions.set_transparent && functions.encode;
}

bool gaz_sixel_is_installed(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, open_library);
  return is_open;
}

struct text {
  uint8_t *bytes;
  size_t size, capacity;
  bool is_lost;
};

static int add(char *data, int size, void *into) {
  struct text *text = into;
  if (size <= 0 || text->is_lost) return size;
  if (text->capacity - text->size < (size_t)size) {
    size_t capacity = (text->capacity + (size_t)size) * 2;
    uint8_t *bytes = realloc(text->bytes, capacity);
    if (bytes == NULL) {
      text->is_lost = true;
      return size;
    }
    text->bytes = bytes;
    text->capacity = capacity;
  }
  memcpy(text->bytes + text->size, data, (size_t)size);
  text->size += (size_t)size;
  return size;
}

uint8_t *gaz_sixel_encode(const uint8_t *pixels, size_t width, size_t height, const uint8_t *palette, size_t colors,
                          size_t *size) {
  if (!gaz_sixel_is_installed() || width == 0 || height == 0 || width > INT_MAX / height) return NULL;
  if (colors == 0 || colors > 256) return NULL;
  struct text text = {0};
  sixel_output_t *output = NULL;
  sixel_dither_t *dither = NULL;
  // The library may change the pixels.
  uint8_t *copy = malloc(width * height);
  uint8_t *all = malloc(colors * 3);
  bool is_done = false;
  if (copy != NULL && all != NULL && SIXEL_SUCCEEDED(functions.output_new(&output, add, &text, NULL)) &&
      SIXEL_SUCCEEDED(functions.dither_new(&dither, (int)colors, NULL))) {
    memcpy(copy, pixels, width * height);
    memcpy(all, palette, colors * 3);
    functions.set_palette(dither, all);
    functions.set_pixelformat(dither, SIXEL_PIXELFORMAT_PAL8);
    functions.set_transparent(dither, 0);
    is_done = SIXEL_SUCCEEDED(functions.encode(copy, (int)width, (int)height, 8, dither, output));
  }
  if (dither != NULL) functions.dither_unref(dither);
  if (output != NULL) functions.output_unref(output);
  free(copy);
  free(all);
  if (!is_done || text.is_lost) {
    free(text.bytes);
    return NULL;
  }
  *size = text.size;
  return text.bytes;
}

void gaz_sixel_free(uint8_t *bytes) { free(bytes); }
