// SPDX-License-Identifier: Apache-2.0
#include "io/gltf_document.h"

#include <array>
#include <bit>

#include "io/bytes.h"
#include "io/scanner.h"
#include "io/uri.h"

namespace graze::detail {
namespace {

constexpr int kMaxDepth = 64;  // valid files need about ten
constexpr std::string_view kMagic = "glTF";
constexpr std::size_t kGlbHeader = 12, kChunkHeader = 8;
constexpr std::uint32_t kJsonChunk = 0x4E4F534A, kBinaryChunk = 0x004E4942;

/// Large and without meaning for the geometry: parsed, but not stored.
bool is_ignored(const std::string& key) {
  for (const char* name : {"animations", "materials", "textures", "images", "samplers", "cameras", "skins", "extras"}) {
    if (key == name) return true;
  }
  return false;
}

/// An extension that a file requires must be one that leaves positions, indices and nodes as they are.
bool leaves_geometry_alone(std::string_view extension) {
  for (std::string_view prefix : {"KHR_materials_", "KHR_texture_", "KHR_lights_", "KHR_mesh_quantization",
                                  "KHR_animation_", "KHR_xmp", "EXT_texture_", "EXT_lights_", "MSFT_texture_"}) {
    if (extension.starts_with(prefix)) return true;
  }
  return false;
}

}  // namespace

GltfDocument::GltfDocument(std::string_view bytes, const std::filesystem::path& name, const BufferLoader& load_buffer)
    : name_(name), total_bytes_(bytes.size()) {
  std::string_view json = bytes;
  if (bytes.starts_with(kMagic)) split_container(bytes, json);
  parse(json, static_cast<std::size_t>(json.data() - bytes.data()));
  check_version();
  load_buffers(load_buffer);
}

void GltfDocument::fail(const std::string& message, ErrorCode code) const { throw Error(code, message, name_); }

void GltfDocument::split_container(std::string_view bytes, std::string_view& json) {
  const auto fail_at = [&](std::size_t offset, const std::string& message) {
    throw Error(ErrorCode::format, message, name_, Position::byte(offset));
  };
  const auto word = [&](std::size_t offset) { return load<std::uint32_t>(bytes, offset, std::endian::little); };
  if (bytes.size() < kGlbHeader) fail_at(bytes.size(), "the file ends inside the GLB header");
  if (word(4) != 2) fail("GLB version " + std::to_string(word(4)) + "; only 2 is supported", ErrorCode::unsupported);
  if (word(8) > bytes.size()) {
    fail_at(
        8, "the header claims " + std::to_string(word(8)) + " bytes, but the file has " + std::to_string(bytes.size()));
  }
  const std::string_view content = bytes.substr(0, word(8));
  bool has_json = false;
  for (std::size_t at = kGlbHeader; at + kChunkHeader <= content.size();) {
    const std::size_t length = word(at);
    const std::uint32_t type = word(at + 4);
    if (length > content.size() - at - kChunkHeader) {
      fail_at(at, "a chunk claims " + std::to_string(length) + " bytes, but only " +
                      std::to_string(content.size() - at - kChunkHeader) + " follow");
    }
    const std::string_view chunk = content.substr(at + kChunkHeader, length);
    if (!has_json) {
      if (type != kJsonChunk) fail_at(at, "the first chunk is not JSON");
      json = chunk;
      has_json = true;
    } else if (type == kBinaryChunk && !chunk_) {
      chunk_ = chunk;
    }
    at += kChunkHeader + length;
  }
  if (!has_json) fail_at(kGlbHeader, "no JSON chunk");
}

void GltfDocument::parse(std::string_view json, std::size_t offset) {
  const auto keep = [this](int depth, Json::parse_event_t event, Json& parsed) {
    if (depth > kMaxDepth) fail("JSON nested deeper than " + std::to_string(kMaxDepth));
    return !(event == Json::parse_event_t::key && depth == 1 && is_ignored(parsed.get_ref<const std::string&>()));
  };
  try {
    root_ = Json::parse(json.begin(), json.end(), keep);
  } catch (const Json::parse_error& error) {
    throw Error(ErrorCode::format, "not valid JSON", name_, Position::byte(offset + error.byte));
  } catch (const Json::exception&) {
    fail("JSON with a number out of range");
  }
  if (!root_.is_object()) fail("the JSON is not an object");
}

void GltfDocument::check_version() const {
  const auto asset = root_.find("asset");
  if (asset == root_.end() || !asset->is_object()) fail("no 'asset'; not a glTF file");
  const auto version = asset->find("version");
  if (version == asset->end() || !version->is_string()) fail("no 'asset.version'; not a glTF 2.0 file");
  const auto& text = version->get_ref<const std::string&>();
  if (!text.starts_with("2."))
    fail("glTF version " + in_quotes(text) + "; only 2 is supported", ErrorCode::unsupported);
  for (const Json& extension : array(root_, "extensionsRequired", "the file")) {
    if (!extension.is_string()) fail("extensionsRequired holds something else than names");
    const auto& required = extension.get_ref<const std::string&>();
    if (!leaves_geometry_alone(required)) {
      fail("requires the extension " + in_quotes(required) + ", which is not supported", ErrorCode::unsupported);
    }
  }
}

void GltfDocument::load_buffers(const BufferLoader& load_buffer) {
  const std::size_t n = count("buffers");
  storage_.reserve(n);  // views into it are kept
  for (std::size_t i = 0; i < n; ++i) {
    const std::string where = "buffers[" + std::to_string(i) + "]";
    const Json& buffer = entry("buffers", i, "the file");
    const auto length = integer(buffer, "byteLength", where);
    if (!length) fail(where + " has no byteLength");
    std::string_view content;
    if (const auto uri = buffer.find("uri"); uri == buffer.end()) {
      if (i != 0 || !chunk_) fail(where + " has no data");
      content = *chunk_;
    } else {
      if (!uri->is_string()) fail(where + ".uri is not a string");
      const auto& text = uri->get_ref<const std::string&>();
      try {
        storage_.push_back(text.starts_with("data:") ? decode_data_uri(text) : load_buffer(decode_relative_uri(text)));
      } catch (const Error& error) {
        throw Error(error.code(), where + ": " + in_quotes(text) + ": " + error.message(), name_);
      }
      content = storage_.back();
      if (!text.starts_with("data:")) total_bytes_ += content.size();
    }
    if (*length > content.size()) {
      fail(where + " claims " + std::to_string(*length) + " bytes, but has " + std::to_string(content.size()));
    }
    buffers_.push_back(content.substr(0, *length));
  }
}

std::size_t GltfDocument::count(const char* list) const { return array(root_, list, "the file").size(); }

const GltfDocument::Json& GltfDocument::array(const Json& object, const char* key, const std::string& where) const {
  static const Json kEmpty = Json::array();
  const auto found = object.find(key);
  if (found == object.end()) return kEmpty;
  if (!found->is_array()) fail("'" + std::string(key) + "' of " + where + " is not an array");
  return *found;
}

const GltfDocument::Json& GltfDocument::entry(const char* list, std::uint64_t index, const std::string& user) const {
  const Json& entries = array(root_, list, "the file");
  if (index >= entries.size()) {
    fail(user + " refers to " + list + "[" + std::to_string(index) + "], but there are only " +
         std::to_string(entries.size()));
  }
  const Json& found = entries[index];
  if (!found.is_object()) fail(std::string(list) + "[" + std::to_string(index) + "] is not an object");
  return found;
}

std::optional<std::uint64_t> GltfDocument::integer(const Json& object, const char* key,
                                                   const std::string& where) const {
  const auto found = object.find(key);
  if (found == object.end()) return std::nullopt;
  if (!found->is_number_unsigned()) fail("'" + std::string(key) + "' of " + where + " is not a non-negative integer");
  return found->get<std::uint64_t>();
}

std::optional<std::vector<double>> GltfDocument::numbers(const Json& object, const char* key, std::size_t n,
                                                         const std::string& where) const {
  const auto found = object.find(key);
  if (found == object.end()) return std::nullopt;
  std::vector<double> values;
  if (found->is_array() && found->size() == n) {
    for (const Json& value : *found) {
      if (value.is_number()) values.push_back(value.get<double>());
    }
  }
  if (values.size() != n) fail("'" + std::string(key) + "' of " + where + " is not " + std::to_string(n) + " numbers");
  return values;
}

}  // namespace graze::detail
