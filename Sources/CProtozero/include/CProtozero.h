#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* OpenStreetMap's files of protocol buffers, read with protozero. Source: https://wiki.openstreetmap.org/wiki/PBF_Format */

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  const char *bytes;
  size_t count;
} gaz_osm_text;

enum gaz_osm_blob_kind { GAZ_OSM_HEADER, GAZ_OSM_DATA, GAZ_OSM_OTHER };
enum gaz_osm_packing { GAZ_OSM_PLAIN, GAZ_OSM_ZLIB, GAZ_OSM_PACKED_OTHERWISE };

/// A part of a file.
typedef struct {
  enum gaz_osm_blob_kind kind;
  enum gaz_osm_packing packing;
  const uint8_t *bytes;
  size_t count;
  /// Where the next part of the file begins.
  size_t end;
} gaz_osm_blob;

/// Reads the part of a file that begins at `offset`. False if it is damaged or incomplete.
bool gaz_osm_blob_at(const uint8_t *file, size_t count, size_t offset, gaz_osm_blob *blob);

/// Finds the first feature that a reader must know and this one does not know, in a block of the kind header; it is
/// empty if there is none. False if the block is damaged.
bool gaz_osm_unknown_feature(const uint8_t *bytes, size_t count, gaz_osm_text *feature);

enum gaz_osm_kind { GAZ_OSM_NODE = 1, GAZ_OSM_WAY = 2, GAZ_OSM_RELATION = 4 };

typedef struct {
  gaz_osm_text key, value;
} gaz_osm_tag;

typedef struct {
  enum gaz_osm_kind kind;
  /// Whether it has a position. A way has one if the file has those of its nodes: the middle of the box around them.
  bool is_placed;
  int64_t id;
  /// In billionths of a degree.
  int64_t latitude, longitude;
  const gaz_osm_tag *tags;
  size_t tag_count;
  /// The nodes of a way.
  const int64_t *nodes;
  size_t node_count;
} gaz_osm_element;

typedef struct gaz_osm_block gaz_osm_block;

/// The elements of a block of the kind data. NULL if it is damaged. The bytes must stay as long as the block.
///
/// `kinds`: which elements are read.
gaz_osm_block *gaz_osm_block_new(const uint8_t *bytes, size_t count, unsigned kinds);
void gaz_osm_block_free(gaz_osm_block *block);
size_t gaz_osm_block_count(const gaz_osm_block *block);
/// Its tags and nodes are valid as long as the block.
gaz_osm_element gaz_osm_block_element(const gaz_osm_block *block, size_t index);

#ifdef __cplusplus
}
#endif
