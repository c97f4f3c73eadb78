#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* libqrencode. It is loaded when the first code is drawn, because linking it would slow down every start. */

/// Whether the library is there. May be called on any thread.
bool gaz_qr_is_installed(void);

/// Makes the smallest code for some bytes. Sets its width in modules and returns width * width bytes, row by row, 1 for
/// a dark module; free them with `gaz_qr_free`. NULL if there are too many bytes for a code, or no library or memory.
uint8_t *gaz_qr_encode(const uint8_t *bytes, size_t size, size_t *width);
void gaz_qr_free(uint8_t *modules);
