// SPDX-License-Identifier: Apache-2.0
// Typed views of glTF buffers: section 3.6 of the specification, with sparse accessors and quantised positions.
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "io/bytes.h"
#include "io/gltf_document.h"
#include "io/scanner.h"

namespace graze::detail {
namespace {

enum Component : std::uint64_t {
  kByte = 5120,
  kUnsignedByte = 5121,
  kShort = 5122,
  kUnsignedShort = 5123,
  kUnsignedInt = 5125,
  kFloat = 5126,
};

std::size_t size_of_component(std::uint64_t type) {
  switch (type) {
    case kByte:
    case kUnsignedByte:
      return 1;
    case kShort:
    case kUnsignedShort:
      return 2;
    case kUnsignedInt:
    case kFloat:
      return 4;
    default:
      return 0;
  }
}

std::size_t components_of(std::string_view type) {
  return type == "SCALAR" ? 1 : type == "VEC2" ? 2 : type == "VEC3" ? 3 : type == "VEC4" ? 4 : 0;
}

/// The signed normalised types have two spellings of -1 (section 3.11).
double load_component(std::string_view data, std::size_t offset, std::uint64_t type, bool normalised) {
  constexpr auto kOrder = std::endian::little;
  switch (type) {
    case kByte: {
      const double v = load<std::int8_t>(data, offset, kOrder);
      return normalised ? std::max(v / 127, -1.0) : v;
    }
    case kUnsignedByte: {
      const double v = load<std::uint8_t>(data, offset, kOrder);
      return normalised ? v / 255 : v;
    }
    case kShort: {
      const double v = load<std::int16_t>(data, offset, kOrder);
      return normalised ? std::max(v / 32767, -1.0) : v;
    }
    case kUnsignedShort: {
      const double v = load<std::uint16_t>(data, offset, kOrder);
      return normalised ? v / 65535 : v;
    }
    case kUnsignedInt:
      return load<std::uint32_t>(data, offset, kOrder);
    default:
      return load<float>(data, offset, kOrder);
  }
}

std::uint32_t load_index(std::string_view data, std::size_t offset, std::uint64_t type) {
  constexpr auto kOrder = std::endian::little;
  if (type == kUnsignedByte) return load<std::uint8_t>(data, offset, kOrder);
  if (type == kUnsignedShort) return load<std::uint16_t>(data, offset, kOrder);
  return load<std::uint32_t>(data, offset, kOrder);
}

bool is_index_type(std::uint64_t type) {
  return type == kUnsignedByte || type == kUnsignedShort || type == kUnsignedInt;
}

}  // namespace

/// `data` holds element i at i * stride, all of them within bounds.
struct GltfDocument::Elements {
  std::string_view data;
  std::size_t stride = 0;
};

struct GltfDocument::Accessor {
  std::string where;
  std::uint64_t count = 0;
  std::uint64_t type = kFloat;
  std::size_t components = 1;
  bool normalised = false;
  std::optional<Elements> base;  // without, all elements are zero
  std::uint64_t sparse_count = 0;
  std::uint64_t sparse_type = kUnsignedInt;
  Elements sparse_indices, sparse_values;
};

GltfDocument::Elements GltfDocument::elements(std::uint64_t view, std::uint64_t offset, std::uint64_t count,
                                              std::size_t size, bool strided, const std::string& where) const {
  const std::string view_name = "bufferViews[" + std::to_string(view) + "]";
  const Json& json = entry("bufferViews", view, where);
  const auto buffer = integer(json, "buffer", view_name), length = integer(json, "byteLength", view_name);
  if (!buffer || !length) fail(view_name + " lacks 'buffer' or 'byteLength'");
  if (*buffer >= buffers_.size()) fail(view_name + " refers to buffers[" + std::to_string(*buffer) + "]");
  const std::string_view bytes = buffers_[*buffer];
  const std::uint64_t start = integer(json, "byteOffset", view_name).value_or(0);
  if (start > bytes.size() || *length > bytes.size() - start) {
    fail(view_name + " reaches beyond the " + std::to_string(bytes.size()) + " bytes of its buffer");
  }
  const std::uint64_t stride = strided ? integer(json, "byteStride", view_name).value_or(size) : size;
  if (stride < size || stride > 255) fail(view_name + " has the stride " + std::to_string(stride));
  const bool fits = count == 0 || (offset <= *length && size <= *length - offset &&
                                   (count - 1) <= (*length - offset - size) / stride);
  if (!fits) {
    fail(where + " claims " + counted(count, "element", "elements") + ", more than the " + std::to_string(*length) +
         " bytes of " + view_name + " can hold");
  }
  return {count == 0 ? std::string_view() : bytes.substr(start + offset), static_cast<std::size_t>(stride)};
}

GltfDocument::Accessor GltfDocument::accessor(std::uint64_t index, const std::string& user) const {
  Accessor result;
  result.where = "accessors[" + std::to_string(index) + "]";
  const std::string& where = result.where;
  const Json& json = entry("accessors", index, user);
  const auto count = integer(json, "count", where), type = integer(json, "componentType", where);
  const auto shape = json.find("type");
  if (!count || !type || shape == json.end() || !shape->is_string()) {
    fail(where + " lacks 'count', 'componentType' or 'type'");
  }
  result.count = *count;
  result.type = *type;
  result.components = components_of(shape->get_ref<const std::string&>());
  if (const auto flag = json.find("normalized"); flag != json.end()) {
    result.normalised = flag->is_boolean() && flag->get<bool>();
  }
  const std::size_t size = size_of_component(*type) * result.components;
  if (size == 0) fail(where + " has an unknown type");
  if (const auto view = integer(json, "bufferView", where)) {
    const std::uint64_t offset = integer(json, "byteOffset", where).value_or(0);
    result.base = elements(*view, offset, *count, size, true, where);
  }
  if (const auto sparse = json.find("sparse"); sparse != json.end()) {
    const std::string part = where + ".sparse";
    if (!sparse->is_object()) fail(part + " is not an object");
    const auto indices = sparse->find("indices"), values = sparse->find("values");
    const auto n = integer(*sparse, "count", part);
    if (!n || indices == sparse->end() || !indices->is_object() || values == sparse->end() || !values->is_object()) {
      fail(part + " lacks 'count', 'indices' or 'values'");
    }
    const auto index_view = integer(*indices, "bufferView", part), value_view = integer(*values, "bufferView", part);
    const auto index_type = integer(*indices, "componentType", part);
    if (!index_view || !value_view || !index_type || !is_index_type(*index_type)) {
      fail(part + " lacks a view, or its indices are of no index type");
    }
    if (*n > result.count) fail(part + " has more elements than its accessor");
    result.sparse_count = *n;
    result.sparse_type = *index_type;
    result.sparse_indices = elements(*index_view, integer(*indices, "byteOffset", part).value_or(0), *n,
                                     size_of_component(*index_type), false, part);
    result.sparse_values =
        elements(*value_view, integer(*values, "byteOffset", part).value_or(0), *n, size, false, part);
  }
  // The specification makes these zeros; as positions or indices they can only be left over from a compression.
  if (!result.base && result.sparse_count == 0) fail(where + " has no data");
  return result;
}

std::uint64_t GltfDocument::accessor_count(std::uint64_t index, const std::string& user) const {
  return accessor(index, user).count;
}

std::vector<Vec3> GltfDocument::read_points(std::uint64_t index, const std::string& user) const {
  const Accessor a = accessor(index, user);
  if (a.components != 3 || a.type == kUnsignedInt) fail(a.where + " of " + user + " does not hold positions");
  const auto element = [&](const Elements& from, std::uint64_t i, std::uint64_t vertex) {
    const std::size_t offset = i * from.stride, size = size_of_component(a.type);
    double v[3];
    for (std::size_t axis = 0; axis < 3; ++axis) {
      v[axis] = load_component(from.data, offset + axis * size, a.type, a.normalised);
      if (!std::isfinite(v[axis])) {
        fail(a.where + ": " + "xyz"[axis] + " of vertex " + std::to_string(vertex) + " is not finite",
             ErrorCode::invalid_mesh);
      }
    }
    return Vec3{v[0], v[1], v[2]};
  };
  std::vector<Vec3> points(a.count);
  if (a.base) {
    for (std::uint64_t i = 0; i < a.count; ++i) points[i] = element(*a.base, i, i);
  }
  for (std::uint64_t i = 0; i < a.sparse_count; ++i) {
    const std::uint32_t target = load_index(a.sparse_indices.data, i * a.sparse_indices.stride, a.sparse_type);
    if (target >= a.count) fail(a.where + ".sparse refers to element " + std::to_string(target));
    points[target] = element(a.sparse_values, i, target);
  }
  return points;
}

std::vector<std::uint32_t> GltfDocument::read_indices(std::uint64_t index, const std::string& user) const {
  const Accessor a = accessor(index, user);
  if (a.components != 1 || !is_index_type(a.type)) fail(a.where + " of " + user + " does not hold indices");
  std::vector<std::uint32_t> indices(a.count);
  if (a.base) {
    for (std::uint64_t i = 0; i < a.count; ++i) indices[i] = load_index(a.base->data, i * a.base->stride, a.type);
  }
  for (std::uint64_t i = 0; i < a.sparse_count; ++i) {
    const std::uint32_t target = load_index(a.sparse_indices.data, i * a.sparse_indices.stride, a.sparse_type);
    if (target >= a.count) fail(a.where + ".sparse refers to element " + std::to_string(target));
    indices[target] = load_index(a.sparse_values.data, i * a.sparse_values.stride, a.type);
  }
  return indices;
}

}  // namespace graze::detail
