#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* libsixel. It is loaded when the first picture is drawn, because linking it would slow down every start. */

/// Whether the library is there. May be called on any thread.
bool gaz_sixel_is_installed(void);

/// Writes a picture as sixels: the whole sequence, with its start and its end. Sets its size and returns the bytes; free
/// them with `gaz_sixel_free`. NULL if there is no library or memory, or if the picture is empty or too large.
///
/// `pixels` has the color of each pixel, row by row; `palette` has red, green and blue of each of at most 256 colors.
/// Pixels of color 0 are left as they are on the screen.
uint8_t *gaz_sixel_encode(const uint8_t *pixels, size_t width, size_t height, const uint8_t *palette, size_t colors,
                          size_t *size);
void gaz_sixel_free(uint8_t *bytes);
