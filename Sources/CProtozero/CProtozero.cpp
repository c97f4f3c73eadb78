#include "CProtozero.h"

#include <algorithm>
#include <exception>
#include <new>
#include <string_view>
#include <vector>

namespace {

struct damaged : std::exception {};

}  // namespace

// A value that has another form than the format says. By default, protozero stops the program in debug builds.
#define protozero_assert(condition) \
  do { \
    if (!(condition)) throw damaged{}; \
  } while (false)
#include <protozero/pbf_reader.hpp>

using protozero::data_view;
using protozero::pbf_reader;

namespace {

// The largest sizes that the format allows, in bytes.
constexpr size_t largest_header = 64 << 10;
constexpr size_t largest_blob = 32 << 20;
// Files have 8,000 elements in a block, some 32,000. A damaged block must not fill the memory.
constexpr size_t most_groups = 1 << 16;
constexpr size_t most_elements = 1 << 20;
constexpr size_t most_texts = 1 << 22;
constexpr size_t most_tags = 1 << 22;
constexpr size_t most_nodes = 1 << 24;

pbf_reader reader(const uint8_t *bytes, size_t count) {
  return pbf_reader{data_view{reinterpret_cast<const char *>(bytes), count}};
}

std::string_view text(data_view view) { return {view.data(), view.size()}; }

// Sums of differences may leave the range of numbers in a damaged file.
int64_t sum(int64_t a, int64_t b) { return static_cast<int64_t>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b)); }

int64_t product(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
}

void read_blob(pbf_reader message, gaz_osm_blob *blob) {
  blob->packing = GAZ_OSM_PACKED_OTHERWISE;
  while (message.next()) {
    switch (message.tag()) {
      case 1: blob->packing = GAZ_OSM_PLAIN; break;
      case 3: blob->packing = GAZ_OSM_ZLIB; break;
      default: message.skip(); continue;
    }
    const data_view bytes = message.get_view();
    blob->bytes = reinterpret_cast<const uint8_t *>(bytes.data());
    blob->count = bytes.size();
  }
}

void read_part(const uint8_t *file, size_t count, size_t offset, gaz_osm_blob *blob) {
  *blob = {};
  if (offset > count || count - offset < 4) throw damaged{};
  const uint8_t *start = file + offset;
  const size_t length = size_t{start[0]} << 24 | size_t{start[1]} << 16 | size_t{start[2]} << 8 | start[3];
  if (length > largest_header || length > count - offset - 4) throw damaged{};
  blob->kind = GAZ_OSM_OTHER;
  size_t size = largest_blob + 1;
  pbf_reader header = reader(start + 4, length);
  while (header.next()) {
    switch (header.tag()) {
      case 1: {
        const std::string_view type = text(header.get_view());
        if (type == "OSMHeader") blob->kind = GAZ_OSM_HEADER;
        if (type == "OSMData") blob->kind = GAZ_OSM_DATA;
        break;
      }
      case 3: size = static_cast<uint32_t>(header.get_int32()); break;
      default: header.skip();
    }
  }
  if (size > largest_blob || size > count - offset - 4 - length) throw damaged{};
  read_blob(reader(start + 4 + length, size), blob);
  blob->end = offset + 4 + length + size;
}

}  // namespace

bool gaz_osm_blob_at(const uint8_t *file, size_t count, size_t offset, gaz_osm_blob *blob) {
  try {
    read_part(file, count, offset, blob);
    return true;
  } catch (const std::exception &) {
    return false;
  }
}

bool gaz_osm_unknown_feature(const uint8_t *bytes, size_t count, gaz_osm_text *feature) {
  *feature = {};
  try {
    pbf_reader header = reader(bytes, count);
    while (header.next(4)) {
      const std::string_view name = text(header.get_view());
      if (name == "OsmSchema-V0.6" || name == "DenseNodes") continue;
      *feature = {name.data(), name.size()};
      return true;
    }
    return true;
  } catch (const std::exception &) {
    return false;
  }
}

struct gaz_osm_block {
  size_t count() const { return elements.size(); }

  gaz_osm_element element(size_t index) const {
    const entry &found = elements[index];
    gaz_osm_element element = found.element;
    element.tags = tags.data() + found.first_tag;
    element.nodes = nodes.data() + found.first_node;
    return element;
  }

  void read(pbf_reader block, unsigned wanted) {
    kinds = wanted;
    // The groups may come before the table of texts and the unit of the positions.
    std::vector<pbf_reader> groups;
    while (block.next()) {
      switch (block.tag()) {
        case 1: read_texts(block.get_message()); break;
        case 2:
          if (groups.size() == most_groups) throw damaged{};
          groups.push_back(block.get_message());
          break;
        case 17: granularity = block.get_int32(); break;
        case 19: latitude_offset = block.get_int64(); break;
        case 20: longitude_offset = block.get_int64(); break;
        default: block.skip();
      }
    }
    for (pbf_reader &group : groups) read_group(group);
  }

 private:
  struct entry {
    gaz_osm_element element;
    size_t first_tag, first_node;
  };

  unsigned kinds = 0;
  int64_t granularity = 100, latitude_offset = 0, longitude_offset = 0;
  std::vector<data_view> texts;
  std::vector<entry> elements;
  std::vector<gaz_osm_tag> tags;
  std::vector<int64_t> nodes;

  void read_texts(pbf_reader table) {
    while (table.next(1)) {
      if (texts.size() == most_texts) throw damaged{};
      texts.push_back(table.get_view());
    }
  }

  void read_group(pbf_reader &group) {
    while (group.next()) {
      switch (group.tag()) {
        case 1: kinds & GAZ_OSM_NODE ? read_element(group.get_message(), GAZ_OSM_NODE) : group.skip(); break;
        case 2: kinds & GAZ_OSM_NODE ? read_dense(group.get_message()) : group.skip(); break;
        case 3: kinds & GAZ_OSM_WAY ? read_element(group.get_message(), GAZ_OSM_WAY) : group.skip(); break;
        case 4: kinds & GAZ_OSM_RELATION ? read_element(group.get_message(), GAZ_OSM_RELATION) : group.skip(); break;
        default: group.skip();
      }
    }
  }

  int64_t latitude(int64_t units) const { return sum(latitude_offset, product(granularity, units)); }
  int64_t longitude(int64_t units) const { return sum(longitude_offset, product(granularity, units)); }

  gaz_osm_text text_at(uint32_t index) const {
    if (index >= texts.size()) throw damaged{};
    return {texts[index].data(), texts[index].size()};
  }

  void add_tag(uint32_t key, uint32_t value) {
    if (tags.size() == most_tags) throw damaged{};
    tags.push_back({text_at(key), text_at(value)});
  }

  entry &add(gaz_osm_kind kind) {
    if (elements.size() == most_elements) throw damaged{};
    entry added = {};
    added.element.kind = kind;
    added.first_tag = tags.size();
    added.first_node = nodes.size();
    elements.push_back(added);
    return elements.back();
  }

  void read_element(pbf_reader message, gaz_osm_kind kind) {
    entry &added = add(kind);
    gaz_osm_element &element = added.element;
    protozero::iterator_range<pbf_reader::const_uint32_iterator> keys, values;
    std::vector<int64_t> latitudes, longitudes;
    while (message.next()) {
      switch (message.tag()) {
        // The ids of ways and relations are not in the form for negative numbers.
        case 1: element.id = kind == GAZ_OSM_NODE ? message.get_sint64() : message.get_int64(); break;
        case 2: keys = message.get_packed_uint32(); break;
        case 3: values = message.get_packed_uint32(); break;
        case 8:
          if (kind == GAZ_OSM_NODE) {
            element.latitude = latitude(message.get_sint64());
            element.is_placed = true;
          } else if (kind == GAZ_OSM_WAY) {
            add_sums(message.get_packed_sint64(), nodes);
          } else {
            message.skip();
          }
          break;
        case 9:
          if (kind == GAZ_OSM_NODE) {
            element.longitude = longitude(message.get_sint64());
          } else if (kind == GAZ_OSM_WAY) {
            add_sums(message.get_packed_sint64(), latitudes);
          } else {
            message.skip();
          }
          break;
        case 10:
          if (kind == GAZ_OSM_WAY) {
            add_sums(message.get_packed_sint64(), longitudes);
          } else {
            message.skip();
          }
          break;
        default: message.skip();
      }
    }
    auto key = keys.begin();
    auto value = values.begin();
    for (; key != keys.end() && value != values.end(); ++key, ++value) add_tag(*key, *value);
    if (key != keys.end() || value != values.end()) throw damaged{};
    element.tag_count = tags.size() - added.first_tag;
    element.node_count = nodes.size() - added.first_node;
    if (!latitudes.empty() && latitudes.size() == longitudes.size()) {
      element.latitude = latitude(middle(latitudes));
      element.longitude = longitude(middle(longitudes));
      element.is_placed = true;
    }
  }

  using numbers = protozero::iterator_range<pbf_reader::const_sint64_iterator>;

  static void add_sums(numbers differences, std::vector<int64_t> &sums) {
    int64_t last = 0;
    for (const int64_t difference : differences) {
      if (sums.size() == most_nodes) throw damaged{};
      last = sum(last, difference);
      sums.push_back(last);
    }
  }

  static int64_t middle(const std::vector<int64_t> &units) {
    const auto [least, greatest] = std::minmax_element(units.begin(), units.end());
    return *least / 2 + *greatest / 2;
  }

  void read_dense(pbf_reader message) {
    numbers ids, latitudes, longitudes;
    protozero::iterator_range<pbf_reader::const_int32_iterator> tag_indexes;
    while (message.next()) {
      switch (message.tag()) {
        case 1: ids = message.get_packed_sint64(); break;
        case 8: latitudes = message.get_packed_sint64(); break;
        case 9: longitudes = message.get_packed_sint64(); break;
        case 10: tag_indexes = message.get_packed_int32(); break;
        default: message.skip();
      }
    }
    int64_t id = 0, north = 0, east = 0;
    auto tag = tag_indexes.begin();
    auto latitude_unit = latitudes.begin();
    auto longitude_unit = longitudes.begin();
    for (const int64_t difference : ids) {
      if (latitude_unit == latitudes.end() || longitude_unit == longitudes.end()) throw damaged{};
      entry &added = add(GAZ_OSM_NODE);
      added.element.id = id = sum(id, difference);
      added.element.latitude = latitude(north = sum(north, *latitude_unit++));
      added.element.longitude = longitude(east = sum(east, *longitude_unit++));
      added.element.is_placed = true;
      // Keys and values in turn, and 0 after the last one of a node. Without tags at all, nothing.
      while (tag != tag_indexes.end()) {
        const auto key = static_cast<uint32_t>(*tag++);
        if (key == 0) break;
        if (tag == tag_indexes.end()) throw damaged{};
        add_tag(key, static_cast<uint32_t>(*tag++));
      }
      added.element.tag_count = tags.size() - added.first_tag;
    }
  }
};

gaz_osm_block *gaz_osm_block_new(const uint8_t *bytes, size_t count, unsigned kinds) {
  gaz_osm_block *block = new (std::nothrow) gaz_osm_block;
  if (block == nullptr) return nullptr;
  try {
    block->read(reader(bytes, count), kinds);
    return block;
  } catch (const std::exception &) {
    delete block;
    return nullptr;
  }
}

void gaz_osm_block_free(gaz_osm_block *block) { delete block; }

size_t gaz_osm_block_count(const gaz_osm_block *block) { return block->count(); }

gaz_osm_element gaz_osm_block_element(const gaz_osm_block *block, size_t index) { return block->element(index); }
