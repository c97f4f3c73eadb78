/* Preloaded: a name server that never answers. Other names are looked up as usual. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <netdb.h>
#include <string.h>
#include <unistd.h>

int getaddrinfo(const char *name, const char *service, const struct addrinfo *hints, struct addrinfo **result) {
  if (name && strcmp(name, "silent.example") == 0) {
    for (;;) pause();
  }
  __typeof__(&getaddrinfo) real;
  *(void **)&real = dlsym(RTLD_NEXT, "getaddrinfo");
  return real(name, service, hints, result);
}
