#pragma once
#include <zlib.h>

/* zlib. It is loaded when it is first used, because linking it would slow down every start. */

/// The functions in use, under their names in zlib.
struct gaz_zlib {
  /// `inflateInit2`, a macro in zlib, with its last two arguments filled in.
  int (*inflateStart)(z_stream *stream, int windowBits);
  __typeof__(&inflate) inflate;
  __typeof__(&inflateReset) inflateReset;
  __typeof__(&inflateEnd) inflateEnd;
  __typeof__(&crc32) crc32;
  __typeof__(&compress) compress;
  __typeof__(&compressBound) compressBound;
};

/// NULL if the library is not installed. May be called on any thread.
const struct gaz_zlib * gaz_zlib(void);
