#pragma once
#include <zlib.h>

/* zlib, opened when a compressed file is read first: linked, it would cost every start of the program. */

/// The functions in use, by the names that they have in zlib.
struct gaz_zlib {
  /// `inflateInit2`, a macro in zlib, with its last two arguments filled in.
  int (*inflateStart)(z_stream *stream, int windowBits);
  __typeof__(&inflate) inflate;
  __typeof__(&inflateReset) inflateReset;
  __typeof__(&inflateEnd) inflateEnd;
  __typeof__(&crc32) crc32;
};

/// NULL where the library is not to be had. From any thread.
const struct gaz_zlib * gaz_zlib(void);
