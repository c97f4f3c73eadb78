#include "CExpat.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

static struct gaz_expat functions;
static bool is_open;

static void open_library(void) {
  void *library = dlopen("libexpat.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return;
  is_open = true;
#define FIND(name)                                           \
  *(void **)&functions.name = dlsym(library, "XML_" #name);  \
  is_open = is_open && functions.name != NULL
  FIND(ParserCreate);
  FIND(ParserFree);
  FIND(SetUserData);
  FIND(SetElementHandler);
  FIND(SetCharacterDataHandler);
  FIND(SetStartDoctypeDeclHandler);
  FIND(Parse);
  FIND(StopParser);
  FIND(GetErrorCode);
  FIND(ErrorString);
  FIND(GetCurrentLineNumber);
  FIND(GetCurrentColumnNumber);
  FIND(GetCurrentByteIndex);
#undef FIND
}

const struct gaz_expat *gaz_expat(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, open_library);
  return is_open ? &functions : NULL;
}
