#ifndef CPREFETCH_H
#define CPREFETCH_H

/// Asks for the cache line of an address that is read soon. It reads nothing, so any address is allowed.
static inline void gaz_prefetch(const void *address) { __builtin_prefetch(address); }

#endif
