#include "CQREncode.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <qrencode.h>
#include <stdlib.h>

static __typeof__(&QRcode_encodeData) encode_data;
static __typeof__(&QRcode_free) free_code;

static void open_library(void) {
  void *library = dlopen("libqrencode.so.4", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return;
  *(void **)&encode_data = dlsym(library, "QRcode_encodeData");
  *(void **)&free_code = dlsym(library, "QRcode_free");
}

bool gaz_qr_is_installed(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, open_library);
  return encode_data != NULL && free_code != NULL;
}

uint8_t *gaz_qr_encode(const uint8_t *bytes, size_t size, size_t *width) {
  if (!gaz_qr_is_installed() || size == 0 || size > INT_MAX) return NULL;
  // Version 0: the smallest one. The lowest level of correction makes the smallest code, and a screen has no dirt.
  QRcode *code = encode_data((int)size, bytes, 0, QR_ECLEVEL_L);
  if (code == NULL) return NULL;
  *width = (size_t)code->width;
  size_t count = *width * *width;
  uint8_t *modules = malloc(count);
  if (modules != NULL) {
    // The lowest bit of a module is its colour.
    for (size_t index = 0; index < count; index++) modules[index] = code->data[index] & 1;
  }
  free_code(code);
  return modules;
}

void gaz_qr_free(uint8_t *modules) { free(modules); }
