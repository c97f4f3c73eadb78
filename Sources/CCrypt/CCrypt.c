#include "CCrypt.h"

#include <crypt.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static __typeof__(&crypt_ra) hash;
static __typeof__(&crypt_gensalt_ra) make_salt;

static void open_library(void) {
  void *library = dlopen("libcrypt.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return;
  *(void **)&hash = dlsym(library, "crypt_ra");
  *(void **)&make_salt = dlsym(library, "crypt_gensalt_ra");
}

bool gaz_crypt_is_installed(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, open_library);
  return hash != NULL && make_salt != NULL;
}

// The hash with the salt and the parameters of `setting`. NULL if that failed.
static char *hashed(const char *password, const char *setting) {
  void *scratch = NULL;
  int size = 0;
  const char *result = hash(password, setting, &scratch, &size);
  // Hashes of failures begin with an asterisk.
  char *copy = result == NULL || result[0] == '*' ? NULL : strdup(result);
  if (scratch != NULL) explicit_bzero(scratch, (size_t)size);
  free(scratch);
  return copy;
}

char *gaz_hash_password(const char *password) {
  if (!gaz_crypt_is_installed()) return NULL;
  // The library takes the salt from the system, and the usual cost.
  char *salt = make_salt("$y$", 0, NULL, 0);
  char *result = salt == NULL ? NULL : hashed(password, salt);
  free(salt);
  return result;
}

bool gaz_password_matches(const char *password, const char *expected) {
  if (!gaz_crypt_is_installed()) return false;
  char *found = hashed(password, expected);
  if (found == NULL) return false;
  // Hashes of the same kind have the same length, which is no secret.
  size_t length = strlen(expected);
  bool is_same = strlen(found) == length;
  unsigned char difference = 0;
  for (size_t index = 0; is_same && index < length; index++) difference |= (unsigned char)(found[index] ^ expected[index]);
  free(found);
  return is_same && difference == 0;
}
