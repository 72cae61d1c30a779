// SPDX-License-Identifier: Apache-2.0
// A glTF 2.0 file as JSON and buffers; nothing in it is believed before it is compared with the bytes that are there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "graze/error.h"
#include "graze/math.h"
#include "io/readers.h"

namespace graze::detail {

class GltfDocument {
 public:
  using Json = nlohmann::json;

  GltfDocument(std::string_view bytes, const std::filesystem::path& name, const BufferLoader& load_buffer);

  const Json& root() const { return root_; }
  /// Of the file and of the buffers it names.
  std::size_t total_bytes() const { return total_bytes_; }

  /// Entry `index` of the array `list` ("nodes", "meshes", ...), an object. `user` names who refers to it.
  const Json& entry(const char* list, std::uint64_t index, const std::string& user) const;
  std::size_t count(const char* list) const;

  /// A non-negative integer member, if present.
  std::optional<std::uint64_t> integer(const Json& object, const char* key, const std::string& where) const;
  /// `n` numbers in an array member, if present.
  std::optional<std::vector<double>> numbers(const Json& object, const char* key, std::size_t n,
                                             const std::string& where) const;
  /// An array member; empty when absent.
  const Json& array(const Json& object, const char* key, const std::string& where) const;

  /// The number of elements an accessor claims. Every element that has bytes is checked to have them.
  std::uint64_t accessor_count(std::uint64_t accessor, const std::string& user) const;
  /// Three coordinates an element; refuses non-finite ones.
  std::vector<Vec3> read_points(std::uint64_t accessor, const std::string& user) const;
  std::vector<std::uint32_t> read_indices(std::uint64_t accessor, const std::string& user) const;

  [[noreturn]] void fail(const std::string& message, ErrorCode code = ErrorCode::format) const;

 private:
  struct Accessor;
  struct Elements;

  void split_container(std::string_view bytes, std::string_view& json);
  void parse(std::string_view json, std::size_t offset);
  void check_version() const;
  void load_buffers(const BufferLoader& load_buffer);

  Accessor accessor(std::uint64_t index, const std::string& user) const;
  Elements elements(std::uint64_t view, std::uint64_t offset, std::uint64_t count, std::size_t size, bool strided,
                    const std::string& where) const;

  const std::filesystem::path& name_;
  Json root_;
  std::size_t total_bytes_ = 0;
  std::optional<std::string_view> chunk_;  // the binary chunk of a GLB
  std::vector<std::string> storage_;       // buffers from other files and from data URIs
  std::vector<std::string_view> buffers_;
};

}  // namespace graze::detail
